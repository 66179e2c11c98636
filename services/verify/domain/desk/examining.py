"""A card is examined: which stages it wins at a moment of the game, and if not, why not.

Read only, so that a supervisor can look at any card at any past call; the steps of a claim put on
record what is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Reason, Refused, clause
from services.verify.domain.cards import judging
from services.verify.domain.cards.judging import Examined, Heard, Mark
from services.verify.domain.cards.layout import Card, Layout
from services.verify.domain.cards.patterns import UnknownPattern
from services.verify.domain.cards.readings import Readings, WindowEnds
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.game import announcing, answering, game
from services.verify.domain.game.announcing import Announcements
from services.verify.domain.game.answering import CallOut
from services.verify.domain.game.awaited import Awaited
from services.verify.domain.game.game import Game, Phase, Won
from services.verify.domain.game.posts import Staff
from services.verify.domain.serials import same_serial

SERIAL_NOT_OF_THIS_GAME = Reason(
    "SERIAL_NOT_OF_THIS_GAME",
    "The card bears the serial number {serial}; the cards of this game bear {wanted}.",
    "It is a card of another game: decide the claim as not valid; the player goes on playing.",
    clause="NZB-5.7(c)(i)",
)
CARD_NOT_SOLD = Reason(
    "CARD_NOT_SOLD",
    "Card {card} was not sold for this game.",
    "Look at the number again. If it was sold and not entered, enter the late sale with its "
    "evidence, and have the claim examined again at the same call.",
    clause="NZB-5.7(c)(i)",
)
CARD_REPLACED = Reason(
    "CARD_REPLACED",
    "Card {card} is dead: card {by} was given out in its place.",
    "Have the player show the card that replaced it.",
    clause="NZB-5.7(c)(i)",
)
NOT_ON_THESE_CARDS = Reason(
    "NOT_ON_THESE_CARDS",
    "The cards of this game have no arrangement {pattern}, by which the {stage} is won.",
    "Call the game manager: cards and game do not go together.",
)


NOT_OF_THIS_GAME = (SERIAL_NOT_OF_THIS_GAME, CARD_NOT_SOLD, CARD_REPLACED)
"""The reasons why a card is none of this game's, whatever numbers are on it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A card as it was found: of which series (empty: of none that is on sale for the game), what
    is printed on it, who sold it (empty: nobody) and when, and the card that replaces it (0:
    none)."""

    card: int
    series: str
    serial_number: str
    face: Card
    layout: Layout | None
    seller: str
    replaced_by: int
    sold_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as it was seen at `version`: all that a claim is decided by.

    `call_out` is the one in question, None for a look at a card without one. `void`: nothing is won
    in it any more; `ended`: it is over, void or not. `awaited` is what waits there for a second
    person.
    """

    version: int
    serial_number: str
    law: str
    said: Announcements
    stages: tuple[game.Stage, ...]
    won: tuple[Won, ...]
    staff: Staff
    window_ends: WindowEnds
    void: bool
    call_out: CallOut | None
    ended: bool = False
    awaited: tuple[Awaited, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What a card is for one stage. `arrangement` is the one that wins or is nearest, `missing` its
    numbers that were not called; `complete_on` and `wins_on` are calls, 0 for none.

    Where it does not win, `reason`, `clause` and `says` tell why.
    """

    stage: Stage
    title: str
    wins: bool
    missing: tuple[int, ...]
    arrangement: tuple[int, ...]
    complete_on: int
    wins_on: int
    reason: str
    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class Examination:
    """What a card is at a moment: judged on the call `position`, the last that counts.

    `face` are its cells row by row, `width` to a row, empty for a card that is not of this game;
    then, and for one that was not sold, `reason`, `clause` and `says` tell why it wins nothing.
    `called` are its numbers that count, with their calls; `sold_at` is when it was sold.
    """

    card: int
    serial_number: str
    position: int
    face: tuple[int, ...]
    width: int
    called: tuple[Mark, ...]
    findings: tuple[Finding, ...]
    seller: str
    reason: str
    clause: str
    says: str
    sold_at: datetime | None = None

    @property
    def wins(self) -> tuple[Stage, ...]:
        """The stages that the card wins."""
        return tuple(each.stage for each in self.findings if each.wins)

    def needed(self, stages: Collection[Stage]) -> frozenset[int]:
        """The numbers that these stages are won with."""
        won = (each.arrangement for each in self.findings if each.wins and each.stage in stages)
        return frozenset(number for arrangement in won for number in arrangement)

    def finding(self, stage: Stage) -> Finding | None:
        """What it is for a stage."""
        return next((each for each in self.findings if each.stage is stage), None)


Barred = Callable[[game.Stage, int], None]
"""Raises why a stage cannot be won on a call, whatever the card is."""


def see(known: Game, version: int, call_out: int = 0) -> Seen:
    """What is seen of a game for one of its call outs, or for none."""
    return Seen(
        version,
        known.serial_number,
        known.law,
        known.said,
        tuple(sorted(known.stages, key=lambda each: _order(Stage(each.stage)))),
        known.won,
        known.staff,
        known.window_ends,
        known.phase is Phase.VOID,
        known.call_out(call_out),
        known.phase in (Phase.ENDED, Phase.VOID),
        known.awaited,
    )


def at_call(seen: Seen, position: int) -> Announcements:
    """What had been announced when the call at `position` was the last, with the corrections that
    were made before the next one."""
    return seen.said[: announcing.heard(seen.said, position)]


def answered(seen: Seen) -> Announcements:
    """What had been announced for the call out in question; all of it where there is none."""
    if seen.call_out is None:
        return seen.said
    return answering.heard(seen.said, seen.call_out)


def judged_on(seen: Seen) -> int:
    """The call that the call out in question is judged on; where there is none, the last."""
    if seen.call_out is None:
        return answering.last_position(seen.said)
    return answering.judged_on(seen.said, seen.call_out)


def examine_card(
    found: Found,
    serial_number: str,
    said: Announcements,
    seen: Seen,
    readings: Readings,
    barred: Barred,
    on: int | None = None,
) -> Examination:
    """The card with what was announced by then, for every stage of the game. `serial_number` is
    the one that was read on it; it is judged `on` that call, or on the last that counts."""
    heard = judging.heard(said, readings)
    position = heard.last if on is None else on
    made = Examination(
        found.card,
        serial_number or found.serial_number,
        position,
        found.face,
        found.layout.width if found.layout is not None else 0,
        (),
        (),
        found.seller,
        *("", "", ""),
        sold_at=found.sold_at,
    )
    try:
        of_this_game(found, serial_number, seen)
    except Refused as refused:
        reason, law, says = _why(refused, seen)
        made = replace(made, reason=reason, clause=law, says=says)
        # What is printed on the card of that number here says nothing of the one that was shown.
        another = refused.reason is SERIAL_NOT_OF_THIS_GAME
        return replace(made, face=(), seller="", sold_at=None) if another else made
    numbers = set(found.face)
    called = (each for each in heard.calls if each.number in numbers)
    return replace(
        made,
        called=tuple(Mark(each.number, each.position) for each in called),
        findings=tuple(_findings(found, said, heard, seen, readings, barred, position)),
    )


@clause("NZB-5.7(c)(i)")
def of_this_game(found: Found, serial_number: str, seen: Seen) -> None:
    """The serial number is this game's and that of the series on sale, and the card was sold for
    play in it."""
    shown = serial_number or found.serial_number
    for wanted in filter(None, (seen.serial_number, found.serial_number)):
        if shown and not same_serial(shown, wanted):
            raise SERIAL_NOT_OF_THIS_GAME(serial=shown, wanted=wanted)
    if found.replaced_by:
        raise CARD_REPLACED(card=found.card, by=found.replaced_by)
    if not found.seller or found.layout is None:
        raise CARD_NOT_SOLD(card=found.card)


def unbarred(_: game.Stage, __: int) -> None:
    """Nothing but the card decides."""


def _findings(
    found: Found,
    said: Announcements,
    heard: Heard,
    seen: Seen,
    readings: Readings,
    barred: Barred,
    position: int,
) -> Iterator[Finding]:
    if found.layout is None:
        return
    for stage in seen.stages:
        looked = _NOTHING
        why = ("", "", "")
        try:
            looked = judging.look(found.face, found.layout, stage.pattern, heard, readings)
            barred(stage, position)
            judging.winning(looked, said, readings, stage.title)
        except UnknownPattern:
            why = _why(_not_on_these(stage, position, barred), seen)
        except Refused as refused:
            why = _why(refused, seen)
        yield Finding(
            Stage(stage.stage),
            stage.title,
            not why[0],
            looked.missing,
            looked.arrangement,
            looked.complete_on,
            looked.wins_on,
            *why,
        )


_NOTHING = Examined((), (), (), 0, 0, 0)


def _not_on_these(stage: game.Stage, position: int, barred: Barred) -> Refused:
    """Why a stage is not won on cards that cannot win it: what bars it comes first."""
    try:
        barred(stage, position)
    except Refused as refused:
        return refused
    # The sentence goes on record with the examination, and is the same whoever decides it again.
    return NOT_ON_THESE_CARDS(stage=stage.title, pattern=stage.pattern.name)


def _why(refused: Refused, seen: Seen) -> tuple[str, str, str]:
    return refused.reason.code, cited(refused.clause, seen.law), refused.sentence


def cited(id_: str, law: str) -> str:
    """The clause as the game's own law has it; empty where that says nothing of the kind."""
    if not law or id_.startswith(f"{law}-"):
        return id_
    return _ELSEWHERE.get((id_, law), "")


_ELSEWHERE = {
    ("TNB-13-undrawn", "NZB"): "NZB-5.9",
    ("NZB-5.7(c)(ii)", "TNB"): "TNB-13-undrawn",
}


def _order(stage: Stage) -> int:
    """The series is the last to be played for."""
    return len(Stage) + 1 if stage is Stage.SERIES else stage.value
