"""What people see of a claim desk: its claims, and the card that is being checked."""

from __future__ import annotations

from typing import Any

from eyesdown.board.v1 import desk_pb2
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import desk_events_pb2
from services.kernel.names import linked
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.verify.codec.values import EXAMINATION
from services.verify.domain.desk import collecting
from services.verify.domain.desk.barring import ALREADY_CHECKED
from services.verify.domain.desk.claim import Claim, Outcome, Verdict, of_number, together
from services.verify.domain.desk.prizes import PrizeKind, Stage
from services.verify.domain.desk.settlement import Settlement
from services.verify.domain.desk.state import Desk, State
from services.verify.domain.game.answering import Cry
from services.verify.views.desk import opened


def resource(snapshot: Snapshot[Any, State]) -> pb.ClaimDesk:
    """The desk as GetDesk answers it."""
    desk = opened(snapshot.state)
    made = pb.ClaimDesk(
        name=str(snapshot.name),
        version=snapshot.version,
        game=desk.game,
        claims=(claim(desk, each.call_out) for each in desk.claims),
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def claim(desk: Desk, call_out: int) -> pb.Claim:
    """One of the claims of a desk."""
    known = of_number(desk.claims, call_out)
    if known is None:
        raise TypeError(f"claim {call_out} was never opened, and has no view")
    made = pb.Claim(
        call_out=known.call_out,
        phase=phase(known),
        room=known.room,
        after_position=known.after_position,
        cry=game_pb2.Cry.Value(f"CRY_{known.cry.name}"),
        on_behalf=known.on_behalf,
        player=known.player,
        at=timestamp(known.at),
        together=together(desk.claims, known),
        read_by=known.read_by,
        reopened=known.reopened,
    )
    if known.ruling is not None:
        made.ruling = pb.Ruling.Value(f"RULING_{known.ruling.name}")
    if known.collected is not None:
        made.card = known.collected.card
        made.collected_by = known.collected.by
        made.examination.CopyFrom(EXAMINATION.to(known.collected.examination))
    if known.verified is not None:
        made.verified_by = known.verified.by
        made.unconfirmed.extend(known.verified.unconfirmed)
        made.witnesses.extend(known.verified.witnesses)
    _add_decisions(made, known)
    return made


def to_read(state: State, call_out: int) -> tuple[int, ...]:
    """The numbers of a claim's card that were read aloud."""
    known = of_number(opened(state).claims, call_out)
    return known.read if known is not None else ()


def phase(known: Claim) -> pb.ClaimPhase.ValueType:
    """What a claim waits for."""
    if known.decided is not None:
        return pb.CLAIM_PHASE_DECIDED
    if known.late and known.ruling is None:
        return pb.CLAIM_PHASE_TO_RULE
    if known.collected is None:
        return pb.CLAIM_PHASE_TO_COLLECT
    if not known.collected.examination.wins or known.verified is not None:
        return pb.CLAIM_PHASE_TO_DECIDE
    return pb.CLAIM_PHASE_TO_VERIFY if known.read_by else pb.CLAIM_PHASE_TO_READ


def frame(snapshot: Snapshot[Any, State]) -> desk_pb2.DeskFrame:
    """The desk as a room's display shows it."""
    desk = opened(snapshot.state)
    made = desk_pb2.DeskFrame(
        name=str(snapshot.name),
        version=snapshot.version,
        game=desk.game,
        claims=map(_frame_claim, desk.claims),
        prizes=(_frame_prize(each) for each in desk.settlements if each.stands),
    )
    if snapshot.at is not None:
        made.at.CopyFrom(timestamp(snapshot.at))
    return made


def linked_venues(snapshot: Snapshot[Any, State]) -> frozenset[str]:
    """The other venues in whose halls there are claims, which are shown there as well."""
    return linked(snapshot.name.venue, (each.room for each in opened(snapshot.state).claims))


def _add_decisions(made: pb.Claim, known: Claim) -> None:
    decided, elsewhere = known.decided, known.elsewhere
    if decided is not None:
        made.decision.outcome = desk_events_pb2.Outcome.Value(f"OUTCOME_{decided.outcome.name}")
        made.decision.stages.extend(map(_stage, decided.stages))
        made.decision.reason, made.decision.clause = decided.reason, decided.clause
        made.decision.position, made.decision.by = decided.position, decided.by
        made.decision.voided.extend(map(_stage, decided.voided))
    if known.not_followed is not None:
        made.not_followed.reason = known.not_followed.reason
        made.not_followed.clause = known.not_followed.clause
        made.not_followed.says = known.not_followed.says
    if elsewhere is not None:
        made.elsewhere.verdict = game_pb2.Verdict.Value(f"VERDICT_{elsewhere.verdict.name}")
        made.elsewhere.stages.extend(map(_stage, elsewhere.stages))
        made.elsewhere.by = elsewhere.by


def _stage(stage: Stage) -> game_pb2.Stage.ValueType:
    return game_pb2.Stage.Value(f"STAGE_{stage.name}")


def _frame_prize(known: Settlement) -> desk_pb2.FrameSettlement:
    """What a hall is told of a prize: how many share it, and no more of them."""
    shares = known.shares
    amount = shares[0].amount if shares else None
    return desk_pb2.FrameSettlement(
        title=known.title,
        won_on=known.position,
        prize=known.prize.shown if known.prize is not None else "",
        players=len(shares),
        each=amount.shown if amount is not None else "",
        jackpot=known.kind is PrizeKind.JACKPOT,
    )


def _frame_claim(known: Claim) -> desk_pb2.FrameClaim:
    made = desk_pb2.FrameClaim(call_out=known.call_out, room=known.room, check=_check(known))
    if known.collected is None:
        return made
    examination = known.collected.examination
    made.card, made.position = known.collected.card, examination.position
    made.face.extend(examination.face)
    made.width = examination.width
    made.called.extend(mark.number for mark in examination.called)
    if made.check == desk_pb2.FRAME_CHECK_VALID and known.decided is not None:
        won = [examination.finding(stage) for stage in known.decided.standing]
        made.stages.extend(each.title for each in won if each is not None)
        made.winning.extend(collecting.to_read(examination))
    elif known.decided is not None:
        made.says = _why(known)
    return made


def _check(known: Claim) -> desk_pb2.FrameCheck.ValueType:
    decided = known.decided
    if decided is None:
        waits = known.collected is None
        return desk_pb2.FRAME_CHECK_WAITING if waits else desk_pb2.FRAME_CHECK_CHECKING
    if decided.outcome is Outcome.ALLOWED:
        voided = known.elsewhere is not None and known.elsewhere.verdict is Verdict.VOIDED
        gone = voided or not decided.standing
        return desk_pb2.FRAME_CHECK_VOIDED if gone else desk_pb2.FRAME_CHECK_VALID
    if decided.reason == ALREADY_CHECKED.code:
        return desk_pb2.FRAME_CHECK_ALREADY_CHECKED
    return desk_pb2.FRAME_CHECK_NOT_VALID


def _why(known: Claim) -> str:
    """The sentence that goes with the reason of the decision, of the stage that was called out."""
    if known.decided is None or known.collected is None:
        return ""
    examination, bingo = known.collected.examination, known.cry is Cry.BINGO
    if examination.reason:
        return examination.says
    found = [each for each in examination.findings if each.reason == known.decided.reason]
    named = [each for each in found if (each.stage is Stage.SERIES) == bingo]
    return next((each.says for each in (*named, *found)), "")
