"""What the house sees of a game: which sold cards completed a stage, who called out for them, and
which claims do not agree with it."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from services.verify.domain.cards import judging
from services.verify.domain.desk.claim import Claim, Claims, Verdict
from services.verify.domain.desk.examining import answered, judged_on, see
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.desk.state import Desk
from services.verify.domain.game.game import Game
from services.verify.eye.engine import Engine
from services.verify.eye.timeline import Step

_BY_NUMBERS = frozenset(
    each.code
    for each in (
        judging.NUMBER_NOT_CALLED,
        judging.NUMBER_NOT_DRAWN,
        judging.NOT_ON_LAST_NUMBER,
    )
)
"""Why a card wins nothing as far as its numbers go, which is all that is seen here."""


class Kind(enum.Enum):
    """How a claim does not agree with what is seen.

    WON_NOT_COMPLETE: a stage is found won, or was decided so, on a card that does not have it
    complete. COMPLETE_NOT_WON: the card has it complete, and is found or was decided not to.
    NO_CARD_COMPLETE: a stage was decided as won on a call on which no sold card completed it.
    """

    WON_NOT_COMPLETE = 1
    COMPLETE_NOT_WON = 2
    NO_CARD_COMPLETE = 3


@dataclass(frozen=True, slots=True)
class Completed:
    """A sold card that completed a stage on a call, with this number. `call_out` is the claim that
    it was collected for, 0 for none; `missed`: the next number has been announced since."""

    stage: Stage
    card: int
    position: int
    number: int
    call_out: int
    missed: bool


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A claim that does not agree with what is seen; `card` is 0 where none was collected."""

    call_out: int
    card: int
    stage: Stage
    kind: Kind


@dataclass(frozen=True, slots=True)
class Sight:
    """All that is seen. `version` is how many commits of the game, its desk and its sales blocks it
    rests on; `cards` how many cards are sold and looked at; of the steps' cards `completed` has
    those that are told by number."""

    version: int
    game_version: int
    desk_version: int
    cards: int
    steps: tuple[Step, ...]
    completed: tuple[Completed, ...]
    contradictions: tuple[Contradiction, ...]

    @property
    def silent(self) -> int:
        """How many cards completed a stage on the last number, and nobody has shown them yet."""
        return sum(not each.missed and not each.call_out for each in self.completed)

    @property
    def missed(self) -> int:
        """How many completed a stage, and nobody showed them before the next number."""
        return sum(each.missed and not each.call_out for each in self.completed)


def sight(
    desk: Desk, game: Game, versions: tuple[int, int, int], engine: Engine, steps: tuple[Step, ...]
) -> Sight:
    """What is seen; `versions` are those of the game, of the desk, and of all blocks added up."""
    return Sight(
        sum(versions),
        versions[0],
        versions[1],
        engine.cards,
        steps,
        tuple(_completed(desk.claims, steps)),
        tuple(_contradictions(desk, game, versions[0], engine, steps)),
    )


def _completed(claims: Claims, steps: tuple[Step, ...]) -> Iterator[Completed]:
    """Each card and stage once, on the first announcement that completed it."""
    told: set[tuple[int, int]] = set()
    last_call = max((i for i, step in enumerate(steps) if not step.said.correction), default=0)
    for index, step in enumerate(steps):
        for seen in step.seen:
            for card in seen.look.cards:
                if (seen.stage.stage, card) in told:
                    continue
                told.add((seen.stage.stage, card))
                yield Completed(
                    Stage(seen.stage.stage),
                    card,
                    step.said.position,
                    step.said.number,
                    _claim_of(claims, card, step.said.position),
                    index < last_call,
                )


def _claim_of(claims: Claims, card: int, position: int) -> int:
    """The first claim with a card from a call on; 0 for none."""
    shown = (
        each.call_out
        for each in claims
        if each.collected is not None
        and each.collected.card == card
        and each.after_position >= position
    )
    return next(shown, 0)


def _contradictions(
    desk: Desk, game: Game, version: int, engine: Engine, steps: tuple[Step, ...]
) -> Iterator[Contradiction]:
    if not engine.cards:
        return  # cards of other venues are not seen here
    for claim in desk.claims:
        if claim.linked:
            continue
        if claim.collected is None:
            yield from _without_card(claim, game, version, steps)
        else:
            card = claim.collected.card
            found = _wins(desk, game, version, engine, claim)
            for stage, says in _said(claim).items():
                if says is not found.get(stage, False):
                    kind = Kind.WON_NOT_COMPLETE if says else Kind.COMPLETE_NOT_WON
                    yield Contradiction(claim.call_out, card, stage, kind)


def _said(claim: Claim) -> dict[Stage, bool]:
    """Whether the card of a claim has each stage complete, as far as anything says so: what was
    found when it was collected, and what was decided since, by whomever."""
    if claim.collected is None:
        return {}
    said = {
        each.stage: each.wins
        for each in claim.collected.examination.findings
        if each.wins or each.reason in _BY_NUMBERS
    }
    if claim.decided is not None:
        said |= dict.fromkeys(claim.decided.standing, True)
    if claim.elsewhere is not None and claim.elsewhere.verdict is Verdict.VALID:
        said |= dict.fromkeys(claim.elsewhere.stages, True)
    if claim.elsewhere is not None and claim.elsewhere.verdict is Verdict.NOT_VALID:
        said |= dict.fromkeys(said, False)
    return said


def _wins(desk: Desk, game: Game, version: int, engine: Engine, claim: Claim) -> dict[Stage, bool]:
    """Which stages the card of a claim has complete by our own count, on a last number where that
    is asked for; none for a card that was not sold."""
    if claim.collected is None:
        return {}
    seen = see(game, version, claim.call_out)
    said = answered(seen)
    readings = desk.rules.readings(seen.window_ends)
    called = [each.number for each in said if not each.taken_back]
    last = judging.last_numbers(said, readings)
    checks = engine.check(claim.collected.card, called, last)
    stages = (Stage(each.stage) for each in game.stages)
    return {
        stage: check.complete and (check.on_last or not readings.last_number)
        for stage, check in zip(stages, checks, strict=False)
    }


def _without_card(
    claim: Claim, game: Game, version: int, steps: tuple[Step, ...]
) -> Iterator[Contradiction]:
    """A stage that a supervisor gave in the draw, on a call that completed it on no sold card."""
    if claim.elsewhere is None or claim.elsewhere.verdict is not Verdict.VALID:
        return
    on = judged_on(see(game, version, claim.call_out))
    for stage in claim.elsewhere.stages:
        looks = [step.of(stage.value) for step in steps if step.said.position == on]
        if not any(look is not None and look.completed for look in looks):
            yield Contradiction(claim.call_out, 0, stage, Kind.NO_CARD_COMPLETE)
