"""What a dealer entered and what was worked out differ: the table stands still until decided."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, happened
from services.paigow.domain.sitting.rounds import Outcome
from services.paigow.domain.sitting.staff import another
from services.paigow.domain.sitting.state import By, Difference, Differing, InPlay, Table, Told
from services.paigow.domain.sitting.steps import gone_on

DIFFERS = Reason(
    "DIFFERS",
    "The {what} that was entered is {entered}, and as worked out it is {computed}.",
    "The table stands still. The game supervisor looks at it and decides.",
)
TABLE_STOPPED = Reason(
    "TABLE_STOPPED",
    "The table stands still: the {what} that was entered is {entered}, and as worked out it is "
    "{computed}.",
    "The game supervisor decides it first.",
)
NOTHING_DIFFERS = Reason(
    "NOTHING_DIFFERS",
    "Nothing waits to be decided at this table.",
    "Go on with the table.",
)
AMOUNT_IS_THE_LAWS = Reason(
    "AMOUNT_IS_THE_LAWS",
    "The amount follows from the wagers and the rules, and is not for anybody to choose.",
    "Decide for what was worked out; the dealer then enters that. If a result is wrong, open a "
    "dispute.",
)


@dataclass(frozen=True, slots=True)
class DecideDifference(Told):
    """Decide for what was worked out, or, of a result, for what the dealer `entered`."""

    entered_stands: bool
    reason: str


@dataclass(frozen=True, slots=True)
class DifferenceFound:
    """What was entered is not what was worked out."""

    difference: Difference


@dataclass(frozen=True, slots=True)
class DifferenceDecided:
    """The table goes on. Of a result, `outcome` is what stands."""

    box: int
    outcome: Outcome | None
    entered_stands: bool
    reason: str
    by: str


def differs(
    by: By, what: Differing, box: int, entered: str, computed: str, law: str = ""
) -> Decision[DifferenceFound]:
    """The table stands still, and the dealer is told so."""
    found = Difference(what, box, entered, computed, by.person)
    refused = DIFFERS(clause=law, what=said(what), entered=entered, computed=computed)
    return Decision((DifferenceFound(found),), refused)


def difference_found(table: Table, event: DifferenceFound) -> Table:
    """It waits for the game supervisor."""
    return replace(table, difference=event.difference)


def nothing_differs(table: Table) -> None:
    """Refused while a difference waits."""
    waits = table.difference
    if waits is not None:
        entered, computed = waits.entered, waits.computed
        raise TABLE_STOPPED(what=said(waits.what), entered=entered, computed=computed)


def decide_difference(command: DecideDifference, table: InPlay) -> Decision[DifferenceDecided]:
    """A result is the supervisor's to decide, if somebody else entered it; an amount follows from
    the law."""
    waits = table.difference
    if waits is None:
        raise NOTHING_DIFFERS()
    another(waits.by, command.by)
    result = waits.what is Differing.RESULT
    if command.entered_stands and not result:
        raise AMOUNT_IS_THE_LAWS()
    stands = waits.entered if command.entered_stands else waits.computed
    outcome = _OUTCOMES[stands] if result else None
    by = command.by.person
    return happened(
        DifferenceDecided(waits.box, outcome, command.entered_stands, command.reason.strip(), by)
    )


def difference_decided(table: Table, event: DifferenceDecided) -> Table:
    """The hand is matched as decided; or the dealer enters the amount again."""
    after = replace(table, difference=None)
    if event.outcome is None or after.round is None:
        return after
    shown = after.round.with_hand(event.box, exposed=True, outcome=event.outcome)
    return replace(after, round=gone_on(after, shown))


def said(what: Differing) -> str:
    """What differs, in words."""
    return what.name.lower()


_OUTCOMES = {"a win": Outcome.WIN, "a loss": Outcome.LOSE, "a push": Outcome.PUSH}
