"""Fields that name a person are found wherever they stand in a message."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

import eyesdown
from eyesdown.common.v1 import options_pb2
from eyesdown.draw.v1 import game_pb2
from eyesdown.draw.v1.draw_service_pb2 import CallOutRequest
from services.cli.common.modules import walk
from services.kernel.record.people import People, names_people, person_fields, without_people

pytest_plugins = ["tests.kit.nats"]

REQUEST = "0b9f6a52-9a3e-4a37-8a35-0b7bb6d1f001"


class OneKey:
    """A key folder with one key."""

    def newest(self) -> tuple[str, bytes]:
        return "0001", b"1" * 32

    def get(self, name: str) -> bytes | None:
        return b"1" * 32 if name == "0001" else None


@functools.cache
def prize_claim() -> type[Any]:
    """A message with names in every place a name can stand in."""
    file = descriptor_pb2.FileDescriptorProto(
        name="tests/people.proto",
        package="tests.people",
        syntax="proto3",
        dependency=["eyesdown/common/v1/options.proto"],
    )
    types = descriptor_pb2.FieldDescriptorProto

    def field(message, name, number, repeated=False, of="", person=False, kind=None) -> None:
        added = message.field.add(name=name, number=number, type=kind or types.TYPE_STRING)
        added.label = types.LABEL_REPEATED if repeated else types.LABEL_OPTIONAL
        if of:
            added.type, added.type_name = types.TYPE_MESSAGE, f".tests.people.{of}"
        if person:
            added.options.Extensions[options_pb2.person] = True

    payee = file.message_type.add(name="Payee")
    field(payee, "name", 1, person=True)
    field(payee, "card", 2)
    field(payee, "next", 3, of="Payee")
    claim = file.message_type.add(name="Claim")
    field(claim, "winner", 1, person=True)
    field(claim, "witnesses", 2, repeated=True, person=True)
    field(claim, "payees", 3, repeated=True, of="Payee")
    field(claim, "main", 4, of="Payee")
    field(claim, "by_box", 5, repeated=True, of="Claim.ByBoxEntry")
    entry = claim.nested_type.add(name="ByBoxEntry")
    entry.options.map_entry = True
    field(entry, "key", 1)
    field(entry, "value", 2, of="Payee")
    number = file.message_type.add(name="Numbered")
    field(number, "winner", 1, person=True, kind=types.TYPE_UINT32)
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("tests.people.Claim"))


def full_claim():
    claim = prize_claim()()
    claim.winner = "Ada"
    claim.witnesses.extend(["Bob", "", "Cyd"])
    claim.payees.add(name="Dot", card="7").next.name = "Eve"
    claim.payees.add(card="8")
    claim.main.name = "Fay"
    claim.by_box["3"].name = "Gus"
    claim.by_box["4"].card = "9"
    return claim


async def test_names_are_found_wherever_they_stand(nats_connection, provisioned):
    people, venue = People(nats_connection, OneKey()), provisioned
    kept = await people.keep(venue, REQUEST, full_claim())
    names = {
        "winner": kept.winner,
        "witnesses[0]": kept.witnesses[0],
        "witnesses[2]": kept.witnesses[2],
        "payees[0].name": kept.payees[0].name,
        "payees[0].next.name": kept.payees[0].next.name,
        "main.name": kept.main.name,
        "by_box[3].name": kept.by_box["3"].name,
    }
    told = [await people.name(venue, reference) for reference in names.values()]
    assert told == ["Ada", "Bob", "Cyd", "Dot", "Eve", "Fay", "Gus"]
    assert kept.witnesses[1] == kept.payees[1].name == kept.by_box["4"].name == ""
    bucket = await nats_connection.jetstream().stream_info(f"KV_PEOPLE_{venue}")
    assert bucket.state.messages == 14
    assert await people.keep(venue, REQUEST, full_claim()) == kept


async def test_without_people_clears_the_names_and_nothing_else():
    claim = full_claim()
    bare = without_people(claim)
    assert claim == full_claim()
    expected = prize_claim()()
    expected.payees.add(card="7").next.SetInParent()
    expected.payees.add(card="8")
    expected.main.SetInParent()
    expected.by_box["3"].SetInParent()
    expected.by_box["4"].card = "9"
    assert bare == expected
    assert without_people(CallOutRequest(room="main", player="Ada")) == CallOutRequest(room="main")
    call = game_pb2.Call(position=1, number=42)
    assert without_people(call) == call


async def test_person_fields_are_those_that_are_marked():
    request = CallOutRequest.DESCRIPTOR
    assert [field.name for field in person_fields(request)] == ["player", "witnesses"]
    claim = prize_claim().DESCRIPTOR
    assert [field.name for field in person_fields(claim)] == ["winner", "witnesses"]
    assert person_fields(game_pb2.Call.DESCRIPTOR) == ()


async def test_a_name_that_is_no_text_is_a_mistake_in_the_contract():
    prize_claim()
    numbered = descriptor_pool.Default().FindMessageTypeByName("tests.people.Numbered")
    with pytest.raises(TypeError, match=r"tests\.people\.Numbered\.winner"):
        person_fields(numbered)


def test_no_name_is_kept_from_what_is_sealed():
    """The sweep finds references in commits as they are stored: a sealed one it would not see."""
    sealed = []
    for module in walk(eyesdown):
        file = getattr(module, "DESCRIPTOR", None)
        for message in file.message_types_by_name.values() if file else ():
            for field in message.fields:
                options = field.GetOptions().Extensions
                if options[options_pb2.sealed]:
                    sealed.append(field.name)
                    assert not options[options_pb2.person], field.full_name
                    inner = field.message_type
                    assert inner is None or not names_people(inner), field.full_name
    assert "selection" in sealed
