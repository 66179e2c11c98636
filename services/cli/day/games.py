"""Games, prizes and receipts of a gaming day. Games of practice are in no total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import desk_events_pb2, jackpots_pb2, prizes_pb2
from services.cli.common.words import ending_words, phase_words
from services.cli.day.reading import Day, happened
from services.cli.day.tables import Cell, Table, summed
from services.kernel.audit.again import Audited
from services.kernel.money import Money
from services.kernel.names import Name
from services.verify.domain.desk.prizes import Payment, PaymentWay
from services.verify.domain.desk.settlement import Settlement
from services.verify.domain.desk.state import Desk
from services.verify.domain.jackpot.state import Cycle
from services.verify.domain.roll import Receipt, Roll
from services.verify.facts.figures import game_figures
from services.verify.views import jackpot as jackpot_views

Kinds = dict[str, Audited[Any, Any, Any]]


@dataclass(frozen=True)
class Played:
    """A game of the day, and its claim desk where it has one."""

    id: str
    row: game_pb2.GameRow
    desk: Desk | None


def played(day: Day, kinds: Kinds) -> list[Played]:
    """The games of the day by their ids."""
    made = []
    for name in day.of("games"):
        row = day.row(name)
        if not isinstance(row, game_pb2.GameRow):
            raise TypeError(f"{name} has no row of a game")
        at_desk = Name(name.venue, "claimDesks", name.id)
        state = None
        if at_desk in day.records:
            state = day.folded(at_desk, kinds["claimDesks"])
        made.append(Played(name.id, row, state if isinstance(state, Desk) else None))
    return made


def cycles(day: Day, kinds: Kinds) -> dict[Name, Cycle]:
    """Every jackpot cycle that the venue has."""
    folded = {name: day.folded(name, kinds["jackpots"]) for name in day.of("jackpots")}
    return {name: each for name, each in folded.items() if isinstance(each, Cycle)}


def game_table(day: Day, games: Sequence[Played], jackpots: Sequence[Cycle]) -> Table:
    """What each game took, holds for jackpots, and gives away."""
    head = (
        *("game", "state", "calls", "cards", "receipts", "held"),
        *("prizes", "jackpots", "paid"),
    )
    rows = [_game(day, each, jackpots) for each in games if not each.row.practice]
    note = (
        "Receipts less what came back; held of them for jackpots; prizes and jackpots as they were "
        "settled; paid of both to this moment."
    )
    return Table("games", "Games", head, rows, summed(rows, "together"), note)


def practice_table(games: Sequence[Played]) -> Table:
    """The games of practice, which are in no total."""
    rows = [(each.id, _state(each.row), each.row.called) for each in games if each.row.practice]
    note = "Played for practice: in no total of this report."
    return Table("practice", "Practice", ("game", "state", "calls"), rows, note=note)


def prize_table(day: Day, games: Sequence[Played]) -> Table:
    """What was won in the day's games, and what became of it."""
    head = ("game", "prize", "call", "winners", "amount", "paid", "owed", "to recover", "lapsed")
    rows = [
        _prize(day, each.id, settlement)
        for each in games
        if each.desk is not None and not each.row.practice
        for settlement in each.desk.settlements
    ]
    note = "Of the day's games, to this moment: a prize of today may be paid on another day."
    return Table("prizes", "Prizes", head, rows, _but(summed(rows, "together"), 2), note)


def receipt_table(day: Day, receipts: Sequence[Receipt]) -> Table:
    """What the venue paid on the day, by receipt."""
    head = ("receipt", "game", "prize", "amount", "way", "paid by", "second")
    rows = [_receipt(each) for each in receipts]
    note = "Every prize that was paid on the day, of whichever game, under its number."
    return Table("receipts", "Receipts for prizes", head, rows, summed(rows, "together"), note)


def paid_table(day: Day, receipts: Sequence[Receipt]) -> Table:
    """What was paid by each way, and what players brought back."""
    rows: list[tuple[Cell, ...]] = []
    currency = day.venue.currency
    for way in PaymentWay:
        paid = [each.payment.amount.minor_units for each in receipts if each.payment.way is way]
        if paid:
            rows.append((way.name.lower(), len(paid), Money(currency, sum(paid))))
    back = [
        each.amount.minor_units
        for _, _, each in happened(day, desk_events_pb2.RecoveryRecorded)
        if each.recovery == prizes_pb2.RECOVERY_REPAID
    ]
    if back:
        rows.append(("brought back", len(back), Money(currency, -sum(back))))
    head = ("way", "number", "amount")
    return Table("paid", "Paid for prizes, by way", head, rows, summed(rows, "together"))


def issued(day: Day, kinds: Kinds) -> Sequence[Receipt]:
    """The receipts of the day, in their order."""
    name = Name(day.venue.id, "receiptRolls", day.day.isoformat())
    if name not in day.records:
        return ()
    roll: Roll = day.folded(name, kinds["receiptRolls"])
    return roll.receipts


def _game(day: Day, game: Played, jackpots: Sequence[Cycle]) -> tuple[Cell, ...]:
    if game.desk is None:
        return (game.id, _state(game.row), game.row.called, *[""] * 6)
    held = sum(jackpot_views.held(cycle, game.desk.game) for cycle in jackpots)
    money = Money(day.venue.currency, held)
    found = game_figures(game.desk, money, day.venue.currency)
    return (
        *(game.id, _state(game.row), game.row.called, found.cards, _money(found, "receipts")),
        *(money, _money(found, "prizes"), _money(found, "jackpots"), _money(found, "paid")),
    )


def _money(figures: jackpots_pb2.GameFigures, field: str) -> Money:
    amount = getattr(figures, field)
    return Money(amount.currency, amount.minor_units)


def _state(row: game_pb2.GameRow) -> str:
    return ending_words(row.ending) if row.ending else phase_words(row.phase)


def _prize(day: Day, game: str, settlement: Settlement) -> tuple[Cell, ...]:
    title = settlement.title
    if not settlement.stands:
        title += ", reopened"
    accounts = settlement.accounts
    sums = (
        sum(each.comes_to for each in accounts),
        sum(each.received for each in accounts),
        sum(each.owed for each in accounts),
        sum(each.due for each in accounts),
        sum(each.lapsed for each in accounts),
    )
    money = (Money(day.venue.currency, each) for each in sums)
    return (game, title, settlement.position, len(settlement.shares), *money)


def _receipt(receipt: Receipt) -> tuple[Cell, ...]:
    paid: Payment = receipt.payment
    game = paid.game.rpartition("/")[2]
    second = paid.second or ""
    way = paid.way.name.lower()
    return (f"{receipt.receipt}", game, paid.title, paid.amount, way, paid.by, second)


def _but(total: Sequence[Cell], *columns: int) -> Sequence[Cell]:
    """A total without columns whose sum says nothing."""
    return tuple("" if place in columns else each for place, each in enumerate(total))
