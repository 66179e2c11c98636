"""What a casino supervisor directs, and whom one keeps apart (rule 10.13)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from services.paigow.domain.restrictions import (
    RESTRICTIONS,
    LiftRestriction,
    PlayersRestricted,
    Restriction,
    RestrictionLifted,
    RestrictPlayers,
    pairs,
)
from services.paigow.domain.sitting import boxes, directions, setting, wagers
from services.paigow.domain.sitting.boxes import Apart
from services.paigow.domain.sitting.rounds import Mode, SetBy
from tests.kit.law import Given, permits, refuses
from tests.paigow.domain.sitting.play import (
    AT,
    CASINO,
    DEALER,
    LOSE,
    SUPERVISOR,
    WIN,
    WIN2,
    cut,
    deal,
    opened,
    prepared,
    seat,
    wagered,
)

FIRST = directions.DirectToSetFirst(CASINO, (4,), "looks at box 5's tiles")
ENGLISH = directions.DirectEnglish(CASINO, True, "talk across the table")
HANDS = {2: WIN, 4: LOSE}


def dealt():
    return deal(wagered({2: 50_00, 4: 20_00}), HANDS)


@permits("PG-10.13(a)")
def test_pg_10_13_a_those_suspected_are_told_to_set_first() -> None:
    play = dealt()
    play.when(FIRST).then(
        directions.SetFirstDirected((4,), ("p4",), "looks at box 5's tiles", "carla")
    )
    play.do(FIRST, setting.SetHand(DEALER, 4, LOSE), setting.SetHand(DEALER, 2, WIN))


@refuses("PG-10.13(a)")
@pytest.mark.parametrize(
    "other", [setting.SetHand(DEALER, 2, WIN), setting.SetHouseWay(DEALER, 2, SetBy.REQUEST)]
)
def test_pg_10_13_a_others_do_not_handle_theirs_before(other) -> None:
    dealt().do(FIRST).when(other).refused("SET_FIRST", "PG-10.13(a)")


@refuses("PG-10.13(a)")
def test_pg_10_13_a_it_goes_with_the_player_to_another_box() -> None:
    play = (
        prepared(2, 4).do(FIRST, boxes.LeaveBox(DEALER, 4), seat(6, "p4"), seat(4, "p9")).do(cut())
    )
    for box in (2, 4, 6):
        play.do(wagers.PlaceWager(DEALER, box, 5_00))
    deal(play.do(wagers.CloseWagers(DEALER)), {2: WIN, 4: LOSE, 6: WIN2})
    for other in (setting.SetHand(DEALER, 2, WIN), setting.SetHand(DEALER, 4, LOSE)):
        play.when(other).refused("SET_FIRST", "PG-10.13(a)")
    play.do(setting.SetHand(DEALER, 6, WIN2), setting.SetHand(DEALER, 4, LOSE))


@refuses("PG-10.13(a)")
def test_pg_10_13_a_a_game_supervisor_does_not_direct_it() -> None:
    theirs = replace(FIRST, by=SUPERVISOR)
    dealt().when(theirs).refused("NOT_A_CASINO_SUPERVISOR", "PG-10.13(a)")


def test_the_hand_that_a_co_banker_shares_with_the_house_waits_for_nobody_to_set_it() -> None:
    play = deal(wagered({2: 50_00, 4: 20_00}, Mode.CO, 3), HANDS)
    play.do(directions.DirectToSetFirst(CASINO, (3,), "looks"), setting.SetHand(DEALER, 2, WIN))


def test_a_direction_is_lifted_and_given_once() -> None:
    play = dealt().do(FIRST)
    play.when(FIRST).nothing()
    play.do(directions.DirectToSetFirst(CASINO, (), "over"), setting.SetHand(DEALER, 2, WIN))


@permits("PG-10.13(c)")
def test_pg_10_13_c_the_table_speaks_english_only() -> None:
    said = directions.EnglishDirected(True, "talk across the table", "carla")
    opened().when(ENGLISH).then(said)
    assert opened().do(ENGLISH).table.direction.english_only
    opened().do(ENGLISH).when(ENGLISH).nothing()


@refuses("PG-10.13(c)")
def test_pg_10_13_c_when_a_casino_supervisor_says_so_and_nobody_else() -> None:
    theirs = replace(ENGLISH, by=SUPERVISOR)
    opened().when(theirs).refused("NOT_A_CASINO_SUPERVISOR", "PG-10.13(c)")


# -- (b) -------------------------------------------------------------------------------------

UNTIL = AT + timedelta(days=30)
RESTRICT = RestrictPlayers(CASINO, ("bob", "ann"), UNTIL, "collusion")
MADE = PlayersRestricted(Restriction(1, ("ann", "bob"), UNTIL, "collusion", "carla", AT))


@permits("PG-10.13(b)")
def test_pg_10_13_b_a_casino_supervisor_keeps_two_players_apart() -> None:
    Given(RESTRICTIONS).when(RESTRICT).then(MADE)


@refuses("PG-10.13(b)")
def test_pg_10_13_b_nobody_else_does() -> None:
    theirs = replace(RESTRICT, by=SUPERVISOR)
    refused = Given(RESTRICTIONS).when(theirs)
    refused.refused("NOT_A_CASINO_SUPERVISOR", "PG-10.13(b)")
    lifting = LiftRestriction(SUPERVISOR, 1, "reviewed")
    Given(RESTRICTIONS, MADE).when(lifting).refused("NOT_A_CASINO_SUPERVISOR", "PG-10.13(b)")


@permits("PG-10.13(b)")
def test_pg_10_13_b_each_may_play_at_a_table_without_the_other() -> None:
    apart = (Apart("ann", "bob"),)
    play = opened().do(seat(2, "ann"))
    play.when(seat(3, "cat", apart)).then(boxes.PlayerSeated(3, "cat"))


@refuses("PG-10.13(b)")
@pytest.mark.parametrize("first", [("ann", "bob"), ("bob", "ann")])
def test_pg_10_13_b_they_do_not_share_a_table(first: tuple[str, str]) -> None:
    apart = (Apart("ann", "bob"),)
    play = opened().do(seat(2, first[0]))
    play.when(seat(3, first[1], apart)).refused("KEPT_APART", "PG-10.13(b)")


def test_a_restriction_holds_until_its_instant_or_until_it_is_lifted() -> None:
    state = Given(RESTRICTIONS, MADE).state
    apart = (Apart("ann", "bob"),)
    assert pairs(state, AT) == apart
    assert pairs(state, UNTIL - timedelta(microseconds=1)) == apart
    assert pairs(state, UNTIL) == ()
    lift = LiftRestriction(CASINO, 1, "reviewed")
    lifted = (
        Given(RESTRICTIONS, MADE).when(lift).then(RestrictionLifted(1, "reviewed", "carla", AT))
    )
    assert pairs(lifted.state, AT) == ()
    lifted.when(lift).nothing()


def test_three_players_are_three_pairs() -> None:
    three = replace(RESTRICT, players=("cat", "ann", "bob"))
    state = Given(RESTRICTIONS).when(three).state
    assert pairs(state, AT) == (Apart("ann", "bob"), Apart("ann", "cat"), Apart("bob", "cat"))


def test_what_is_no_restriction() -> None:
    alone = replace(RESTRICT, players=("ann", "ann"))
    Given(RESTRICTIONS).when(alone).refused("ONE_PLAYER_ALONE", "PG-10.13(b)")
    longest = replace(RESTRICT, until=AT + timedelta(days=365))
    assert pairs(Given(RESTRICTIONS).when(longest).state, AT)
    longer = replace(RESTRICT, until=AT + timedelta(days=365, seconds=1))
    Given(RESTRICTIONS).when(longer).refused("RESTRICTED_TOO_LONG", "PG-10.13(b)")
    over = replace(RESTRICT, until=AT)
    Given(RESTRICTIONS).when(over).refused("OVER_BEFORE_IT_BEGINS", "PG-10.13(b)")
    unknown = LiftRestriction(CASINO, 7, "?")
    Given(RESTRICTIONS, MADE).when(unknown).refused("NO_SUCH_RESTRICTION")
