"""What every room calls the same: stages, how games stand and end, rooms of a venue."""

from __future__ import annotations

from eyesdown.board.v1 import board_pb2
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Ending, Phase, Stage
from services.cli.common.output import amount, plain

UNKNOWN = "unknown"
STAGES = {
    Stage.PART_SERIES: "line",
    Stage.SECOND_PART_SERIES: "second line",
    Stage.THIRD_PART_SERIES: "third line",
    Stage.FOURTH_PART_SERIES: "fourth line",
    Stage.SERIES: "bingo",
}
PHASES = {
    Phase.WAITING: "waiting to be announced",
    Phase.IN_PLAY: "in play",
    Phase.PAUSED: "paused for a claim",
    Phase.HELD: "held",
    Phase.ENDED: "ended",
}
VOID = "void"
ENDINGS = {
    Ending.COMPLETED: "every stage is won",
    Ending.EXHAUSTED: "every number was called",
    Ending.ABANDONED: "ended early",
    Ending.VOID: "it is void",
}


def stage_word(stage: int) -> str:
    """ "line", "second line", "bingo"."""
    return next((word for each, word in STAGES.items() if each == stage), UNKNOWN)


def prize_words(stage: game_pb2.StagePrize) -> str:
    """ "NZD 500.00", "30 % of the receipts", or that it is not fixed."""
    if stage.HasField("prize"):
        return amount(stage.prize)
    return f"{stage.share / 100:g} % of the receipts" if stage.share else "not fixed"


def phase_words(phase: int) -> str:
    """A phase of a game, or of its frame, as people say it."""
    if phase == board_pb2.GAME_PHASE_VOID:
        return VOID
    return next((words for each, words in PHASES.items() if each == phase), UNKNOWN)


def ending_words(ending: int, reason: str = "") -> str:
    """Why a game ended, as people say it."""
    if reason:
        return plain(reason)
    return next((words for each, words in ENDINGS.items() if each == ending), UNKNOWN)


def room_words(room: str) -> str:
    """A room of the game's own venue by its id, of another "wlg/main"."""
    match room.split("/"):
        case ["venues", venue, "rooms", its_id]:
            return f"{venue}/{its_id}"
    return room
