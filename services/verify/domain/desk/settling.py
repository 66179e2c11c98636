"""Prizes are settled: each stage is divided among its winners, once for all who called out after
the same announcement (rule 5.4).

A stage is settled when the draw has winners for it, play went on after their call or is over, and
every call out for that call or before is decided. From then on the settlement follows whatever
happens: who is voided has no share, and who shares after all gets one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from services.kernel.law import clause
from services.kernel.money import Money
from services.verify.domain.desk.claim import Claim, of_number
from services.verify.domain.desk.contesting import in_the_way
from services.verify.domain.desk.dividing import Divided, divide
from services.verify.domain.desk.players import player_of
from services.verify.domain.desk.prizes import OddCents, PrizeKind, PrizeShare, Stage
from services.verify.domain.desk.settlement import (
    Account,
    Settlement,
    settlement_of,
    with_settlement,
)
from services.verify.domain.desk.state import Desk

WINNERS_VOIDED = "winners were voided"
_FAR, _NO_CARD = datetime.max.replace(tzinfo=UTC), 10_000_000
"""What stands behind every sale and card: a winner whose card was not examined here."""


@dataclass(frozen=True, slots=True)
class StageSettled:
    """A prize is divided. `prize` is None where it is no money; `odd_cents` is what does not
    divide, None where it does."""

    kind: PrizeKind
    stage: Stage
    title: str
    pattern: str
    round: int
    position: int
    prize: Money | None
    shares: tuple[PrizeShare, ...]
    odd_cents: Money | None
    odd_cents_to: OddCents
    jackpot: str
    lapses_at: datetime | None
    at: datetime


@dataclass(frozen=True, slots=True)
class SettlementReopened:
    """Winners of it are none; nothing is owed until it is settled anew."""

    kind: PrizeKind
    stage: Stage
    round: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecoveryDue:
    """More was paid on a share than it comes to now."""

    kind: PrizeKind
    stage: Stage
    share: int
    amount: Money
    at: datetime


Event = StageSettled | SettlementReopened | RecoveryDue


Follow = Callable[[Desk, datetime], Iterator[Event]]


def settled(
    before: Desk, after: Desk, at: datetime, also: tuple[Follow, ...] = ()
) -> tuple[Event, ...]:
    """What becomes of the prizes of a desk once it is as `after`: settlements are reopened, made
    and made anew, those that follow from them `also`, and what was paid too much is to be
    recovered. Nothing where all is as it was."""
    if not after.wins and not after.settlements:
        return ()
    made: list[Event] = []
    desk = after
    steps: tuple[Follow, ...] = (_reopened, _settled, *also)
    for step in steps:
        events = tuple(step(desk, at))
        for event in events:
            desk = FOLDS[type(event)](desk, event)
        made.extend(events)
    made.extend(_to_recover(before, desk, at))
    return tuple(made)


@clause("NZB-5.4")
def shares_of(desk: Desk, stage: Stage, prize: Money | None) -> tuple[PrizeShare, ...]:
    """One share for each player who called out after the same announcement and has won, whatever
    number of cards; nobody else has one. They are in the order of the sale of their cards, then of
    card numbers, and a player keeps the number that the share once had."""
    winners = [each.call_out for each in desk.winners(stage)]
    players = {player_of(desk, number) for number in winners}
    groups = [tuple(n for n in winners if n in player) for player in players]
    groups.sort(key=lambda numbers: min(_sold(of_number(desk.claims, n), n) for n in numbers))
    amount = _divided(desk, prize, len(groups)).each if prize is not None else None
    known = settlement_of(desk.settlements, PrizeKind.STAGE, stage)
    numbers = numbered(groups, known.accounts if known is not None else ())
    return tuple(
        _share(desk, number, call_outs, amount)
        for number, call_outs in zip(numbers, groups, strict=True)
    )


def numbered(groups: list[tuple[int, ...]], accounts: tuple[Account, ...]) -> list[int]:
    """The numbers of shares for these groups of call outs: those that they had, or the next."""
    last = max((each.share.share for each in accounts), default=0)
    taken: set[int] = set()
    numbers = []
    for call_outs in groups:
        had = [
            each
            for each in accounts
            if set(each.share.call_outs) & set(call_outs) and each.share.share not in taken
        ]
        had.sort(key=lambda each: (each.received == 0, each.share.share))
        if not had:
            last += 1
        numbers.append(had[0].share.share if had else last)
        taken.add(numbers[-1])
    return numbers


def stage_settled(desk: Desk, event: StageSettled) -> Desk:
    """Its shares are these; what was paid on earlier ones stays on record."""
    before = settlement_of(desk.settlements, event.kind, event.stage)
    old = {each.share.share: each for each in before.accounts} if before is not None else {}
    winning = tuple(
        replace(old.pop(each.share, Account(each, wins=True)), share=each, wins=True)
        for each in event.shares
    )
    made = Settlement(
        event.kind,
        event.stage,
        event.title,
        event.round,
        event.position,
        event.prize,
        event.odd_cents,
        event.odd_cents_to,
        event.jackpot,
        event.lapses_at,
        event.at,
        (*winning, *(replace(each, wins=False) for each in old.values())),
    )
    return replace(desk, settlements=with_settlement(desk.settlements, made))


def settlement_reopened(desk: Desk, event: SettlementReopened) -> Desk:
    """Nothing is paid of it, and whoever was voided has no share. Where there is nothing to divide
    any more nobody has one."""
    known = settlement_of(desk.settlements, event.kind, event.stage)
    if known is None:
        return desk
    left = desk.winners(event.stage) if event.reason == WINNERS_VOIDED else ()
    winners = {each.call_out for each in left}
    accounts = tuple(
        replace(each, wins=each.wins and bool(winners.intersection(each.share.call_outs)))
        for each in known.accounts
    )
    again = replace(known, accounts=accounts, stands=False, reason=event.reason)
    return replace(desk, settlements=with_settlement(desk.settlements, again))


def recovery_due(desk: Desk, _: RecoveryDue) -> Desk:
    """It follows from what was paid and what the share comes to."""
    return desk


FOLDS: dict[type, Callable[..., Desk]] = {
    StageSettled: stage_settled,
    SettlementReopened: settlement_reopened,
    RecoveryDue: recovery_due,
}


# -- how -------------------------------------------------------------------------------------------


def _reopened(desk: Desk, at: datetime) -> Iterator[SettlementReopened]:
    for known in desk.settlements:
        winners = {each.call_out for each in desk.winners(known.stage)}
        if known.stands and not known.call_outs <= winners:
            yield SettlementReopened(known.kind, known.stage, known.round, WINNERS_VOIDED, at)


def _settled(desk: Desk, at: datetime) -> Iterator[StageSettled]:
    for stage in dict.fromkeys(each.stage for each in desk.wins):
        known = settlement_of(desk.settlements, PrizeKind.STAGE, stage)
        position = desk.winners(stage)[0].position
        if not _time_is_over(desk, known, position) or in_the_way(desk, position) is not None:
            continue
        event = _division(desk, stage, position, known, at)
        same = known is not None and known.stands
        if not (same and known is not None and _as_it_is(event, known)):
            yield event


def _time_is_over(desk: Desk, known: Settlement | None, position: int) -> bool:
    """Whether nobody can call out any more for a call: the next number was called, or the game is
    over; or it was so before."""
    before = known is not None and known.position == position
    return before or desk.called > position or desk.over is not None


def _division(
    desk: Desk, stage: Stage, position: int, known: Settlement | None, at: datetime
) -> StageSettled:
    played = next((each for each in desk.stages if each.stage is stage), None)
    prize = played.prize if played is not None else None
    shares = shares_of(desk, stage, prize)
    divided = _divided(desk, prize, len(shares)) if prize is not None else None
    odd = divided.odd if divided is not None else None
    to = divided.to if divided is not None else desk.prizes.odd_cents
    days = desk.prizes.lapses_after
    return StageSettled(
        PrizeKind.STAGE,
        stage,
        stage.title,
        played.pattern if played is not None else "",
        known.round + 1 if known is not None else 1,
        position,
        prize,
        shares,
        odd,
        to,
        desk.jackpot if odd is not None and to is OddCents.JACKPOT else "",
        at + timedelta(days=days) if days else None,
        at,
    )


def _divided(desk: Desk, prize: Money, players: int) -> Divided:
    return divide(prize, players, desk.prizes.odd_cents, bool(desk.jackpot))


def _as_it_is(event: StageSettled, known: Settlement) -> bool:
    before = (known.position, known.prize, known.shares)
    return (event.position, event.prize, event.shares) == before


def _share(desk: Desk, number: int, call_outs: tuple[int, ...], amount: Money | None) -> PrizeShare:
    found = [of_number(desk.claims, each) for each in call_outs]
    claims = [each for each in found if each is not None]
    cards = sorted({each.collected.card for each in claims if each.collected is not None})
    player = next((each.player for each in claims if each.player), "")
    return PrizeShare(number, call_outs, tuple(cards), player, amount, _venue(desk, claims))


def _venue(desk: Desk, claims: list[Claim]) -> str:
    """The venue in whose hall the player called out."""
    names = (each.room if each.linked else desk.game for each in claims)
    return next(names, desk.game).split("/")[1]


def _sold(claim: Claim | None, call_out: int) -> tuple[datetime, int, int]:
    """By what a winner is put in order: when the card was sold, its number, the call out's."""
    if claim is None or claim.collected is None:
        return (_FAR, _NO_CARD, call_out)
    sold_at = claim.collected.examination.sold_at
    return (sold_at or _FAR, claim.collected.card, call_out)


def _to_recover(before: Desk, after: Desk, at: datetime) -> Iterator[RecoveryDue]:
    for known in after.settlements:
        earlier = settlement_of(before.settlements, known.kind, known.stage)
        for account in known.accounts:
            number, prize = account.share.share, account.share.amount
            had = earlier.account(number) if earlier is not None else None
            more = account.due > (had.due if had is not None else 0)
            if more and prize is not None:
                due = prize.of(account.due)
                yield RecoveryDue(known.kind, known.stage, number, due, at)
