"""What is in a game, in words: numbers with their letters, posts, decisions, marks of a call."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import Any

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    Cry,
    ErrorKind,
    HoldCause,
    IrregularityKind,
    Post,
    Remedy,
    Verdict,
)
from services.cli.common.output import clock_time, plain
from services.cli.common.words import UNKNOWN, stage_word

IRREGULARITIES = {
    IrregularityKind.RETURNED: "objects were put back",
    IrregularityKind.STUCK: "an object is stuck",
    IrregularityKind.DEFECT: "an object is not like the others",
    IrregularityKind.SELECTOR: "the selector does not work",
}
REMEDIES = {
    Remedy.REBUILT: "rebuilt from players' cards",
    Remedy.PUT_RIGHT: "put right",
    Remedy.SWITCHED: "another selector taken",
    Remedy.VOID: "the game is void",
}
PROPOSALS = {
    game_pb2.PROPOSAL_KIND_CORRECTION: "a correction",
    game_pb2.PROPOSAL_KIND_VOID_WINNERS: "winners to be voided",
    game_pb2.PROPOSAL_KIND_HAND_CALLS: "numbers called by hand",
    game_pb2.PROPOSAL_KIND_DECISION: "a call out decided again",
}


def word(words: type[enum.IntEnum], number: int) -> str:
    """An enum's value as people say it: "electronic", "not valid"."""
    found = next((each for each in words if each == number), None)
    return UNKNOWN if found is None else found.name.lower().replace("_", " ")


def _of(words: Mapping[Any, str], number: int) -> str:
    """The words for a value of a message."""
    return words.get(number, UNKNOWN)


def cause_word(cause: int) -> str:
    """Why a game is held: "alarm"."""
    return word(HoldCause, cause)


def post_word(post: int) -> str:
    """ "deputy supervisor"."""
    return word(Post, post)


def called(call: game_pb2.Call) -> str:
    """ "17", or "B 7" where numbers have letters."""
    return f"{call.letter} {call.number}".strip()


def marks(call: game_pb2.Call) -> Iterator[str]:
    """What is out of the ordinary with a call."""
    if call.taken_back:
        yield "taken back, counts for nothing"
    elif not call.confirmed:
        yield "not confirmed"
    if call.by_hand:
        yield "by hand"
    if call.after_the_end:
        yield "after the end"


def error(wrong: game_pb2.CallError, zone: tzinfo) -> str:
    """ "71 spoken wrongly, struck out; corrected 19:31:05 by cal"."""
    struck = "" if wrong.kind == game_pb2.ERROR_KIND_SHOWN else ", struck out"
    at, by = clock_time(wrong.corrected_at, zone), plain(wrong.corrected_by)
    return f"{wrong.wrong} {word(ErrorKind, wrong.kind)} wrongly{struck}; corrected {at} by {by}"


def cry(call_out: game_pb2.CallOut) -> str:
    """'"line"', or that another cried it for the player."""
    told = f'"{word(Cry, call_out.cry)}"'
    return f"{told} for the player" if call_out.on_behalf else told


def answers(call_out: game_pb2.CallOut) -> str:
    """ "after call 45", or that it was entered for a call that is not on record."""
    told = f"after call {call_out.after_position}"
    if call_out.asked > call_out.after_position:
        return f"{told}, entered for call {call_out.asked}"
    return told


def decision(call_out: game_pb2.CallOut) -> str:
    """How a call out was decided."""
    if not call_out.HasField("decided"):
        return "to be judged again" if call_out.reopened else "undecided"
    decided = call_out.decided
    told = word(Verdict, decided.verdict)
    if decided.stages:
        told += f", wins {' and '.join(map(stage_word, decided.stages))}"
    if decided.ruled_in_time:
        told += ", ruled in time"
    if decided.unverified:
        told += f", unverified, by {plain(decided.by)}"
    return told


def call_out_marks(call_out: game_pb2.CallOut) -> str:
    """ "late, outside play"."""
    told = [
        *(["late"] if call_out.late else []),
        *(["outside play"] if call_out.outside_play else []),
        *(["verify comes to another decision"] if call_out.differs else []),
    ]
    return ", ".join(told)


def irregularity(each: game_pb2.Irregularity, zone: tzinfo) -> tuple[str, ...]:
    """An irregularity in cells: number, what, when and by whom, what was decided."""
    what = _of(IRREGULARITIES, each.kind)
    if each.ball:
        what += f" ({each.ball})"
    decided = "undecided: no number comes"
    if each.remedy:
        remedy = _of(REMEDIES, each.remedy)
        decided = f"{remedy}, by {plain(each.decided_by)}"
    reported = f"{clock_time(each.at, zone)} by {plain(each.by)}"
    return str(each.irregularity), what, reported, plain(each.reason), decided


def proposal(each: game_pb2.Proposal, zone: tzinfo) -> tuple[str, ...]:
    """A proposal in cells: number, what, when and by whom, what it comes to."""
    what = PROPOSALS.get(each.kind, UNKNOWN)
    told = []
    if each.HasField("correction"):
        right = each.correction
        kind = word(ErrorKind, right.kind)
        told.append(f"call {right.position}: {right.wrong} {kind} wrongly, {right.right} is right")
        if right.swaps:
            told.append(f"call {right.swaps}: the other way round")
    if each.HasField("decision"):
        told.append(plain(each.reason))
    if each.voids:
        told.append(f"voids the winners of the {' and the '.join(map(stage_word, each.voids))}")
    if each.call_outs:
        told.append(f"of call out {' and '.join(map(str, each.call_outs))}")
    if each.hand_calls:
        told.append(" ".join(str(call.number) for call in each.hand_calls))
    by = f"{clock_time(each.at, zone)} by {plain(each.by)}"
    return str(each.proposal), what, by, "; ".join(told), "waits for a second person"
