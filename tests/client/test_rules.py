"""By which rules a house plays, by the client: what it sends to whom."""

from __future__ import annotations

from eyesdown.common.v1 import profile_service_pb2 as rpc
from eyesdown.common.v1 import profiles_pb2
from eyesdown_client import Eyesdown, ProfileStanding
from tests.client.house import House

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
NAME = "venues/akl/profileBooks/2026"
TEXT = bytes(range(32))
BOOK = profiles_pb2.ProfileBook(
    name=NAME, version=1, changes=[profiles_pb2.ProfileChange(change=1, put_forward_by="mere")]
)


async def test_a_text_is_put_forward(house: House, eyesdown: Eyesdown):
    house.answers("PutProfileForward", rpc.PutProfileForwardResponse(book=BOOK, change=1))
    made = await eyesdown.profiles.put_forward(
        "nz-casino-bingo", venue="akl", sha256=TEXT, note="Fridays", request_id=RID
    )
    assert (made.book, made.change) == (BOOK, 1)
    (call,) = house.calls
    assert call.request == rpc.PutProfileForwardRequest(
        request_id=RID,
        parent="venues/akl",
        profile="nz-casino-bingo",
        sha256=TEXT,
        note="Fridays",
    )


async def test_it_is_approved_and_withdrawn(house: House, eyesdown: Eyesdown):
    house.answers("ApproveProfile", rpc.ApproveProfileResponse(book=BOOK))
    house.answers("WithdrawProfile", rpc.WithdrawProfileResponse(book=BOOK))
    approved = await eyesdown.profiles.approve(NAME, change=1, sha256=TEXT, request_id=RID)
    withdrawn = await eyesdown.profiles.withdraw(
        NAME, change=1, reason="a fault", validate_only=True, request_id=RID
    )
    assert (approved, withdrawn) == (BOOK, BOOK)
    assert [call.request for call in house.calls] == [
        rpc.ApproveProfileRequest(request_id=RID, name=NAME, change=1, sha256=TEXT),
        rpc.WithdrawProfileRequest(
            request_id=RID, name=NAME, change=1, reason="a fault", validate_only=True
        ),
    ]


async def test_books_and_profiles_are_looked_at(house: House, eyesdown: Eyesdown):
    house.answers("GetProfileBook", rpc.GetProfileBookResponse(book=BOOK))
    stands = profiles_pb2.ProfileApproval(standing=profiles_pb2.PROFILE_STANDING_APPROVED)
    one = rpc.ListProfilesResponse.LoadedProfile(profile="nz-casino-bingo", approval=stands)
    house.answers("ListProfiles", rpc.ListProfilesResponse(profiles=[one], demanded=True))
    assert await eyesdown.profiles.get_profile_book(NAME) == BOOK
    listed = await eyesdown.profiles.list_profiles(venue="akl")
    (found,) = listed.profiles
    assert await eyesdown.profiles.list_profiles() == listed
    assert ProfileStanding(found.approval.standing) is ProfileStanding.APPROVED
    assert [call.request for call in house.calls] == [
        rpc.GetProfileBookRequest(name=NAME),
        rpc.ListProfilesRequest(parent="venues/akl"),
        rpc.ListProfilesRequest(parent="venues/-"),
    ]
