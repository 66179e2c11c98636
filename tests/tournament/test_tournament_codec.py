"""What a tournament leaves in journals, written and read again, and what people see of it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.common.v1 import options_pb2
from eyesdown.tournament.v1 import tournament_pb2 as pb
from eyesdown.tournament.v1 import tournament_service_pb2
from services.kernel.boards.frame_json import frame_json
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.tournament.codec.tournament import CODEC as TOURNAMENT_CODEC
from services.tournament.domain.tournament.conditions import PublishConditions
from services.tournament.domain.tournament.entries import AcceptApplicant
from services.tournament.domain.tournament.holding import HoldSession
from services.tournament.domain.tournament.leaving import WithdrawEntry
from services.tournament.domain.tournament.log import OpenDispute
from services.tournament.domain.tournament.prizes import PayPrize
from services.tournament.domain.tournament.sessions import PlanSession
from services.tournament.domain.tournament.state import State, Unplanned
from services.tournament.domain.tournament.tournament import TOURNAMENTS, Event, standing
from services.tournament.names import table_name, tournament_of
from services.tournament.views.tournament import frame, resource, row
from tests.tournament.domain.refusals import (
    cancelled,
    closed,
    placed,
    played,
    playing,
    seated,
    tied,
)
from tests.tournament.domain.tournaments import CASS, DORA, EARLY, START, Story, opened

NAME = Name("akl", "tournaments", "2026-11-29-open")

INSTANT = st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
OVERRIDES: dict[type, Any] = {
    datetime: INSTANT,
    int: st.integers(0, 2**31),
    str: st.text(max_size=12),
}
for kind, strategy in OVERRIDES.items():
    st.register_type_strategy(kind, strategy)


def seen(story: Story) -> Snapshot[Any, State]:
    return Snapshot(NAME, Place(9, 20260000000009, b"h" * 32), story.given.state, START)


def test_every_event_has_one_message_of_its_name() -> None:
    classes = [each.cls for each in TOURNAMENT_CODEC.shapes]
    assert set(classes) == set(get_args(Event))
    assert len(classes) == len(set(classes))
    for shape in TOURNAMENT_CODEC.shapes:
        name = f"eyesdown.tournament.v1.{shape.cls.__name__}"
        assert shape.message.DESCRIPTOR.full_name == name


@pytest.mark.parametrize("cls", get_args(Event), ids=lambda cls: cls.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_any_event_is_read_as_it_was_written(cls: type[Event], data: st.DataObject) -> None:
    event = data.draw(st.from_type(cls))
    message = TOURNAMENT_CODEC.message(event)
    packed = AnyMessage()
    packed.Pack(message)
    read: Any = type(message)()
    assert AnyMessage.FromString(packed.SerializeToString()).Unpack(read)
    assert TOURNAMENT_CODEC.event(read, None) == event


@pytest.mark.parametrize("make", [tied, placed, cancelled], ids=["tied", "placed", "cancelled"])
def test_a_story_is_read_back_as_the_state_it_was(make: Any) -> None:
    story = make()
    state: Any = TOURNAMENTS.initial
    for event in story.events:
        read = TOURNAMENT_CODEC.event(TOURNAMENT_CODEC.message(event), None)
        state = TOURNAMENTS.evolve(state, read)
    assert state == story.state


# -- names -------------------------------------------------------------------------------------


def test_the_name_of_a_table_follows_from_its_tournament_and_leads_back() -> None:
    table = table_name(NAME, 3, 12)
    assert str(table) == "venues/akl/tables/2026-11-29-open-s3-t12"
    assert tournament_of(table) == NAME
    nested = Name("akl", "tournaments", "2026-cup-s1-t1")
    assert tournament_of(table_name(nested, 2, 3)) == nested
    with pytest.raises(ValueError, match="no table"):
        tournament_of(Name("akl", "tables", "2026-11-29-open"))


# -- what people see ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "word", "stands", "make"),
    [
        ("PLANNED", "planned", Standing.WAITING, Story),
        ("OPEN", "open", Standing.IN_PLAY, opened),
        ("IN_PLAY", "in play", Standing.IN_PLAY, playing),
        ("CANCELLED", "cancelled", Standing.WAITING, cancelled),
        ("CLOSED", "closed", Standing.ENDED, closed),
    ],
)
def test_where_a_tournament_stands(phase: str, word: str, stands: Standing, make: Any) -> None:
    story = make()
    shown, listed, wall = resource(seen(story)), row(story.state), frame(seen(story))
    assert shown.phase == listed.phase == pb.Phase.Value(f"PHASE_{phase}")
    assert wall.phase == word
    assert standing(story.state) is stands
    assert b'"name":"venues/akl/tournaments/2026-11-29-open"' in frame_json(wall)
    assert bool(shown.next_steps) == (phase != "CLOSED")


def test_of_a_tournament_that_is_not_there_its_name_is_known() -> None:
    nothing: Any = Snapshot(NAME, Place(0, 0, b""), Unplanned(), None)
    assert resource(nothing) == pb.Tournament(name=str(NAME))
    with pytest.raises(TypeError, match="never planned has no view"):
        row(Unplanned())


def test_the_resource_tells_the_pool_the_seats_and_how_they_were_drawn() -> None:
    made = resource(seen(placed()))
    assert (made.name, made.version, made.currency) == (str(NAME), 9, "NZD")
    assert (made.pool.fees, made.pool.awarded, made.pool.free) == (200_00, 200_00, 0)
    session = made.sessions[0]
    assert len(session.draw.entropy) == 32
    assert [seat.box for seat in session.tables[0].seats] == [1, 2, 3, 4]
    assert session.started_at.ToDatetime(UTC) == START
    assert made.starts_at.ToDatetime(UTC) == START
    assert made.placings_confirmed
    assert made.readings.odd_cents == pb.ODD_CENTS_ROUND_UP
    assert made.director == "dora"


def test_places_are_shown_before_they_are_confirmed() -> None:
    made = resource(seen(played()))
    assert not made.placings_confirmed
    assert [each.place for each in made.placings] == [1, 2, 3, 4]


def test_the_frame_shows_seating_standings_clock_and_prizes_and_no_name() -> None:
    wall = frame(seen(tied()))
    final, playoff = wall.sessions
    assert (final.title, final.state, final.length) == ("final", "completed", "20 minutes")
    assert playoff.title == "play-off of final, table 1"
    assert (playoff.state, playoff.length) == ("seated", "10 rounds")
    assert [seat.chips for seat in final.tables[0].seats] == ["900", "900", "500", "300"]
    assert len(final.tables[0].tied) == 2
    assert (wall.prizes[0].place, wall.prizes[0].prize) == (1, "NZD 100.00")
    assert b"ref-" not in frame_json(wall)
    assert frame(seen(playing())).sessions[0].started_at.ToDatetime(UTC) == START


def test_a_row_counts_the_players() -> None:
    listed = row(opened(3).state)
    assert (listed.players, listed.most, listed.title) == (3, 49, "Spring Open")
    assert listed.starts_at.ToDatetime(UTC) == START


# -- what is to be done next --------------------------------------------------------------------


def next_of(story: Story) -> list[str]:
    return [each.says for each in resource(seen(story)).next_steps]


def test_what_has_to_be_done_next_from_entry_to_prize() -> None:
    assert next_of(Story()) == ["Determine the conditions and publish them."]
    assert next_of(opened().apply(2, endorsed=False)) == [
        "Accept or refuse 1, 2.",
        "Plan the sessions of the first stage.",
    ]
    left = opened(1).do(WithdrawEntry(1, EARLY))
    assert "Refunds are due to 1." in next_of(left)
    assert next_of(seated()) == ["Session 1: start it at its time."]
    assert next_of(playing()) == ["Session 1 is in play at tables 1."]
    assert next_of(played()) == ["Confirm the placings."]
    one = played((900, 900, 500, 300))
    tied_players = ", ".join(map(str, sorted(one.players(1)[:2])))
    assert next_of(one) == [
        f"Call the play-off of table 1, session 1: players {tied_players} for 1 place."
    ]
    paid = placed()
    assert next_of(paid) == ["Before it is closed: prizes are not paid yet, of NZD 200.00."]
    paid.do(*(PayPrize(number, CASS, START) for number in (1, 2, 3, 4)))
    assert next_of(paid) == ["Close the tournament."]
    assert next_of(closed()) == []


def test_each_step_tells_its_call_whose_it_is_and_the_clause() -> None:
    def told(story: Story) -> list[tuple[str, str, str]]:
        steps = resource(seen(story)).next_steps
        return [(each.method, each.who, each.clause) for each in steps]

    desk, director = "operator or tournament director", "tournament director"
    assert told(Story()) == [("PublishConditions", desk, "TBJ-3.7")]
    assert told(opened().apply(2, endorsed=False)) == [
        ("", desk, "TBJ-1.0-applicant"),
        ("PlanSession", desk, ""),
    ]
    assert told(seated()) == [("StartSession", director, "TBJ-5.4")]
    assert told(playing()) == [("", "dealer", "")]
    assert told(played((900, 900, 500, 300))) == [("CallPlayoff", director, "TBJ-6.6")]
    assert told(played()) == [("ConfirmPlacings", director, "TBJ-6.5")]
    assert told(placed()) == [("", "", "TBJ-3.4")]
    assert told(all_paid()) == [("CloseTournament", desk, "TBJ-3.4")]
    assert told(cancelled()) == [("PayRefund", "cashier", "TBJ-3.5(b)"), ("", "", "TBJ-3.4")]
    disputed = played().do(OpenDispute("the last card", (1,), (), DORA, START))
    assert told(disputed)[1:] == [("RuleDispute", director, "TBJ-1.0-director")]


def all_paid() -> Story:
    return placed().do(*(PayPrize(number, CASS, START) for number in (1, 2, 3, 4)))


def too_few() -> Story:
    story = opened(8)
    story.seat()
    return story


@pytest.mark.parametrize(
    ("method", "make"),
    [
        ("PublishConditions", Story),
        ("DesignateDirector", lambda: Story().do(PublishConditions("olga", EARLY))),
        ("EndorseConditions", lambda: opened().apply(endorsed=False).do(AcceptApplicant(1, EARLY))),
        ("PlanSession", opened),
        ("SeatSession", lambda: opened(4).do(PlanSession(1, START, EARLY))),
        ("DropSession", too_few),
        ("RecordPresence", too_few),
        ("StartSession", seated),
        ("ResumeSession", lambda: playing().do(HoldSession(1, "alarm", DORA, START))),
        ("CallPlayoff", lambda: played((900, 900, 500, 300))),
        ("ConfirmPlacings", played),
        ("RuleDispute", lambda: played().do(OpenDispute("the last card", (1,), (), DORA, START))),
        ("PayRefund", cancelled),
        ("CloseTournament", all_paid),
    ],
)
def test_whoever_a_step_is_for_may_make_its_call(method: str, make: Any) -> None:
    """`who` is everybody whom the contract lets make the call, and nobody else."""
    (who,) = {each.who for each in resource(seen(make())).next_steps if each.method == method}
    service = tournament_service_pb2.DESCRIPTOR.services_by_name["TournamentService"]
    options = service.methods_by_name[method].GetOptions()
    roles = {options_pb2.Role.Name(each) for each in options.Extensions[options_pb2.policy].roles}
    posts = re.split(", | or ", who)
    assert {f"ROLE_{post.upper().replace(' ', '_')}" for post in posts} == roles


def test_too_few_who_go_on_are_told_before_play_begins() -> None:
    """Eight at two tables, one of each goes on: the final would have two."""
    story = opened(8)
    session = story.seat()
    warning = (
        "Only 2 will go on to the final, and a table needs 4: "
        "drop the session and seat it at more tables."
    )
    assert warning in next_of(story)
    story.start(session)
    assert warning not in next_of(story)
