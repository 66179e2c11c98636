"""What the floor says of each kind of row: plain facts, never a message."""

from __future__ import annotations

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import display_pb2, dispute_pb2, equipment_pb2, game_pb2, session_pb2
from eyesdown.journal.v1 import commit_pb2, denials_pb2, journal_service_pb2
from eyesdown.paigow.v1 import sitting_pb2
from eyesdown.tournament.v1 import table_pb2, tournament_pb2
from eyesdown.verify.v1 import cards_pb2, jackpots_pb2, prizes_pb2, sales_pb2
from services.cli.ops.floor import line
from services.cli.ops.floor_words import row_words
from tests.client.house import NAME


def packed(row: Message) -> AnyMessage:
    made = AnyMessage()
    made.Pack(row)
    return made


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            game_pb2.GameRow(
                phase=game_pb2.PHASE_IN_PLAY,
                called=4,
                numbers=90,
                rooms=["main", "venues/wlg/rooms/main"],
            ),
            "in play · 4 of 90 called · main, wlg/main",
        ),
        (
            game_pb2.GameRow(
                phase=game_pb2.PHASE_ENDED, ending=game_pb2.ENDING_ABANDONED, called=4, numbers=90
            ),
            "ended early · 4 of 90 called",
        ),
        (
            game_pb2.GameRow(
                phase=game_pb2.PHASE_ENDED, ending=game_pb2.ENDING_EXHAUSTED, called=90, numbers=90
            ),
            "ended: every number was called · 90 of 90 called",
        ),
        (
            session_pb2.SessionRow(
                phase=session_pb2.SESSION_PHASE_OPEN, title="Evening", games=6, played=1
            ),
            "open · Evening · 1 of 6 games played",
        ),
        (
            equipment_pb2.EquipmentRow(
                phase=equipment_pb2.EQUIPMENT_PHASE_OUT_OF_SERVICE, title="Cage 2", reason="a crack"
            ),
            "out of service · Cage 2 · a crack",
        ),
        (
            display_pb2.DisplayRow(
                phase=display_pb2.DISPLAY_PHASE_REVOKED,
                display="north",
                room="main",
                reason="stolen",
            ),
            "revoked · in the room main · stolen",
        ),
        (
            dispute_pb2.DisputeRow(
                phase=dispute_pb2.DISPUTE_PHASE_RULED, about="the 17", game=NAME, position=3
            ),
            f"ruled · about the 17 · {NAME}, call 3",
        ),
        (
            sales_pb2.ClaimDeskRow(
                phase=sales_pb2.SALES_PHASE_CLOSED,
                cards_sold=600,
                receipts=money_pb2.Money(currency="NZD", minor_units=100_000),
            ),
            "sales closed · 600 cards sold · NZD 1,000.00 taken",
        ),
        (sales_pb2.ClaimDeskRow(), "sales not open · 0 cards sold"),
        (
            jackpots_pb2.JackpotRow(
                terms=jackpots_pb2.JackpotTerms(title="Friday jackpot"),
                pool=money_pb2.Money(currency="NZD", minor_units=60_000),
            ),
            "Friday jackpot · NZD 600.00 played for",
        ),
        (
            jackpots_pb2.JackpotRow(
                terms=jackpots_pb2.JackpotTerms(title="Friday jackpot"),
                phase=jackpots_pb2.JACKPOT_PHASE_SHARED,
                won=money_pb2.Money(currency="NZD", minor_units=60_000),
                won_by=NAME,
            ),
            f"Friday jackpot · NZD 600.00 won in {NAME} · shared",
        ),
        (
            sales_pb2.ClaimDeskRow(
                phase=sales_pb2.SALES_PHASE_CLOSED,
                cards_sold=6,
                owed=money_pb2.Money(currency="NZD", minor_units=5_000),
                due=money_pb2.Money(currency="NZD", minor_units=2_500),
            ),
            "sales closed · 6 cards sold · NZD 50.00 owed · NZD 25.00 to recover",
        ),
        (
            prizes_pb2.ReceiptRollRow(
                receipts=2, paid=money_pb2.Money(currency="NZD", minor_units=10_002)
            ),
            "2 receipts · NZD 100.02 paid",
        ),
        (
            sales_pb2.SalesBlockRow(
                cards=sales_pb2.Span(first=1, last=600),
                sellers=[
                    sales_pb2.SellerFigures(cards_sold=6),
                    sales_pb2.SellerFigures(cards_sold=12),
                ],
            ),
            "open · cards 1 to 600 · 18 sold",
        ),
        (
            cards_pb2.CardSeriesRow(
                title="Blue",
                serial_number="C-7",
                cards=cards_pb2.Cards(first_card=101, cards=606),
            ),
            "Blue · serial number C-7 · cards 101 to 706",
        ),
        (cards_pb2.CatalogueRow(series=2), "2 series in use"),
        (
            sitting_pb2.SittingRow(
                phase=sitting_pb2.PHASE_IN_PLAY,
                table="Pai gow 1",
                currency="NZD",
                float_total=13_150_00,
                rounds=1,
            ),
            "in play · Pai gow 1 · 1 round · float NZD 13,150.00",
        ),
        (sitting_pb2.RestrictionsRow(restrictions=1), "1 restriction"),
        (
            tournament_pb2.TournamentRow(
                phase=tournament_pb2.PHASE_OPEN, title="Spring Open", players=40, most=56
            ),
            "open · Spring Open · 40 of 56 players",
        ),
        (
            table_pb2.SessionTableRow(
                phase=table_pb2.TABLE_PHASE_DEALT, session=1, table=3, players=7, rounds=2
            ),
            "dealt · table 3 of session 1 · 7 players · 2 rounds",
        ),
        (denials_pb2.DenialsRow(count=3), "3 denied"),
        (commit_pb2.Commit(), ""),  # as a row of a release to come
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_row_in_words(row: Message, words: str):
    assert row_words(packed(row)) == words


def test_a_change_in_a_line():
    change = journal_service_pb2.Change(
        name="venues/akl/catalogue/2026",
        version=2,
        standing=commit_pb2.STANDING_IN_PLAY,
        row=packed(cards_pb2.CatalogueRow(series=1)),
    )
    change.at.FromJsonString("2026-11-29T06:30:05Z")
    assert line(change) == ("06:30:05 UTC  venues/akl/catalogue/2026 v2  in play  1 series in use")


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (game_pb2.PHASE_IN_PLAY, "in play · 4 of 90 called"),
        (game_pb2.PHASE_PAUSED, "in play  paused for a claim · 4 of 90 called"),
    ],
)
def test_what_the_row_says_is_not_said_twice(phase: game_pb2.Phase.ValueType, said: str):
    change = journal_service_pb2.Change(
        name=NAME,
        version=2,
        standing=commit_pb2.STANDING_IN_PLAY,
        row=packed(game_pb2.GameRow(phase=phase, called=4, numbers=90)),
    )
    change.at.FromJsonString("2026-11-29T06:30:05Z")
    assert line(change) == f"06:30:05 UTC  {NAME} v2  {said}"
