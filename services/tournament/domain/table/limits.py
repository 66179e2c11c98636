"""What a wager may be, and what of it counts (rules 4.1, 4.4 to 4.9, 4.11, 5.5)."""

from __future__ import annotations

from services.kernel.law import Reason, Refused, clause
from services.tournament.domain.table.opening import NOT_TOURNAMENT_CHIPS
from services.tournament.domain.table.state import Box, Dealt, Wager, Wagering
from services.tournament.domain.table.terms import Sign, Terms, is_tournament_chip

NOT_ENOUGH_CHIPS = Reason(
    "NOT_ENOUGH_CHIPS",
    "Box {box} has {chips} in chips and cannot wager {amount}.",
    "Chips are neither lent nor brought to the table: count the player's chips.",
    clause="TBJ-4.4",
)
NOT_OWN_BOX = Reason(
    "NOT_OWN_BOX",
    "Player {player} plays on another box than {box}.",
    "Give the chips back: each player wagers on the own box alone.",
    clause="TBJ-5.5",
)
BOX_VOID = Reason(
    "BOX_VOID",
    "Box {box} is void: its player is out of the session.",
    "Give the chips back; nobody wagers on a void box.",
    clause="TBJ-4.9",
)
BELOW_MINIMUM = Reason(
    "BELOW_MINIMUM",
    "{amount} is below the minimum of {minimum}.",
    "Have the player raise it before it is accepted; if it was accepted by oversight, say so.",
    clause="TBJ-4.7",
)
ABOVE_MAXIMUM = Reason(
    "ABOVE_MAXIMUM",
    "{amount} is above the maximum of {maximum}, and what is above it is void.",
    "Have the player take the excess back; if it was accepted by oversight, say so.",
    clause="TBJ-4.8(b)",
)
NOT_IN_STEPS = Reason(
    "NOT_IN_STEPS",
    "{amount} is not in steps of {step} from the minimum of {minimum}, as the sign asks.",
    "Have the player wager in the steps that the sign shows.",
    clause="TBJ-4.6",
)
LOW_WAGER_VOID = Reason(
    "LOW_WAGER_VOID",
    "This is the second wager of box {box} below the minimum in this session: it is void.",
    "Give the chips back; the director rules whether the player failed to wager.",
    clause="TBJ-4.8(a)",
)
RESTRICTED = Reason(
    "RESTRICTED",
    "Box {box} made no wager in time and is held to the minimum of {minimum}.",
    "Take a wager of the minimum, no other.",
    clause="TBJ-4.11",
)


@clause("TBJ-4.1")
def in_tournament_chips(design: str, terms: Terms) -> None:
    """Nothing but tournament chips is wagered."""
    if not is_tournament_chip(design, terms):
        raise NOT_TOURNAMENT_CHIPS(design=design)


@clause("TBJ-4.4")
def of_own_chips(box: Box, amount: int) -> None:
    """Who wagers more than the ledger gives has borrowed chips or brought some along."""
    if amount > box.chips:
        raise NOT_ENOUGH_CHIPS(box=box.box, chips=box.chips, amount=amount)


@clause("TBJ-4.9", "TBJ-5.5")
def on_own_box(box: Box, player: int) -> None:
    """A player wagers on the own box; on a void box nobody does."""
    if not box.remains:
        raise BOX_VOID(box=box.box)
    if player and player != box.player:
        raise NOT_OWN_BOX(player=player, box=box.box)


@clause("TBJ-4.5", "TBJ-4.6")
def in_steps(amount: int, sign: Sign) -> None:
    """In the steps that the sign asks for, if it does; multiples of the minimum only then.

    Steps are counted from the minimum, so that the minimum itself can always be wagered.
    """
    minimum = sign.minimum
    if sign.increment and (amount - minimum) % sign.increment:
        raise NOT_IN_STEPS(amount=amount, step=sign.increment, minimum=minimum)
    if sign.multiples and amount % minimum:
        raise NOT_IN_STEPS(clause="TBJ-4.5", amount=amount, step=minimum, minimum=minimum)


@clause("TBJ-4.7")
def at_least_the_minimum(amount: int, sign: Sign) -> None:
    """A wager is within the limits."""
    if amount < sign.minimum:
        raise BELOW_MINIMUM(amount=amount, minimum=sign.minimum)


@clause("TBJ-4.8(b)")
def at_most_the_maximum(amount: int, sign: Sign, by_oversight: bool) -> int:
    """What of a wager counts: one above the maximum, accepted by oversight, is cut to it."""
    if amount > sign.maximum and not by_oversight:
        raise ABOVE_MAXIMUM(amount=amount, maximum=sign.maximum)
    return min(amount, sign.maximum)


@clause("TBJ-4.8(a)")
def once_below(box: Box, earlier: int) -> Refused | None:
    """A low wager accepted by oversight is valid once for a player and session, else void."""
    return LOW_WAGER_VOID(box=box.box) if earlier else None


def judged(
    box: Box, amount: int, sign: Sign, by_oversight: bool, earlier: int
) -> tuple[Wager, bool, Refused | None]:
    """The wager as it counts, whether it is a low one, and why it is void if it is."""
    of_own_chips(box, amount)
    low = by_oversight and amount < sign.minimum
    if low:
        void = once_below(box, earlier)
        return Wager(box.box, amount, 0 if void else amount, bool(void)), True, void
    at_least_the_minimum(amount, sign)
    counts = at_most_the_maximum(amount, sign, by_oversight)
    if counts == amount:
        in_steps(amount, sign)
    return Wager(box.box, amount, counts, False), False, None


@clause("TBJ-4.11")
def held_to_minimum(play: Wagering | Dealt, box: int, amount: int, sign: Sign) -> None:
    """Who missed the time for wagers can be held to the minimum."""
    restricted = isinstance(play, Wagering) and box in play.restricted
    if restricted and amount != sign.minimum:
        raise RESTRICTED(box=box, minimum=sign.minimum)


def is_low(wager: Wager, sign: Sign) -> bool:
    """Whether a wager that lies there is one below the minimum."""
    return wager.amount < sign.minimum
