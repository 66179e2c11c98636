"""Who stands where (rule 5.5): one caller and one supervisor, never the same person."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.parts import Assignment
from services.draw.domain.game.staff import (
    DEPUTY_MISSING,
    NO_SWAP,
    NOT_AT_THE_POST,
    NOT_THE_CALLER,
    NOT_THE_SUPERVISOR,
    POST_EMPTY,
    POST_NEEDED,
    SAME_PERSON,
    ReleaseStaff,
    StaffAssigned,
    StaffReleased,
)
from services.draw.domain.game.state import Game
from services.draw.domain.game.words import Ending, Post
from services.kernel.law import Reason, Refused
from services.kernel.persons import spelt
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    CALLER,
    CLEO,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    SAM,
    SUPERVISOR,
    VALID,
    announce,
    announced,
    assign,
    assigned,
    at,
    attempted,
    ball_called,
    call,
    called,
    called_out,
    confirm,
    confirmed,
    decide,
    decided,
    end,
    ended,
    game,
    in_play,
    keyed,
    opened,
    select,
    selected,
    waiting,
)
from tests.kit.law import permits, refuses


@permits("NZB-5.5")
def test_nzb_5_5_a_caller_and_another_person_as_supervisor_conduct_the_game() -> None:
    staffed = (
        game(opened())
        .when(assign(CALLER, ANA))
        .then(assigned(CALLER, ANA))
        .when(assign(SUPERVISOR, BEN, second=5))
        .then(assigned(SUPERVISOR, BEN, second=5))
    )
    assert isinstance(staffed.state, Game)
    assert staffed.state.staff == (
        Assignment(CALLER, ANA, at()),
        Assignment(SUPERVISOR, BEN, at(5)),
    )
    staffed.when(announce()).then(announced())


@refuses("NZB-5.5")
@pytest.mark.parametrize(
    ("first", "second"), [(CALLER, SUPERVISOR), (SUPERVISOR, CALLER)], ids=["caller", "supervisor"]
)
def test_nzb_5_5_the_same_person_cannot_be_both(first: Post, second: Post) -> None:
    held = game(opened(), assigned(first, ANA))
    held.when(assign(second, ANA)).refused(SAME_PERSON, "NZB-5.5")


@refuses("NZB-5.5")
@pytest.mark.parametrize("there", [(), (CALLER,), (SUPERVISOR,)], ids=["nobody", "caller", "sup"])
def test_nzb_5_5_no_game_begins_with_a_post_empty(there: tuple[Post, ...]) -> None:
    held = game(opened(), *(assigned(post, ANA) for post in there))
    held.when(announce()).refused(POST_EMPTY, "NZB-5.5")


SPELLINGS = [
    *("ANA", "Ana", "ana ", " ana", "\tana", "a\u200bna", "\uff21na"),
    *("ana\ufe0f", "a\u034fna", "ana\u3164", "\u115fana", "ana\uffa0", "an\u2800a"),
]


@refuses("NZB-5.5")
@pytest.mark.parametrize("spelled", SPELLINGS)
def test_nzb_5_5_another_spelling_is_not_another_person(spelled: str) -> None:
    held = game(opened(), assigned(CALLER, ANA))
    held.when(assign(SUPERVISOR, spelled)).refused(SAME_PERSON, "NZB-5.5")
    held.when(assign(CALLER, spelled)).nothing()
    game(*in_play(), selected(1, 42)).when(select(1, by=spelled)).nothing()


def test_an_accent_is_the_same_however_it_is_typed() -> None:
    assert len({spelt(each) for each in ("jos\u00e9", "jose\u200d\u0301", "JOSE\u0301")}) == 1
    assert spelt("\u1e9e") == spelt("ss")
    assert spelt("jose") != spelt("jos\u00e9")


def test_names_that_only_look_alike_are_two_persons() -> None:
    assert spelt("ana maria") == spelt("Ana  Maria ")
    assert len({spelt(each) for each in ("ana", "anna", "an a", "ana-1", "aná")}) == 5


def test_who_tries_what_is_not_theirs_is_on_record_once_until_the_staff_changes() -> None:
    """Or anybody with a caller's role could fill the record of any game."""
    once = game(*in_play()).when(select(1, by=CLEO))
    tried = once.recorded_refusal(NOT_THE_CALLER, events=(attempted(CALLER, CLEO),))
    tried.when(select(1, by=CLEO)).refused(NOT_THE_CALLER, "NZB-5.6(b)")
    tried.when(call(1, by="Cleo ")).refused(NOT_THE_CALLER, "NZB-5.6(c)")
    tried.when(confirm(1, by=CLEO)).recorded_refusal(
        NOT_THE_SUPERVISOR, events=(attempted(SUPERVISOR, CLEO),)
    )
    tried.when(select(1, by=BEN)).recorded_refusal(NOT_THE_CALLER, events=(attempted(CALLER, BEN),))
    relieved = tried.when(assign(SUPERVISOR, SAM)).then(assigned(SUPERVISOR, SAM))
    relieved.when(select(1, by=CLEO)).recorded_refusal(
        NOT_THE_CALLER, events=(attempted(CALLER, CLEO),)
    )


