"""Why a stage cannot be won by a claim, whatever its card is: it was won on another call, or the
very same card was checked for it at the same call (rules 5.4 and 5.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from services.kernel.law import Reason, clause
from services.verify.domain.desk.claim import Claim, Outcome, Verdict
from services.verify.domain.desk.examining import NOT_OF_THIS_GAME, Seen
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.desk.rules import StandsFor
from services.verify.domain.desk.state import Desk
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry

ALREADY_CHECKED = Reason(
    "ALREADY_CHECKED",
    "Card {card} was checked for the {stage} at call {position} with claim {call_out}: {outcome}.",
    "That decision stands: decide this claim as not valid; the player goes on playing.",
    clause="NZB-5.11",
)
STAGE_WON_BEFORE = Reason(
    "STAGE_WON_BEFORE",
    "The {stage} was won on call {won_on}; this claim is for call {position}.",
    "Only call outs after the same announcement share a prize: decide it as not valid.",
    clause="NZB-5.4",
)
CLAIM_BEFORE_THE_WINNER = Reason(
    "CLAIM_BEFORE_THE_WINNER",
    "This claim is for call {position}, before the {stage} was won on call {won_on}.",
    "Pay nothing for the {stage} yet. Have its winners voided first, by two persons in the draw; "
    "then decide this claim.",
    clause="NZB-5.10",
)
WON_IN_A_VOID_GAME = Reason(
    "WON_IN_A_VOID_GAME",
    "The game is void, and nobody had won the {stage} in it.",
    "Nothing more is won in a void game: decide it as not valid.",
)
NO_CARD_SHOWN = Reason(
    "NO_CARD_SHOWN",
    "The player had no card to show.",
    "The player goes on playing.",
    clause="NZB-5.7(c)",
)
NOISE_FOR_ANOTHER = Reason(
    "NOISE_FOR_ANOTHER",
    "Another person made a noise for the player; on a player's behalf only a word is a call out.",
    "The player goes on playing.",
    clause="NZB-5.3",
)
_NOT_JUDGED = (
    *(NO_CARD_SHOWN.code, NOISE_FOR_ANOTHER.code, ALREADY_CHECKED.code),
    *(reason.code for reason in NOT_OF_THIS_GAME),
)
"""Reasons for which a claim was refused without a judgement of the card that bears this number in
this game: another game's card 1, or a serial number that was mistyped, says nothing of ours."""


def bars(desk: Desk, claim: Claim, seen: Seen, card: int) -> Callable[[game.Stage, int], None]:
    """What bars a claim from a stage on a call, for `examine_card`."""

    def barred(stage: game.Stage, position: int) -> None:
        not_checked_before(desk, claim, card, stage, position)
        still_to_be_won(desk, claim, seen, stage, position)

    return barred


@clause("NZB-5.11")
def not_checked_before(
    desk: Desk, claim: Claim, card: int, stage: game.Stage, position: int
) -> None:
    """A card is decided once for a stage and a call. With a later call it may come again: a player
    who was wrong plays on. A win that was voided since bars nobody."""
    for other in desk.claims:
        decided, collected = other.decided, other.collected
        if other.call_out == claim.call_out or decided is None or collected is None:
            continue
        looked_at = decided.outcome is not Outcome.FORFEITED and decided.reason not in _NOT_JUDGED
        same = (collected.card, decided.position) == (card, position)
        judged = Stage(stage.stage) in claimed(desk, other, (stage,))
        if looked_at and same and judged and Stage(stage.stage) not in decided.voided:
            raise ALREADY_CHECKED(
                card=card,
                stage=stage.title,
                position=position,
                call_out=other.call_out,
                outcome=decided.outcome.name.lower(),
            )


def still_to_be_won(desk: Desk, claim: Claim, seen: Seen, stage: game.Stage, position: int) -> None:
    """A stage is won on one call, and shared by those who called out after the same one."""
    won_on = {on for on in _won_on(desk, claim, seen, Stage(stage.stage))}
    if not won_on and seen.void:
        raise WON_IN_A_VOID_GAME(stage=stage.title)
    for on in won_on - {position}:
        reason = CLAIM_BEFORE_THE_WINNER if position < on else STAGE_WON_BEFORE
        raise reason(stage=stage.title, won_on=on, position=position)


def claimed(desk: Desk, claim: Claim, stages: tuple[game.Stage, ...]) -> tuple[Stage, ...]:
    """Which of these stages a call out stands for: every one, or by profile those that the word
    names. A noise names none, and stands for every one."""
    every = tuple(Stage(each.stage) for each in stages)
    if desk.rules.stands_for is StandsFor.EVERY_STAGE or claim.cry is Cry.NOISE:
        return every
    bingo = claim.cry is Cry.BINGO
    return tuple(each for each in every if (each is Stage.SERIES) == bingo)


def _won_on(desk: Desk, claim: Claim, seen: Seen, stage: Stage) -> Iterator[int]:
    """The calls on which others have won the stage, by the draw's record and the desk's own."""
    for won in seen.won:
        if won.stage == stage.value and set(won.call_outs) != {claim.call_out}:
            yield won.position
    for other in desk.claims:
        if other.call_out == claim.call_out or other.decided is None:
            continue
        voided = other.elsewhere is not None and other.elsewhere.verdict is Verdict.VOIDED
        allowed = other.decided.outcome is Outcome.ALLOWED and not voided
        if allowed and stage in other.decided.standing:
            yield other.decided.position
