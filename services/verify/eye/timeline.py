"""What was seen after each announcement of a game, kept up with the draw's record.

A correction changes what had been announced from some point on. What comes before it stays; the
engine goes back to there, a number at a time, and forth again by what is on record now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from services.verify.domain.game.announcing import Said, counted, counts
from services.verify.domain.game.game import Game, Stage
from services.verify.eye.engine import Engine, Look


@dataclass(frozen=True, slots=True)
class Seen:
    """A stage of the game, and what all sold cards were for it."""

    stage: Stage
    look: Look


@dataclass(frozen=True, slots=True)
class Step:
    """An announcement, and the stages that were played for then."""

    said: Said
    seen: tuple[Seen, ...]

    @property
    def open(self) -> tuple[int, ...]:
        """The stages that were played for, by the draw's numbers."""
        return tuple(each.stage.stage for each in self.seen)

    def of(self, stage: int) -> Look | None:
        """What was seen of a stage."""
        return next((each.look for each in self.seen if each.stage.stage == stage), None)


class Timeline:
    """The steps of a game so far."""

    def __init__(self, engine: Engine, stages: Sequence[Stage]) -> None:
        """`engine` counts the patterns of these stages, in this order, and has counted nothing."""
        self._engine = engine
        self._stages = tuple(stages)
        self.steps: tuple[Step, ...] = ()

    def again(self) -> None:
        """Look at everything anew: other cards are sold."""
        self.steps = ()

    def follow(self, game: Game) -> None:
        """See what the game has announced since, or puts right now."""
        wanted = list(zip(game.said, _open(game), strict=True))
        same = 0
        for step, (said, stages) in zip(self.steps, wanted, strict=False):
            if (step.said, step.open) != (said, stages):
                break
            same += 1
        if same == len(wanted) == len(self.steps):
            return
        self._engine.exactly({each.number for each in counted(game.said[:same])})
        kept = self.steps[:same]
        self.steps = kept + tuple(self._step(said, stages) for said, stages in wanted[same:])

    def _step(self, said: Said, stages: tuple[int, ...]) -> Step:
        """What counts for nothing completes nothing."""
        by = said.number if counts(said) else 0
        if by:
            self._engine.call(by)
        return Step(
            said,
            tuple(
                Seen(stage, self._engine.look(place, by))
                for place, stage in enumerate(self._stages)
                if stage.stage in stages
            ),
        )


def _open(game: Game) -> Iterator[tuple[int, ...]]:
    """Of each announcement the stages that were played for: all that had not been won on a call
    before."""
    reached = 0
    won = {each.stage: each.position for each in game.won}
    for said in game.said:
        reached = max(reached, said.position)
        yield tuple(each.stage for each in game.stages if won.get(each.stage, reached) >= reached)
