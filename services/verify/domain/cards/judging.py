"""Whether a card wins: the numbers of 5.7(c)(ii) and (iii), for one card and one stage.

A card is judged at a moment of the game, with all that the players had been told by then: at the
call out itself, or at any past call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.kernel.law import Reason, clause
from services.verify.domain.cards.layout import Card, Layout
from services.verify.domain.cards.patterns import Arrangement, Pattern, arrangements
from services.verify.domain.cards.readings import Forfeits, Readings, WindowEnds
from services.verify.domain.game.announcing import Said, counted, counts

NUMBER_NOT_CALLED = Reason(
    "NUMBER_NOT_CALLED",
    "The {stage} is not complete. Not called yet: {missing}.",
    "Decide the claim as not valid; the player goes on playing.",
    clause="NZB-5.7(c)(ii)",
)
NUMBER_NOT_DRAWN = Reason(
    "NUMBER_NOT_DRAWN",
    "The {stage} needs {number}, which was announced by mistake and was not drawn.",
    "Decide the claim as not valid; the player goes on playing.",
    clause="TNB-13-undrawn",
)
NOT_ON_LAST_NUMBER = Reason(
    "NOT_ON_LAST_NUMBER",
    "The {stage} was complete on call {complete_on}; the last number before the call out was call "
    "{last}.",
    "The player called out too late for it: decide the claim as not valid.",
    clause="NZB-5.7(c)(iii)",
)
FORFEITED = Reason(
    "FORFEITED",
    "The player had the {stage} complete on call {complete_on} and let the next number come.",
    "The prize of this stage is forfeited, and nothing else: the player goes on playing.",
    clause="NZB-5.10",
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A number of the card that was called, and on which call."""

    number: int
    position: int


@dataclass(frozen=True, slots=True)
class Examined:
    """A card at a moment, for one stage: what a person at the table wants to see.

    `called` are its numbers that count, in the order of the calls. `missing` are the numbers of the
    arrangement that is nearest, none when one is full. `complete_on` is the call on which the first
    arrangement was full, 0 for none; `wins_on` the one whose number the winning arrangement holds.
    `last` is the last call that counts.
    """

    called: tuple[Mark, ...]
    missing: tuple[int, ...]
    arrangement: tuple[int, ...]
    complete_on: int
    wins_on: int
    last: int


@dataclass(frozen=True, slots=True)
class Heard:
    """What counts of announcements: the calls in their order, their numbers, `on` which of them
    each came, the numbers on any of which a card may be complete, and the last call."""

    calls: tuple[Said, ...]
    numbers: frozenset[int]
    on: Mapping[int, int]
    lasts: frozenset[int]
    last: int


def heard(said: Sequence[Said], readings: Readings) -> Heard:
    """What counts of the announcements `said`, for every card and stage that is looked at then."""
    calls = counted(said)
    on = {each.number: index for index, each in enumerate(calls)}
    return Heard(calls, frozenset(on), on, _last_numbers(calls, said, readings), _last(calls))


def examine(
    card: Card, layout: Layout, pattern: Pattern, said: Sequence[Said], readings: Readings
) -> Examined:
    """The card after the announcements `said`, all that had been made by then. Decides nothing."""
    return look(card, layout, pattern, heard(said, readings), readings)


def look(
    card: Card, layout: Layout, pattern: Pattern, known: Heard, readings: Readings
) -> Examined:
    """The card after what was heard. Decides nothing."""
    calls, called, on, last = known.calls, known.numbers, known.on, known.last
    on_card = sorted(called.intersection(card), key=on.__getitem__)
    marks = tuple(Mark(number, calls[on[number]].position) for number in on_card)
    wanted = arrangements(pattern, card, layout)
    full = [each for each in wanted if each <= called]
    if not full:
        nearest = min(wanted, key=lambda each: (len(each - called), sorted(each)))
        missing = tuple(sorted(nearest - called))
        return Examined(marks, missing, tuple(sorted(nearest)), 0, 0, last)
    first = min(_done(each, on) for each in full)
    wins = _winning(full, known.lasts, readings)
    shown = wins or min(full, key=lambda each: _done(each, on))
    wins_on = calls[_done(shown, on)].position if wins else 0
    return Examined(marks, (), tuple(sorted(shown)), calls[first].position, wins_on, last)


