"""What the command line says of prizes."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import prizes_pb2
from services.cli.verify.prizes_page import sheet


def test_a_jackpot_is_told_with_the_stage_that_won_it() -> None:
    won = pb.PrizeSettlement(
        kind=prizes_pb2.PRIZE_KIND_JACKPOT,
        stage=game_pb2.STAGE_PART_SERIES,
        title="jackpot",
        position=13,
        stands=True,
    )
    lines = list(sheet(pb.GamePrizes(settlements=[won])))
    assert "  jackpot of the line: no money, won on call 13" in lines
