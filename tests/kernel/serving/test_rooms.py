"""A room of one's own venue is the same room whether it is named in short or in full."""

from __future__ import annotations

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.verify.v1 import claim_service_pb2, prize_service_pb2
from services.kernel.serving import policy
from services.kernel.serving.rooms import in_one_form

DRAW = policy.read(["eyesdown.draw.v1.DrawService"])
VERIFY = policy.read(["eyesdown.verify.v1.ClaimService", "eyesdown.verify.v1.PrizeService"])
GAME = "venues/akl/games/2026-11-29-07"
HERE, THERE = "venues/akl/rooms/main", "venues/wlg/rooms/main"


def draw(method: str) -> policy.Rule:
    """The rule of a call of the draw."""
    return DRAW[f"/eyesdown.draw.v1.DrawService/{method}"]


def test_every_field_of_a_request_that_names_rooms_is_known():
    named = {rule.action: rule.rooms for rule in (*DRAW.values(), *VERIFY.values()) if rule.rooms}
    assert named == {
        "open_game": ("rooms",),
        "assign_staff": ("room",),
        "record_attendance": ("room",),
        "check_hearing": ("room",),
        "inspect_equipment": ("room",),
        "call_out": ("room",),
        "confirm_in_room": ("room",),
        "go_on_without_rooms": ("rooms",),
        "collect_card": ("room",),
        "read_card": ("room",),
        "decide_claim": ("room",),
        "rule_late_claim": ("room",),
        "pay_prize": ("room",),
        "sign_payment": ("room",),
        "reject_payment": ("room",),
        "record_recovery": ("room",),
    }


def test_a_room_here_is_written_in_short_and_one_elsewhere_in_full():
    for given, taken in ((HERE, "main"), ("main", "main"), (THERE, THERE), ("", "")):
        call_out = pb.CallOutRequest(name=GAME, room=given)
        in_one_form(draw("CallOut"), call_out)
        assert call_out.room == taken
    opening = pb.OpenGameRequest(parent="venues/akl", rooms=[HERE, THERE])
    in_one_form(draw("OpenGame"), opening)
    assert opening.rooms == ["main", THERE]


def test_a_desk_s_rooms_are_those_of_its_venue():
    desk = "venues/akl/claimDesks/2026-11-29-07"
    card = claim_service_pb2.CollectCardRequest(name=desk, room=HERE)
    in_one_form(VERIFY["/eyesdown.verify.v1.ClaimService/CollectCard"], card)
    assert card.room == "main"
    pay = prize_service_pb2.PayPrizeRequest(name=desk, room=HERE)
    in_one_form(VERIFY["/eyesdown.verify.v1.PrizeService/PayPrize"], pay)
    assert pay.room == "main"


def test_what_names_no_room_or_no_venue_is_left_for_the_contract_to_tell():
    for name, given in ((GAME, "wlg/main"), (GAME, "Main"), ("akl", HERE), ("", HERE)):
        request = pb.CallOutRequest(name=name, room=given)
        in_one_form(draw("CallOut"), request)
        assert request.room == given