@permits("NZB-5.5")
@pytest.mark.parametrize(("post", "person"), [(CALLER, BEN), (SUPERVISOR, ANA)])
def test_nzb_5_5_caller_and_supervisor_change_places_in_one_step(post: Post, person: str) -> None:
    swapped = game(*in_play(42)).when(replace(assign(post, person), swap=True))
    other = {CALLER: (SUPERVISOR, ANA), SUPERVISOR: (CALLER, BEN)}[post]
    swapped.then(assigned(*other), assigned(post, person))
    assert isinstance(swapped.state, Game)
    assert (swapped.state.holder(CALLER), swapped.state.holder(SUPERVISOR)) == (BEN, ANA)


def test_places_are_changed_by_two_who_hold_one_each() -> None:
    staffed = game(*waiting())
    staffed.when(replace(assign(CALLER, CLEO), swap=True)).refused(NO_SWAP)
    alone = game(opened(), assigned(CALLER, ANA))
    alone.when(replace(assign(SUPERVISOR, ANA), swap=True)).refused(NO_SWAP)
    helps = game(*waiting(), StaffAssigned(Post.ASSISTANT, BEN, at(), "main"))
    helps.when(replace(assign(CALLER, BEN), swap=True)).refused(NO_SWAP)
    staffed.when(replace(assign(CALLER, "Ana "), swap=True)).nothing()


@refuses("NZB-5.5")
@pytest.mark.parametrize(("post", "person"), [(CALLER, ANA), (SUPERVISOR, BEN)])
def test_nzb_5_5_a_post_that_the_game_needs_is_handed_over_and_never_left(
    post: Post, person: str
) -> None:
    for so_far in (waiting(), in_play(42)):
        game(*so_far).when(ReleaseStaff(post, person, at())).refused(POST_NEEDED, "NZB-5.5")
    game(*waiting()).when(ReleaseStaff(post, CLEO, at())).refused(NOT_AT_THE_POST, "")


@refuses("NZB-5.5")
def test_nzb_5_5_a_linked_hall_keeps_its_deputy_supervisor_once_the_game_was_announced() -> None:
    there = "venues/wlg/rooms/main"
    linked = (replace(opened(), rooms=("main", there)), *waiting()[1:])
    deputy = StaffAssigned(Post.DEPUTY_SUPERVISOR, "dee", at(), there)
    release = ReleaseStaff(Post.DEPUTY_SUPERVISOR, "dee", at())
    gone = StaffReleased(Post.DEPUTY_SUPERVISOR, "dee", at())
    game(*linked, deputy).when(release).then(gone)
    game(*linked, deputy, announced()).when(release).refused(DEPUTY_MISSING, "NZB-5.5")


def test_two_who_change_places_may_take_a_third_as_well() -> None:
    staffed = game(*waiting())
    staffed.when(assign(CALLER, BEN)).refused(SAME_PERSON)
    staffed.when(assign(SUPERVISOR, ANA)).refused(SAME_PERSON)
    (
        staffed.when(assign(CALLER, CLEO))
        .then(assigned(CALLER, CLEO))
        .when(assign(SUPERVISOR, ANA))
        .then(assigned(SUPERVISOR, ANA))
        .when(assign(CALLER, BEN))
        .then(assigned(CALLER, BEN))
    )


@pytest.mark.parametrize("post", [CALLER, SUPERVISOR])
def test_who_holds_the_post_already_changes_nothing(post: Post) -> None:
    holder = {CALLER: ANA, SUPERVISOR: BEN}[post]
    game(*in_play(42)).when(assign(post, holder, second=9)).nothing()


@pytest.mark.parametrize(
    "so_far",
    [
        pytest.param(waiting(), id="waiting"),
        pytest.param(in_play(), id="announced"),
        pytest.param((*in_play(42), selected(2, 17)), id="number selected"),
        pytest.param((*in_play(), selected(1, 42), called(1, 42)), id="call not confirmed"),
        pytest.param((*in_play(42), called_out(1, 1)), id="paused"),
        pytest.param(
            (
                *in_play(42, version=1, stages=ONLY_BINGO),
                called_out(1, 1),
                decided(1, VALID, BINGO),
            ),
            id="all won",
        ),
    ],
)
@pytest.mark.parametrize("post", [CALLER, SUPERVISOR])
def test_a_relief_takes_over_at_any_time(so_far: tuple[Event, ...], post: Post) -> None:
    relieved = game(*so_far).when(assign(post, CLEO, second=60)).then(assigned(post, CLEO, 60))
    assert isinstance(relieved.state, Game)
    other = {CALLER: (SUPERVISOR, BEN), SUPERVISOR: (CALLER, ANA)}[post]
    assert {(each.post, each.person) for each in relieved.state.staff} == {(post, CLEO), other}


