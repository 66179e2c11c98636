"""What is decided about an irregularity of the equipment (Tennessee 2, 12 and 14): everything but
voiding the game, which is in `voiding`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import has_no_say
from services.draw.domain.game.checks import is_complete
from services.draw.domain.game.holding import HAPPENED
from services.draw.domain.game.opening import SELECTOR_NOT_ALLOWED
from services.draw.domain.game.parts import Irregularity
from services.draw.domain.game.staff import AttemptRefused
from services.draw.domain.game.state import InPlay
from services.draw.domain.game.words import IrregularityKind, Remedy, Selector
from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.persons import spelt

NO_SUCH_IRREGULARITY = Reason(
    "NO_SUCH_IRREGULARITY",
    "There is no irregularity {irregularity} in this game.",
    "Take its number from the board.",
)
IRREGULARITY_DECIDED = Reason(
    "IRREGULARITY_DECIDED",
    "Irregularity {irregularity} was decided before: {remedy}.",
    "The decision stands; if it happened again, report it again.",
)
NO_REMEDY = Reason(
    "NO_REMEDY",
    "{remedy} is no remedy where {what}.",
    "What there is: {possible}.",
)
REMEDY_NOT_SAID = Reason(
    "REMEDY_NOT_SAID",
    "The decision is not complete: {what}.",
    "Say with it what belongs to it, and nothing else.",
)
NO_CARD_READ = Reason(
    "NO_CARD_READ",
    "No card of a disinterested player was read.",
    "Read the cards of players who have not called out and are not staff, and name them.",
    clause="TNB-12",
)
READ_TWICE = Reason(
    "READ_TWICE",
    "The card {card} is named twice.",
    "Name each card once, with its player.",
)
NOT_DISINTERESTED = Reason(
    "NOT_DISINTERESTED",
    "{person} is {what}, and so is not disinterested.",
    "Read the card of another player.",
    clause="TNB-12",
)
NUMBERS_DIFFER = Reason(
    "NUMBERS_DIFFER",
    "The cards and the record differ: {differences}.",
    "Read the cards again, and more of them until all that was called is told. Where the record "
    "is wrong, correct the call first; where it cannot be told, have the game voided.",
    clause="TNB-12",
)
NOT_INSPECTED_AGAIN = Reason(
    "NOT_INSPECTED_AGAIN",
    "The equipment was not inspected and found in order, with all objects in the receptacle that "
    "are not out, since irregularity {irregularity}.",
    "The supervisor inspects it, counts what is in the receptacle and records it; then it can be "
    "decided that it was put right.",
)

_POSSIBLE = {
    IrregularityKind.RETURNED: (Remedy.REBUILT,),
    IrregularityKind.STUCK: (Remedy.PUT_RIGHT,),
    IrregularityKind.DEFECT: (Remedy.PUT_RIGHT,),
    IrregularityKind.SELECTOR: (Remedy.PUT_RIGHT, Remedy.SWITCHED),
}
"""What can be decided about each, save that the game is void."""
_SAID = {
    Remedy.REBUILT: "to remove what the cards of disinterested players show as called",
    Remedy.PUT_RIGHT: "to put it right and go on",
    Remedy.SWITCHED: "to take another selector",
    Remedy.VOID: "to void the game and start it over",
}
_CLAUSES = {
    IrregularityKind.RETURNED: "TNB-12",
    IrregularityKind.STUCK: "TNB-14",
    IrregularityKind.DEFECT: "TNB-2",
    IrregularityKind.SELECTOR: "NZB-5.6(b)",
}


@dataclass(frozen=True, slots=True)
class CardRead:
    """The card of a disinterested player, who is a reference."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class DecideIrregularity:
    """What is done about it. `cards` and the `numbers` they show as called belong to REBUILT, the
    `selector` to SWITCHED."""

    irregularity: int
    remedy: Remedy
    decision: str
    cards: tuple[CardRead, ...]
    numbers: tuple[int, ...]
    selector: Selector | None
    by: str
    manager: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class IrregularityDecided:
    """It is decided, and play goes on."""

    irregularity: int
    remedy: Remedy
    decision: str
    by: str
    at: datetime
    cards: tuple[CardRead, ...]
    selector: Selector | None


