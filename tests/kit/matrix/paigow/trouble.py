"""The RPCs for what goes wrong, and of reading."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from eyesdown.paigow.v1 import sitting_pb2
from tests.kit.matrix.paigow.common import (
    BOXES,
    CASINO,
    READERS,
    REASON,
    WHY,
    casinos,
    dealers,
    supervisors,
    until,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.paigow import laid, request_id
from tests.kit.paigow_play import TablePlay


def restrictions(play: TablePlay) -> str:
    """The restrictions of the year."""
    return f"venues/{play.floor.venue}/restrictions/{play.floor.day[:4]}"


ROWS: Mapping[str, Row] = {
    "DecideDifference": supervisors(
        "stopped",
        {"entered_stands": True, **REASON},
        other={"entered_stands": False},
        refused=(Refusal("showdown", "NOTHING_DIFFERS"),),
        # Who saw the table before a difference was put on record saw what there is to decide.
        stale=lambda play: {"version": play.sitting.version + 1},
        malformed=WHY,
    ),
    "RecordExposure": dealers(
        "dealt",
        {"box": 2, "tiles": [0, 1], "by_dealer": True},
        other={"tiles": [0]},
        refused=(Refusal("dealt", "NOT_IN_HAND", changes={"tiles": [9]}),),
        malformed={**BOXES, "tiles": ([],)},
    ),
    "RecordViewed": dealers(
        "dealt",
        {"box": 2},
        other={"box": 4},
        refused=(Refusal("dealt", "NO_HAND", changes={"box": 7}),),
        malformed=BOXES,
    ),
    "CallHandVoid": dealers(
        "shown",
        {"box": 2},
        other={"box": 4},
        refused=(
            Refusal("dealt", "NO_MISDEAL", "PG-10.4"),
            Refusal("dealt", "HOUSE_PLAYS_ON", "PG-10.6", {"box": 1}),
        ),
        malformed=BOXES,
    ),
    "OrderReshuffle": supervisors(
        "stacked",
        REASON,
        other={"reason": "another"},
        refused=(Refusal("exposing", "TOO_LATE_TO_RESHUFFLE", "PG-10.5"),),
        malformed=WHY,
    ),
    "DeclareMisdeal": supervisors(
        "dealt",
        REASON,
        other={"reason": "another"},
        refused=(
            Refusal("paid", "WINNER_WAS_PAID", "PG-10.14"),
            Refusal("wagered", "NOT_NOW"),
        ),
        malformed=WHY,
    ),
    "RecordDisturbed": dealers(
        "showdown",
        {"box": 2},
        other={"box": 4},
        refused=(Refusal("showdown", "NOT_BEING_EXPOSED", "PG-10.15", {"box": 4}),),
        malformed=BOXES,
    ),
    "CorrectDeal": supervisors(
        "dealt",
        {"box": 2, "tiles": [0, 1, 2, 4]},
        other={"tiles": [0, 1, 2, 5]},
        refused=(
            Refusal("exposing", "SHOWN_BEFORE"),
            Refusal("dealt", "TILE_TWICE", changes={"tiles": [0, 1, 2, 20]}),
            Refusal("wagered", "NOT_NOW"),
        ),
        malformed={**BOXES, "tiles": ([0] * 33,)},
    ),
    "CorrectDice": supervisors(
        "shaken",
        {"dice": [1, 1, 2]},
        other={"dice": [1, 1, 3]},
        refused=(Refusal("dealt", "DEALT_BY_THESE_DICE"), Refusal("wagered", "NOT_NOW")),
        malformed={"dice": ([1, 1],), "dice[0]": ([0, 1, 1], [7, 1, 1])},
    ),
    "RecordFouled": dealers(
        "showdown",
        {"box": 2, "laid": laid(((2, 3), (0, 1)))},
        other={"box": 4},
        refused=(
            Refusal("showdown", "NOT_FOULED", changes={"laid": laid(((0, 1), (2, 3)))}),
            Refusal("dealt", "NOT_NOW"),
        ),
        malformed={**BOXES, "laid": (None,)},
    ),
    "RecordMixedHands": supervisors(
        "dealt",
        {"boxes": [2, 4], "reconstructed": False},
        other={"reconstructed": True},
        refused=(Refusal("dealt", "ONE_HAND_ALONE", "PG-10.16", {"boxes": [2]}),),
        malformed={"boxes": ([], [2, 2]), "boxes[0]": ([9, 2],)},
    ),
    "OrderRemoval": supervisors(
        "full",
        {"gone": 1, "suspicion": "signs"},
        other={"suspicion": "talk"},
        refused=(Refusal("seated", "NOT_ALL_BOXES_IN_PLAY", "PG-10.9"),),
        malformed={"gone": (0, 3), "box": (9,), "suspicion": ("",)},
    ),
    "ShakeForRemoval": dealers(
        "removing",
        {"removal": 1, "dice": [1, 1, 1], "off_box": 3},
        other={"dice": [1, 1, 2]},
        refused=(
            Refusal("removing", "OTHER_BOX", "PG-10.10", {"off_box": 4}),
            Refusal("removing", "HOUSES_BOX", "PG-10.11", {"dice": [1, 2, 6], "off_box": 1}),
        ),
        malformed={"removal": (0,), "dice": ([1],), "off_box": (9,)},
    ),
    "AcknowledgeNotice": casinos(
        "removing",
        {"removal": 1},
        other={"removal": 2},
        refused=(Refusal("full", "NO_SUCH_REMOVAL"),),
        malformed={"removal": (0,)},
    ),
    "DecideRemoval": casinos(
        "noticed",
        {"removal": 1, "out": True},
        other={"out": False},
        refused=(
            Refusal("removing", "NOT_ACKNOWLEDGED", "PG-10.9"),
            Refusal("off", "DECIDED_BEFORE", "PG-10.9"),
        ),
        malformed={"removal": (0,)},
    ),
    "Reinstate": casinos(
        "off",
        {"removal": 1},
        other={"removal": 2},
        refused=(Refusal("noticed", "NOT_DECIDED", "PG-10.9"),),
        malformed={"removal": (0,)},
    ),
    "DirectToSetFirst": casinos(
        "seated",
        {"boxes": [2], **REASON},
        other={"boxes": [4]},
        refused=(Refusal("open", "BOX_EMPTY"), Refusal("closed", "SITTING_CLOSED")),
        malformed={"boxes": ([2, 2],), **WHY},
    ),
    "DirectEnglish": casinos(
        "open",
        {"only": True, **REASON},
        other={"reason": "another"},
        refused=(Refusal("closed", "SITTING_CLOSED"),),
        malformed=WHY,
    ),
    "OpenDispute": supervisors(
        "settled",
        {"round": 1, "box": 4, "about": "a push", "recording": "camera 7"},
        other={"box": 5},
        refused=(
            Refusal("open", "NO_SUCH_ROUND"),
            Refusal("settled", "NOT_IN_ROUND", changes={"box": 8}),
        ),
        malformed={**BOXES, "round": (0,), "about": ("", " "), "recording": (LONG,)},
    ),
    "RuleDispute": casinos(
        "disputed",
        {"dispute": 1, "finding": sitting_pb2.FINDING_FOR_PLAYER, "amount": 20_00, **REASON},
        other={"amount": 10_00},
        refused=(
            Refusal("settled", "DISPUTE_UNKNOWN"),
            Refusal("disputed", "RULING_WITHOUT_MONEY", changes={"amount": 0}),
        ),
        malformed={"dispute": (0,), "finding": (0, 9), "amount": (-1,), **WHY},
    ),
    "ReviewDispute": Row(
        "ruled",
        "casino2",
        {"dispute": 1},
        CASINO,
        other={"dispute": 2},
        refused=(Refusal("disputed", "NOT_RULED"),),
        malformed={"dispute": (0,)},
    ),
    "RestrictPlayers": casinos(
        "open",
        {"players": ["card-1", "card-2"], "until": until(3), **REASON},
        other={"players": ["card-1", "card-3"]},
        refused=(Refusal("open", "OVER_BEFORE_IT_BEGINS", "PG-10.13(b)", {"until": until(-3)}),),
        malformed={
            "players": ([], ["card-1"], ["card-1", "card-1"]),
            "players[0]": (["A B", "card-1"],),
            "until": (None, Timestamp(seconds=10**15)),
            **WHY,
        },
    ),
    "LiftRestriction": casinos(
        "restricted",
        lambda play: pb.LiftRestrictionRequest(
            request_id=request_id(),
            name=restrictions(play),
            restriction=play.restriction,
            reason=REASON["reason"],
        ),
        other={"restriction": 300},
        refused=(Refusal("restricted", "NO_SUCH_RESTRICTION", "", {"restriction": 400}),),
        malformed={"restriction": (0,), **WHY},
    ),
    "GetSitting": Row("open", "auditor", {}, READERS),
    "GetRound": Row("cut", "auditor", {"round": 1}, READERS, malformed={"round": (0,)}),
    "ListSittings": Row(
        "open",
        "auditor",
        {},
        READERS,
        malformed={
            "filter.day": (
                pb.ListSittingsRequest.Filter(day="today"),
                pb.ListSittingsRequest.Filter(day="2026-02-30"),
            ),
        },
    ),
    "WatchSitting": Row("open", "auditor", {}, READERS),
    "GetRestrictions": Row(
        "restricted",
        "auditor",
        lambda play: pb.GetRestrictionsRequest(name=restrictions(play)),
        READERS,
    ),
}
