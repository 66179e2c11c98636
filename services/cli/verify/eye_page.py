"""What the house itself sees of its sold cards, in words."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.verify.v1 import eye_pb2
from services.cli.common.words import stage_word

_CONTRADICTED = {
    eye_pb2.CONTRADICTION_KIND_WON_NOT_COMPLETE: "was found or decided won, and is not complete",
    eye_pb2.CONTRADICTION_KIND_COMPLETE_NOT_WON: "is complete, and was found or decided not won",
    eye_pb2.CONTRADICTION_KIND_NO_CARD_COMPLETE: "was decided won, and no sold card completed it",
}


def told(sight: eye_pb2.Sight) -> Iterator[str]:
    """What is seen, the newest announcement first, then what a person has to look at."""
    if not sight.cards:
        yield "No cards to look at: none is sold here, or sales are not closed yet."
        return
    yield from _newest(sight)
    for each in sight.completed:
        yield _completed(each)
    for wrong in sight.contradictions:
        card = f"card {wrong.card}: " if wrong.card else ""
        stage = stage_word(wrong.stage)
        yield (
            f"CLAIM {wrong.call_out} DOES NOT AGREE: {card}the {stage} "
            f"{_CONTRADICTED.get(wrong.kind, 'is contradicted')} by the house's own count"
        )


def _newest(sight: eye_pb2.Sight) -> Iterator[str]:
    cards = f"{sight.cards:,} cards"
    if not sight.announcements:
        yield f"{cards}, before the first call."
        return
    last = sight.announcements[-1]
    what = "wrong, counts for nothing" if last.taken_back else f"{last.number}"
    yield f"{cards} after call {last.position} ({what}):"
    for stage in last.stages:
        name = stage_word(stage.stage)
        yield f"  {name}: {stage.completed:,} just completed, {stage.one_away:,} one away"


def _completed(card: eye_pb2.CompletedCard) -> str:
    on = f"card {card.card} completed the {stage_word(card.stage)} on call "
    on += f"{card.position} ({card.number})"
    if card.call_out:
        return f"claim {card.call_out}: {on}"
    if card.missed:
        return f"MISSED: {on}, and the next number came"
    return f"NOT CALLED OUT: {on}"
