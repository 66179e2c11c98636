"""Games that stood still or could not go on, decided again by the audit."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.law import pick
from tests.draw.record import BALLS as VOID
from tests.draw.record import BINGO, CAL, LINE, SUE, Draws, stages
from tests.draw.record import ELECTRONIC as BY_HAND

EIGHT = int(datetime(2026, 11, 29, 8, tzinfo=UTC).timestamp())


async def stood_still(folder: Path) -> Draws:
    """Two games, in each of which a number was selected and not announced on record: one went on
    by hand and with balls, one is void."""
    draws = Draws(folder)
    for name in (BY_HAND, VOID):
        await draws.announced(name, game_pb2.SELECTOR_ELECTRONIC, stages(LINE, BINGO))
    await by_hand(draws)
    await void(draws)
    return draws


async def by_hand(draws: Draws) -> None:
    """A selection, and the number announced by hand while the game was held; then the selector
    failed."""
    name = str(BY_HAND)
    await draws.select(BY_HAND, 1)
    power = pb.HoldGameRequest(name=name, cause=game_pb2.HOLD_CAUSE_POWER)
    await draws.send(power, BY_HAND, CAL)
    number = _selected_by_one()
    call = game_pb2.HandCall(number=number, called_at=Timestamp(seconds=EIGHT + 6))
    entered = pb.EnterHandCallsRequest(name=name, position=1, calls=[call], reason="no power")
    await draws.send(entered, BY_HAND, CAL)
    await draws.send(pb.ApproveProposalRequest(name=name, proposal=1), BY_HAND, SUE)
    await draws.send(pb.ResumeGameRequest(name=name, version=8), BY_HAND, SUE)
    failed = pb.ReportIrregularityRequest(
        name=name, kind=game_pb2.IRREGULARITY_KIND_SELECTOR, reason="it is dark"
    )
    await draws.send(failed, BY_HAND, CAL)
    switched = pb.DecideIrregularityRequest(
        name=name,
        irregularity=1,
        remedy=game_pb2.REMEDY_SWITCHED,
        decision="with balls",
        selector=game_pb2.SELECTOR_RECEPTACLE,
    )
    await draws.send(switched, BY_HAND, SUE)


async def void(draws: Draws) -> None:
    """Void with a number that nobody had heard."""
    await draws.select(VOID, 1)
    request = pb.VoidGameRequest(
        name=str(VOID), version=5, reason="fire", why_not_corrected="no hall", start_over=True
    )
    await draws.send(request, VOID, SUE)


def _selected_by_one() -> int:
    """What the entropy of position 1 selects among 1 to 90, reckoned as the law has it."""
    return pick(bytes([1]) * 32, tuple(range(1, 91)))


async def test_every_number_is_proven_without_a_key(tmp_path: Path) -> None:
    draws = await stood_still(tmp_path)
    report = (await draws.audit(keys=False)).report
    assert report.findings == []
    assert (report.proven.sealed, report.proven.by_later, report.proven.closed) == (2, 2, 0)


async def test_with_the_keys_all_is_decided_again_as_it_was(tmp_path: Path) -> None:
    draws = await stood_still(tmp_path)
    report = (await draws.audit()).report
    assert report.findings == []
    assert (report.proven.decided, report.proven.undecided) == (report.proven.commits, 0)