def winning(found: Examined, said: Sequence[Said], readings: Readings, stage: str) -> None:
    """Raise the refusal of a card that does not win the stage, as it was found after `said`."""
    all_drawn(found.missing, said, stage)
    all_announced(found, stage)
    on_the_last_number(found, readings, stage)
    nothing_slept(found, readings, stage)


@clause("TNB-13-undrawn")
def all_drawn(missing: Sequence[int], said: Sequence[Said], stage: str) -> None:
    """No number that is missing was announced by mistake, which is another thing to be told."""
    for each in said:
        if each.number in missing and not counts(each):
            raise NUMBER_NOT_DRAWN(stage=stage, number=each.number)


@clause("NZB-5.7(c)(ii)")
def all_announced(card: Examined, stage: str) -> None:
    """Every number of an arrangement was announced, wrong announcements left out."""
    if card.missing:
        raise NUMBER_NOT_CALLED(stage=stage, missing=listed(card.missing))


def listed(numbers: Sequence[int]) -> str:
    """Numbers as they are read out: "3, 39 and 41"."""
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last


@clause("NZB-5.7(c)(iii)")
def on_the_last_number(card: Examined, readings: Readings, stage: str) -> None:
    """An arrangement holds the number last announced before the player called out. One that was
    complete before, and slept, spoils nothing."""
    if readings.last_number and not card.wins_on:
        raise NOT_ON_LAST_NUMBER(stage=stage, complete_on=card.complete_on, last=card.last)


@clause("NZB-5.10")
def nothing_slept(card: Examined, readings: Readings, stage: str) -> None:
    """Where the profile reads it so, who slept any arrangement of a stage has lost the stage."""
    slept = card.complete_on != card.wins_on and card.wins_on != 0
    if readings.last_number and readings.forfeits is Forfeits.STAGE and slept:
        raise FORFEITED(stage=stage, complete_on=card.complete_on)


def last_numbers(said: Sequence[Said], readings: Readings) -> frozenset[int]:
    """The numbers on any of which a card may be complete after these announcements.

    It is the last one that counts, by its place in the order. A correction is announced when it is
    made, so a number that keeps its earlier place is a last one too until the next number comes;
    and by profile a wrong announcement that is not put right yet keeps those before it in time.
    """
    return _last_numbers(counted(said), said, readings)


def _last_numbers(
    calls: Sequence[Said], said: Sequence[Said], readings: Readings
) -> frozenset[int]:
    """The same, of calls that count."""
    if not calls:
        return frozenset()
    since = [each.number for each in _since_the_last_call(calls)]
    highest = max(calls, key=lambda each: each.position)
    still = _before_an_open_error(said) if readings.window_ends is WindowEnds.CORRECTED else []
    return frozenset({highest.number, *since, *still})


def _since_the_last_call(calls: Sequence[Said]) -> list[Said]:
    """The corrections at the end."""
    found: list[Said] = []
    for each in reversed(calls):
        if not each.correction:
            break
        found.append(each)
    return found


def _before_an_open_error(said: Sequence[Said]) -> list[int]:
    """The numbers from the one before the first wrong announcement that nobody has put right."""
    right = {each.position for each in said if not each.taken_back}
    for index, each in enumerate(said):
        if each.taken_back and each.position not in right:
            before = counted(said[:index])
            return [one.number for one in (*before[-1:], *counted(said[index:]))]
    return []


def _winning(
    full: Sequence[Arrangement], lasts: frozenset[int], readings: Readings
) -> Arrangement | None:
    """A full arrangement with a last number in it; of several the smallest by its numbers."""
    if not readings.last_number:
        return min(full, key=sorted)
    return min((each for each in full if each & lasts), key=sorted, default=None)


def _done(arrangement: Arrangement, on: Mapping[int, int]) -> int:
    """Which of the calls that count made it full."""
    return max(on[number] for number in arrangement)


def _last(calls: Sequence[Said]) -> int:
    return max((each.position for each in calls), default=0)