@clause("NZB-5.6(b)", "TNB-2", "TNB-12", "TNB-14")
def decide_irregularity(
    command: DecideIrregularity, game: InPlay
) -> Decision[IrregularityDecided | AttemptRefused]:
    """Whom the profile names decides what is done, of what the law leaves.

    Objects that were put back: the called numbers are told from disinterested players' cards and
    those objects are removed, and whatever was drawn and not called yet; a count of what is left
    proves it. An unlike object is put right if it can be, a selector as well, or another takes its
    place; the number that was selected stays the next. With a stuck object there is nothing but to
    start the game over, where the profile says so.
    """
    found = _undecided(command.irregularity, game)
    law = _CLAUSES[found.kind]
    refused = has_no_say(game, game.rules.voids, command.by, command.manager, law)
    if refused:
        return refused
    _is_a_remedy(command.remedy, found.kind, game, law)
    _is_complete(command)
    if command.remedy is Remedy.REBUILT:
        _told_from_cards(command, game)
    if command.remedy is Remedy.SWITCHED:
        _is_allowed(command, game)
    else:
        _found_in_order_since(found, game, law)
    return happened(
        IrregularityDecided(
            command.irregularity,
            command.remedy,
            command.decision.strip(),
            command.by,
            command.at,
            command.cards,
            command.selector,
        )
    )


def irregularity_decided(game: InPlay, event: IrregularityDecided) -> InPlay:
    """It is decided. Another selector is none of the equipment that was named before."""
    irregularities = tuple(
        replace(each, remedy=event.remedy, decided_by=event.by, decision=event.decision)
        if each.irregularity == event.irregularity
        else each
        for each in game.irregularities
    )
    game = replace(game, irregularities=irregularities)
    if event.selector is None:
        return game
    return replace(game, selector=event.selector, equipment="")


@clause("TNB-12")
def disinterested(players: tuple[str, ...], game: InPlay, claimants: frozenset[str]) -> None:
    """Refused unless every one of these players is neither of the staff nor has called out.

    Players and claimants are names, which are nowhere on record: so it is looked at before the
    decision goes there.
    """
    staff = {spelt(held.person) for held in game.staff}
    for player in players:
        for these, what in ((staff, "of the staff"), (set(map(spelt, claimants)), "a claimant")):
            if spelt(player) in these:
                law = game.rules.cited("TNB-12")
                raise NOT_DISINTERESTED(clause=law, person=player, what=what)


def _undecided(number: int, game: InPlay) -> Irregularity:
    found = next((each for each in game.irregularities if each.irregularity == number), None)
    if found is None:
        raise NO_SUCH_IRREGULARITY(irregularity=number)
    if found.remedy is not None:
        raise IRREGULARITY_DECIDED(irregularity=number, remedy=_SAID[found.remedy])
    return found


def _is_a_remedy(remedy: Remedy, kind: IrregularityKind, game: InPlay, law: str) -> None:
    # What the profile has started over is not put right; that it is rebuilt is another thing.
    barred = Remedy.PUT_RIGHT if kind in game.rules.started_over else None
    remedies = tuple(each for each in _POSSIBLE[kind] if each is not barred)
    if remedy in remedies:
        return
    possible = " or ".join(_SAID[each] for each in (*remedies, Remedy.VOID))
    said = _SAID[remedy]
    raise NO_REMEDY(
        clause=law, remedy=said[0].upper() + said[1:], what=HAPPENED[kind], possible=possible
    )


def _is_complete(command: DecideIrregularity) -> None:
    """With each remedy comes what belongs to it, and nothing else."""
    read = bool(command.cards or command.numbers)
    if read and command.remedy is not Remedy.REBUILT:
        raise REMEDY_NOT_SAID(what="cards are read only to tell which numbers were called")
    if bool(command.selector) != (command.remedy is Remedy.SWITCHED):
        raise REMEDY_NOT_SAID(
            what="which selector numbers come from is said with another selector, and only then"
        )


@clause("TNB-12")
def _told_from_cards(command: DecideIrregularity, game: InPlay) -> None:
    """The cards of at least one disinterested player tell what was called: no more and no less
    than the record does."""
    if not command.cards:
        raise NO_CARD_READ()
    cards = [each.card for each in command.cards]
    for card in cards:
        if cards.count(card) > 1:
            raise READ_TWICE(card=card)
    read, called = set(command.numbers), game.called
    differences = [
        f"{', '.join(map(str, sorted(numbers)))} {what}"
        for numbers, what in (
            (read - called, "read off and not on record"),
            (called - read, "on record and not read off"),
        )
        if numbers
    ]
    if differences:
        raise NUMBERS_DIFFER(differences="; ".join(differences))


def _is_allowed(command: DecideIrregularity, game: InPlay) -> None:
    selector = command.selector
    if selector is not None and selector not in game.rules.selectors:
        raise SELECTOR_NOT_ALLOWED(profile=game.profile, selector=selector.name.lower())


def _found_in_order_since(found: Irregularity, game: InPlay, law: str) -> None:
    """Somebody has inspected the equipment since it happened, and found it in order: equal, and
    without any object that is out."""
    seen = game.inspection
    if seen is None or not seen.equal or not is_complete(seen, game):
        raise NOT_INSPECTED_AGAIN(clause=law, irregularity=found.irregularity)
