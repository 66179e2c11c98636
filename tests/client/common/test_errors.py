"""What a failure tells the program and the person in front of it."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.rpc import error_details_pb2, status_pb2

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    AlreadyExists,
    Denied,
    Eyesdown,
    EyesdownError,
    Invalid,
    NotFound,
    Refused,
    Stale,
    Unauthenticated,
)
from services.kernel import errors, reasons
from services.kernel.law import STALE, Reason
from tests.client.house import NAME, House

NOT_CALLER = Reason(
    "NOT_CALLER", "{person} does not call this game.", "Let {caller} do it.", "NZB-5.5"
)


async def failure(house: House, eyesdown: Eyesdown, step) -> EyesdownError:
    house.answers("CallNumber", step)
    with pytest.raises(EyesdownError) as caught:
        await eyesdown.draw.call_number(NAME, position=5)
    assert caught.value.request_id == house.calls[-1].request.request_id
    return caught.value


async def test_a_refusal_has_its_reason_clause_sentence_advice_and_facts(house, eyesdown):
    refusal = errors.Refusal(NOT_CALLER, person="ben", caller="ana")
    failed = await failure(house, eyesdown, refusal)
    assert type(failed) is Refused
    assert failed.code is grpc.StatusCode.FAILED_PRECONDITION
    assert (failed.reason, failed.clause) == ("NOT_CALLER", "NZB-5.5")
    assert failed.sentence == "ben does not call this game."
    assert failed.advice == "Let ana do it."
    assert failed.facts == {"person": "ben", "caller": "ana"}
    assert failed.fields == ()
    assert str(failed) == "ben does not call this game. Let ana do it. [NOT_CALLER, NZB-5.5]"


async def test_one_wrong_field(house, eyesdown):
    failed = await failure(house, eyesdown, errors.InvalidArgument("name", "is no name"))
    assert type(failed) is Invalid
    assert failed.fields == (("name", "is no name"),)
    assert str(failed) == (
        "The request is not well formed: name: is no name. Put it right and send again. "
        "[REQUEST_NOT_VALID]"
    )


async def test_several_wrong_fields_are_all_listed(house, eyesdown):
    failed = await failure(
        house, eyesdown, errors.InvalidArgument("name", "is no name", ("position", "is 0"))
    )
    assert failed.fields == (("name", "is no name"), ("position", "is 0"))
    assert str(failed).splitlines()[1:] == ["  name: is no name", "  position: is 0"]


async def test_stale_with_the_fresh_state(house, eyesdown):
    game = game_pb2.Game(name=NAME, version=9, next_position=6)
    stale = errors.StaleState(STALE, details=[game], what="position", seen=5, now=6)
    failed = await failure(house, eyesdown, stale)
    assert type(failed) is Stale
    assert failed.game == game
    assert failed.sentence == "The position is 6; you have 5."


async def test_stale_without_it(house, eyesdown):
    failed = await failure(house, eyesdown, errors.Contended(NAME))
    assert type(failed) is Stale
    assert failed.game is None
    assert failed.reason == "CONTENDED"


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (errors.NotFound(NAME), NotFound),
        (errors.PermissionDenied(reasons.METHOD_NOT_PERMITTED), Denied),
        (errors.Unauthenticated(reasons.TOKEN_EXPIRED), Unauthenticated),
        (errors.AlreadyExists(NAME), AlreadyExists),
        (errors.RequestIdReused("1"), AlreadyExists),
        (errors.Internal("4bf92f"), EyesdownError),
    ],
)
async def test_each_failure_has_its_class(house, eyesdown, step, kind):
    failed = await failure(house, eyesdown, step)
    assert type(failed) is kind
    assert failed.code is step.code
    assert failed.reason == step.reason.code
    assert (failed.sentence, failed.advice) == (step.sentence, step.advice)


async def test_a_failure_that_is_not_of_eyesdown(house, eyesdown):
    failed = await failure(house, eyesdown, grpc.StatusCode.RESOURCE_EXHAUSTED)
    assert type(failed) is EyesdownError
    assert (failed.reason, failed.clause) == ("RESOURCE_EXHAUSTED", "")
    assert failed.sentence == (f"127.0.0.1:{house.port} answered RESOURCE_EXHAUSTED: no such luck.")
    assert failed.facts == {"cause": "no such luck"}


@pytest.mark.parametrize("details", [b"\xff\xff\xff", b""])
async def test_details_that_cannot_be_read_hide_nothing(house, eyesdown, details):
    async def answer(request, context):
        trailing = (("grpc-status-details-bin", details),)
        await context.abort(grpc.StatusCode.NOT_FOUND, "gone", trailing)

    failed = await failure(house, eyesdown, answer)
    assert type(failed) is NotFound
    assert "gone" in failed.sentence


async def test_details_of_a_later_release_are_passed_over(house, eyesdown):
    status = status_pb2.Status(code=9, message="Not now.")
    status.details.append(AnyMessage(type_url="type.googleapis.com/eyesdown.New", value=b"\x0a"))
    packed = AnyMessage()
    packed.Pack(error_details_pb2.ErrorInfo(reason="NOT_NOW", domain="eyesdown"))
    status.details.append(packed)

    async def answer(request, context):
        trailing = (("grpc-status-details-bin", status.SerializeToString()),)
        await context.abort(grpc.StatusCode.FAILED_PRECONDITION, "Not now.", trailing)

    failed = await failure(house, eyesdown, answer)
    assert str(failed) == "Not now. [NOT_NOW]"


async def test_a_query_has_no_request_id(house, eyesdown):
    house.answers("GetGame", errors.NotFound(NAME))
    with pytest.raises(NotFound) as caught:
        await eyesdown.draw.get_game(NAME)
    assert caught.value.request_id == ""
    house.answers("ListGames", errors.PermissionDenied(reasons.METHOD_NOT_PERMITTED))
    with pytest.raises(Denied):
        await anext(eyesdown.draw.list_games())
    assert house.calls[-1].request == rpc.ListGamesRequest(
        parent="venues/-", filter=rpc.ListGamesRequest.Filter()
    )
