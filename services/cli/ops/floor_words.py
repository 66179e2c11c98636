"""The rows of the floor in words: a few plain facts of each kind. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from eyesdown.common.v1 import players_pb2
from eyesdown.draw.v1 import display_pb2, dispute_pb2, equipment_pb2, game_pb2, session_pb2
from eyesdown.journal.v1 import denials_pb2
from eyesdown.paigow.v1 import sitting_pb2
from eyesdown.tournament.v1 import table_pb2, tournament_pb2
from eyesdown.verify.v1 import cards_pb2, jackpots_pb2, prizes_pb2, sales_pb2
from services.cli.common.output import amount, plain
from services.cli.common.words import ending_words, phase_words, room_words
from services.kernel.money import Money


def row_words(packed: AnyMessage) -> str:
    """What a row says, or nothing for a row of a release to come."""
    for kind, told in _WORDS.items():
        row = kind()
        if packed.Unpack(row):
            return " · ".join(filter(None, told(row)))
    return ""


def _game(row: game_pb2.GameRow) -> list[str]:
    state = phase_words(row.phase)
    if row.ending:
        why = ending_words(row.ending)
        state = why if why.startswith("ended") else f"ended: {why}"
    rooms = ", ".join(plain(room_words(room)) for room in row.rooms)
    return [state, f"{row.called} of {row.numbers} called", rooms]


def _session(row: session_pb2.SessionRow) -> list[str]:
    phase = _phase(session_pb2.SessionPhase.Name(row.phase))
    return [phase, plain(row.title), f"{row.played} of {_count(row.games, 'game')} played"]


def _equipment(row: equipment_pb2.EquipmentRow) -> list[str]:
    phase = _phase(equipment_pb2.EquipmentPhase.Name(row.phase))
    return [phase, plain(row.title), plain(row.reason)]


def _display(row: display_pb2.DisplayRow) -> list[str]:
    phase = _phase(display_pb2.DisplayPhase.Name(row.phase))
    return [phase, f"in the room {row.room}", plain(row.reason)]


def _dispute(row: dispute_pb2.DisputeRow) -> list[str]:
    phase = _phase(dispute_pb2.DisputePhase.Name(row.phase))
    return [phase, f"about {plain(row.about)}", f"{row.game}, call {row.position}"]


def _desk(row: sales_pb2.ClaimDeskRow) -> list[str]:
    phase = _phase(sales_pb2.SalesPhase.Name(row.phase))
    taken = f"{amount(row.receipts)} taken" if row.receipts.currency else ""
    sold = f"{_count(row.cards_sold, 'card')} sold"
    owed = f"{amount(row.owed)} owed" if row.owed.minor_units else ""
    due = f"{amount(row.due)} to recover" if row.due.minor_units else ""
    return [f"sales {phase or 'not open'}", sold, taken, owed, due]


def _block(row: sales_pb2.SalesBlockRow) -> list[str]:
    sold = sum(each.cards_sold for each in row.sellers)
    cards = f"cards {row.cards.first} to {row.cards.last}"
    return ["closed" if row.closed else "open", cards, f"{sold} sold"]


def _receipts(row: prizes_pb2.ReceiptRollRow) -> list[str]:
    paid = f"{amount(row.paid)} paid" if row.paid.currency else ""
    return [_count(row.receipts, "receipt"), paid]


def _series(row: cards_pb2.CardSeriesRow) -> list[str]:
    last = row.cards.first_card + row.cards.cards - 1
    serial = f"serial number {plain(row.serial_number)}"
    return [plain(row.title), serial, f"cards {row.cards.first_card} to {last}"]


def _jackpot(row: jackpots_pb2.JackpotRow) -> list[str]:
    title = plain(row.terms.title)
    if not row.won_by:
        return [title, f"{amount(row.pool)} played for"]
    phase = _phase(jackpots_pb2.JackpotPhase.Name(row.phase).removeprefix("JACKPOT_"))
    return [title, f"{amount(row.won)} won in {row.won_by}", phase]


def _catalogue(row: cards_pb2.CatalogueRow) -> list[str]:
    return [f"{row.series} series in use"]


def _sitting(row: sitting_pb2.SittingRow) -> list[str]:
    phase = _phase(sitting_pb2.Phase.Name(row.phase))
    held = f"float {Money(row.currency, row.float_total).shown}" if row.currency else ""
    return [phase, plain(row.table), _count(row.rounds, "round"), held]


def _restrictions(row: sitting_pb2.RestrictionsRow) -> list[str]:
    return [_count(row.restrictions, "restriction")]


def _tournament(row: tournament_pb2.TournamentRow) -> list[str]:
    phase = _phase(tournament_pb2.Phase.Name(row.phase))
    return [phase, plain(row.title), f"{row.players} of {_count(row.most, 'player')}"]


def _table(row: table_pb2.SessionTableRow) -> list[str]:
    phase = _phase(table_pb2.TablePhase.Name(row.phase).removeprefix("TABLE_"))
    where = f"table {row.table} of session {row.session}"
    return [phase, where, _count(row.players, "player"), _count(row.rounds, "round")]


def _denials(row: denials_pb2.DenialsRow) -> list[str]:
    return [f"{row.count} denied"]


def _bars(row: players_pb2.PlayerListRow) -> list[str]:
    return [f"{_count(row.bars, 'bar')} entered"]


_WORDS: Mapping[type[Message], Callable[[Any], list[str]]] = {
    game_pb2.GameRow: _game,
    session_pb2.SessionRow: _session,
    equipment_pb2.EquipmentRow: _equipment,
    dispute_pb2.DisputeRow: _dispute,
    display_pb2.DisplayRow: _display,
    sales_pb2.ClaimDeskRow: _desk,
    sales_pb2.SalesBlockRow: _block,
    prizes_pb2.ReceiptRollRow: _receipts,
    cards_pb2.CardSeriesRow: _series,
    cards_pb2.CatalogueRow: _catalogue,
    jackpots_pb2.JackpotRow: _jackpot,
    sitting_pb2.SittingRow: _sitting,
    sitting_pb2.RestrictionsRow: _restrictions,
    tournament_pb2.TournamentRow: _tournament,
    table_pb2.SessionTableRow: _table,
    denials_pb2.DenialsRow: _denials,
    players_pb2.PlayerListRow: _bars,
}


def _phase(value: str) -> str:
    """ "in play" of "PHASE_IN_PLAY"; nothing where none is told."""
    word = value.partition("PHASE_")[2]
    return "" if word == "UNSPECIFIED" else word.lower().replace("_", " ")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