RELIEVED_CALLER = (*in_play(42), selected(2, 17), assigned(CALLER, CLEO))
RELIEVED_SUPERVISOR = (
    *in_play(selector=BALLS),
    keyed(1, 42),
    ball_called(1, 42),
    called_out(1, 1),
    assigned(SUPERVISOR, CLEO),
)


@pytest.mark.case("B19")
@pytest.mark.parametrize(
    ("so_far", "command", "reason", "clause"),
    [
        (RELIEVED_CALLER, select(2), NOT_THE_CALLER, "NZB-5.6(b)"),
        (RELIEVED_CALLER, call(2), NOT_THE_CALLER, "NZB-5.6(c)"),
        (RELIEVED_SUPERVISOR, confirm(1, 42), NOT_THE_SUPERVISOR, "NZB-5.7(b)"),
        (RELIEVED_SUPERVISOR, decide(1, NOT_VALID), NOT_THE_SUPERVISOR, "NZB-5.7(c)"),
        (RELIEVED_SUPERVISOR, end("power cut"), NOT_THE_SUPERVISOR, "NZB-5.5"),
    ],
    ids=["select", "call", "confirm", "decide", "end"],
)
def test_case_B19_who_was_relieved_is_refused_on_record(
    so_far: tuple[Event, ...], command: Command, reason: Reason, clause: str
) -> None:
    refused = game(*so_far).when(command)
    post = CALLER if reason is NOT_THE_CALLER else SUPERVISOR
    tried = attempted(post, ANA if post is CALLER else BEN)
    again = refused.recorded_refusal(reason, clause, events=(tried,))
    again.when(command).refused(reason, clause)
    assert refused.refusal is not None
    assert refused.refusal.facts["holder"] == CLEO


@pytest.mark.case("B12")
def test_case_B12_the_game_goes_on_with_the_one_who_took_over() -> None:
    (
        game(*RELIEVED_CALLER)
        .when(select(2, by=CLEO))
        .nothing()
        .when(call(2, by=CLEO))
        .then(called(2, 17))
        .when(assign(SUPERVISOR, ANA))
        .then(assigned(SUPERVISOR, ANA))
        .when(confirm(2, by=ANA))
        .then(confirmed(2, by=ANA))
    )


def test_after_the_end_too_another_takes_the_post_and_decides_what_is_left() -> None:
    over = game(*in_play(42), ended(Ending.ABANDONED, "power cut"))
    over.when(assign(SUPERVISOR, CLEO)).then(assigned(SUPERVISOR, CLEO))


@given(st.lists(st.tuples(st.sampled_from(Post), st.sampled_from([ANA, BEN, CLEO]))))
def test_nzb_5_5_no_sequence_of_reliefs_puts_one_person_at_both_posts(
    reliefs: list[tuple[Post, str]],
) -> None:
    state = game(opened()).state
    for post, person in reliefs:
        try:
            events = GAMES.decide(assign(post, person), state).events
        except Refused:
            continue
        for event in events:
            state = GAMES.evolve(state, event)
        assert isinstance(state, Game)
        assert state.holder(post) == person
        assert len({each.person for each in state.staff}) == len(state.staff) <= len(Post)


def test_the_caller_does_not_stand_in_for_a_supervisor_who_is_not_there_yet() -> None:
    unsupervised = game(opened(), assigned(CALLER, ANA), called_out(1, 0, outside_play=True))
    unsupervised.when(end("nobody came", by=ANA)).recorded_refusal(
        NOT_THE_SUPERVISOR, "NZB-5.5", events=(attempted(SUPERVISOR, ANA),)
    )
    unsupervised.when(decide(1, NOT_VALID, by=ANA)).recorded_refusal(
        NOT_THE_SUPERVISOR, events=(attempted(SUPERVISOR, ANA),)
    )
    unsupervised.when(decide(1, NOT_VALID, by=CLEO)).then(decided(1, NOT_VALID, by=CLEO))
    unsupervised.when(end("nobody came", by=CLEO)).then(ended(Ending.ABANDONED, "nobody came"))


def test_a_call_out_in_a_game_that_was_never_staffed_can_still_be_decided() -> None:
    over = game(opened(), ended(Ending.ABANDONED, "rain"), called_out(1, 0, outside_play=True))
    over.when(decide(1, NOT_VALID, by=CLEO)).then(decided(1, NOT_VALID, by=CLEO))
    over.when(decide(1, NOT_VALID, LINE, by=CLEO)).refused("STAGE_NEEDED")
