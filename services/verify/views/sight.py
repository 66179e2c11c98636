"""What supervisors see of the sold cards of a game."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import eye_pb2
from services.kernel.names import Name
from services.verify import names
from services.verify.domain.desk.prizes import Stage
from services.verify.eye.sight import Sight
from services.verify.eye.timeline import Step


def resource(desk: Name, sight: Sight) -> eye_pb2.Sight:
    """The sight as GetSight answers it."""
    return eye_pb2.Sight(
        name=str(desk),
        version=sight.version,
        game=str(names.game_of(desk)),
        game_version=sight.game_version,
        desk_version=sight.desk_version,
        cards=sight.cards,
        announcements=map(_announcement, sight.steps),
        completed=(
            eye_pb2.CompletedCard(
                stage=_stage(each.stage),
                card=each.card,
                position=each.position,
                number=each.number,
                call_out=each.call_out,
                missed=each.missed,
            )
            for each in sight.completed
        ),
        contradictions=(
            eye_pb2.Contradiction(
                call_out=each.call_out,
                card=each.card,
                stage=_stage(each.stage),
                kind=eye_pb2.ContradictionKind.Value(f"CONTRADICTION_KIND_{each.kind.name}"),
            )
            for each in sight.contradictions
        ),
    )


def _announcement(step: Step) -> eye_pb2.SeenAnnouncement:
    made = eye_pb2.SeenAnnouncement(
        position=step.said.position,
        number=step.said.number,
        correction=step.said.correction,
        taken_back=step.said.taken_back,
    )
    for seen in step.seen:
        made.stages.add(
            stage=_stage(Stage(seen.stage.stage)),
            completed=seen.look.completed,
            one_away=seen.look.one_away,
        )
    return made


def _stage(stage: Stage) -> game_pb2.Stage.ValueType:
    return game_pb2.Stage.Value(f"STAGE_{stage.name}")
