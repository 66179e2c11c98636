"""Conditions are determined before the tournament and published (TBJ-notice, 3.1, 3.2, 3.7)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.kernel.money import Money
from services.tournament.domain.terms import Length, LengthUnit
from services.tournament.domain.tournament import entries
from services.tournament.domain.tournament.conditions import (
    AmendConditions,
    ConditionsAmended,
    ConditionsPublished,
    PublishConditions,
    TournamentPlanned,
)
from services.tournament.domain.tournament.conditions_state import Playoffs, Prize
from services.tournament.domain.tournament.tournament import TOURNAMENTS
from tests.kit.law import Given, means, permits, refuses
from tests.kit.standing import STANDS, WAITS
from tests.tournament.domain.tournaments import (
    EARLY,
    FINAL,
    HEAT,
    OLGA,
    START,
    Story,
    conditions,
    limits,
    nzd,
    opened,
    plan,
    stage,
)

PUBLISH = PublishConditions(OLGA, EARLY)
PUBLISHED = ConditionsPublished(OLGA, EARLY)
# 10.00 a.m. of 12 July 1996 in New Zealand, where it was winter: UTC+12.
COMMENCED = datetime(1996, 7, 11, 22, 0, tzinfo=UTC)


def refused(reason: str, clause: str, **changes: Any) -> str:
    """Conditions with these changes cannot be published; what people are told."""
    return Story(conditions(**changes)).given.when(PUBLISH).refused(reason, clause).sentence


@means("TBJ-notice", side="inside")
def test_tbj_notice_rules_hold_from_the_minute_of_their_commencement() -> None:
    planned = Given(TOURNAMENTS).when(plan(conditions(starts_at=COMMENCED)))
    assert [type(event) for event in planned.events] == [TournamentPlanned]


@means("TBJ-notice", side="outside")
def test_tbj_notice_rules_do_not_hold_a_second_before() -> None:
    early = conditions(starts_at=COMMENCED - timedelta(seconds=1))
    refused = Given(TOURNAMENTS).when(plan(early)).refused("NOT_IN_FORCE", "TBJ-notice")
    # By the venue's clocks, as the notice says it.
    assert refused.sentence == (
        "nz-tournament-blackjack does not hold for a tournament here that starts 12 July 1996 at "
        "09:59: it commenced on 12 July 1996 at 10:00."
    )


def test_tbj_notice_a_profile_holds_in_the_venues_it_is_approved_for() -> None:
    Given(TOURNAMENTS).when(plan(approved=False)).refused("NOT_IN_FORCE", "TBJ-notice")


def test_tbj_notice_a_profile_holds_by_a_text_that_two_persons_stand_for() -> None:
    Given(TOURNAMENTS).when(plan(approval=WAITS)).refused("PROFILE_NOT_APPROVED", "TBJ-notice")
    planned = Given(TOURNAMENTS).when(plan(approval=STANDS))
    assert [type(event) for event in planned.events] == [TournamentPlanned]


@permits(
    *("TBJ-3.2(a)", "TBJ-3.2(b)", "TBJ-3.2(c)", "TBJ-3.2(d)", "TBJ-3.2(e)", "TBJ-3.2(f)"),
    *("TBJ-3.2(g)", "TBJ-3.7"),
)
@means("TBJ-1.0-tournament", side="inside")
def test_tbj_3_2_complete_conditions_are_published() -> None:
    Story().given.when(PUBLISH).then(PUBLISHED)


@refuses("TBJ-3.2(a)")
def test_tbj_3_2_a_without_a_form_of_application() -> None:
    refused("CONDITION_MISSING", "TBJ-3.2(a)", application_form=" ")


@refuses("TBJ-3.2(b)")
def test_tbj_3_2_b_without_an_amount_for_the_fee() -> None:
    refused("CONDITION_MISSING", "TBJ-3.2(b)", fee=None)


def test_tbj_3_2_b_nothing_is_an_amount() -> None:
    Story(conditions(fee=nzd(0))).given.when(PUBLISH).then(PUBLISHED)


def test_tbj_3_2_b_in_another_currency_than_the_venues() -> None:
    foreign = conditions(fee=Money("USD", 100))
    Given(TOURNAMENTS).when(plan(foreign)).refused("CONDITION_WRONG", "TBJ-3.2(b)")


@refuses("TBJ-3.2(c)")
@pytest.mark.parametrize("changes", [{"chips": 0}, {"issue": None}])
def test_tbj_3_2_c_without_the_chips_or_how_they_are_issued(changes: dict[str, Any]) -> None:
    refused("CONDITION_MISSING", "TBJ-3.2(c)", stages=(replace(HEAT, **changes), FINAL))


@refuses("TBJ-3.2(c)")
def test_tbj_3_2_c_without_any_stage() -> None:
    told = refused("CONDITION_MISSING", "TBJ-3.2(c)", stages=())
    lacks = "the stages, with the chips that players start with is not determined"
    assert told == f"The conditions cannot be published: {lacks}."


@refuses("TBJ-3.2(d)")
@pytest.mark.parametrize(
    ("of", "lacks"),
    [
        ((), "the minimum and maximum wagers of the heat"),
        ((limits(table=2),), "the minimum and maximum wagers of the heat"),
        ((limits(min_wager=0),), "a minimum and a maximum wager of the heat"),
        ((limits(max_wager=9),), "a minimum and a maximum wager of the heat"),
    ],
    ids=["none", "of table 2 alone", "no minimum", "a maximum below the minimum"],
)
def test_tbj_3_2_d_without_minimum_and_maximum_wagers(of: tuple[Any, ...], lacks: str) -> None:
    stages = (replace(HEAT, limits=of), FINAL)
    told = refused("CONDITION_MISSING", "TBJ-3.2(d)", stages=stages)
    assert f"{lacks} is not determined" in told


def test_tbj_3_2_d_minimum_and_maximum_may_be_one() -> None:
    only = replace(HEAT, limits=(limits(min_wager=10, max_wager=10),))
    Story(conditions(stages=(only, FINAL))).given.when(PUBLISH).then(PUBLISHED)


def test_tbj_3_2_d_a_table_without_its_own_wagers_has_those_of_all() -> None:
    every, own = limits(), limits(table=2, increment=1)
    of = replace(HEAT, limits=(every, own))
    assert [of.limits_of(table) for table in (1, 2, 3)] == [every, own, every]
    assert replace(HEAT, limits=(own,)).limits_of(1) is None


def test_tbj_3_2_d_a_minimum_that_nobody_could_wager() -> None:
    beyond = replace(HEAT, limits=(limits(min_wager=1001, max_wager=2000),))
    refused("CONDITION_WRONG", "TBJ-3.2(d)", stages=(beyond, FINAL))


@refuses("TBJ-3.2(e)")
@pytest.mark.parametrize(("fewest", "most"), [(3, 56), (0, 0), (8, 7)])
def test_tbj_3_2_e_without_fewest_and_most_players(fewest: int, most: int) -> None:
    refused("CONDITION_MISSING", "TBJ-3.2(e)", fewest=fewest, most=most)


def test_tbj_3_2_e_as_few_as_four_may_enter() -> None:
    made = conditions(stages=(FINAL,), fewest=4, most=4)
    Story(made).given.when(PUBLISH).then(PUBLISHED)


@pytest.mark.parametrize(
    ("advance", "fewest", "most"), [(1, 15, 49), (1, 16, 50), (2, 8, 22), (2, 7, 21)]
)
def test_tbj_5_4_a_final_that_cannot_be_filled_is_not_published(
    advance: int, fewest: int, most: int
) -> None:
    """15 are at most three tables, so three would come to the final; 50 are eight tables."""
    stages = (replace(HEAT, advance=advance), FINAL)
    refused("CONDITION_WRONG", "TBJ-5.4", stages=stages, fewest=fewest, most=most)


def test_tbj_4_10_b_play_offs_have_chips_for_the_minimum_of_every_stage() -> None:
    for chips, further in ((9, 500), (500, 9)):
        playoffs = Playoffs(chips, HEAT.length, further)
        told = refused("CONDITION_WRONG", "TBJ-4.10(b)", playoffs=playoffs)
        assert "in a play-off nobody could wager the minimum of 10 with its chips" in told


@pytest.mark.parametrize(
    ("length", "shown"),
    [
        (Length(LengthUnit.MINUTES, 20), "20 minutes"),
        (Length(LengthUnit.SHOES, 1), "1 shoe"),
        (Length(LengthUnit.ROUNDS, 2), "2 rounds"),
    ],
)
def test_how_long_a_session_lasts_as_people_read_it(length: Length, shown: str) -> None:
    assert length.shown == shown


@refuses("TBJ-3.2(f)")
def test_tbj_3_2_f_without_the_duration_of_a_session_or_a_play_off() -> None:
    refused("CONDITION_MISSING", "TBJ-3.2(f)", stages=(replace(HEAT, length=None), FINAL))
    refused("CONDITION_MISSING", "TBJ-3.2(f)", playoffs=Playoffs(500, None, 500))
    refused("CONDITION_MISSING", "TBJ-3.2(f)", playoffs=None)


@refuses("TBJ-3.2(g)")
def test_tbj_3_2_g_without_a_prize_list_or_how_prizes_are_allocated() -> None:
    refused("CONDITION_MISSING", "TBJ-3.2(g)", prizes=())
    refused("CONDITION_MISSING", "TBJ-3.2(g)", allocation="")
    refused("CONDITION_MISSING", "TBJ-3.2(g)", prizes=(Prize(1, 0, 0, " "),))


def test_tbj_3_2_g_a_prize_list_that_makes_no_sense() -> None:
    gap = (Prize(1, 100, 0, ""), Prize(3, 50, 0, ""))
    twice = (Prize(1, 100, 50, ""),)
    shares = (Prize(1, 0, 6000, ""), Prize(2, 0, 4001, ""))
    for prizes in (gap, twice, shares):
        refused("CONDITION_WRONG", "TBJ-3.2(g)", prizes=prizes)
    whole = (Prize(1, 0, 6000, ""), Prize(2, 0, 4000, "a weekend"))
    Story(conditions(prizes=whole)).given.when(PUBLISH).then(PUBLISHED)


def test_tbj_4_6_an_increment_is_at_most_the_minimum() -> None:
    at_most = replace(HEAT, limits=(limits(increment=10),))
    Story(conditions(stages=(at_most, FINAL))).given.when(PUBLISH).then(PUBLISHED)
    more = replace(HEAT, limits=(limits(increment=11),))
    refused("INCREMENT_TOO_LARGE", "TBJ-4.6", stages=(more, FINAL))


def test_tbj_4_10_a_further_chips_are_at_most_those_of_the_start() -> None:
    length = conditions().playoffs.length  # type: ignore[union-attr]  # they are there
    whole = conditions(playoffs=Playoffs(500, length, 1000))
    Story(whole).given.when(PUBLISH).then(PUBLISHED)
    refused("CONDITION_WRONG", "TBJ-4.10(a)", playoffs=Playoffs(500, length, 1001))


@means("TBJ-1.0-tournament", side="outside")
def test_tbj_1_0_tables_with_other_limits_give_no_equal_chance() -> None:
    unequal = replace(HEAT, limits=(limits(), limits(table=2, max_wager=1000)))
    refused("UNEQUAL_CHANCE", "TBJ-1.0-tournament", stages=(unequal, FINAL))


@refuses("TBJ-6.3")
def test_tbj_6_3_the_terms_of_advancement_are_conditions() -> None:
    nobody, beyond = stage("heat", 0), stage("final", 1)
    refused("CONDITION_MISSING", "TBJ-6.3", stages=(nobody, FINAL))
    refused("CONDITION_MISSING", "TBJ-6.3", stages=(HEAT, beyond))


def test_tbj_3_7_play_does_not_begin_before_anybody_is_told() -> None:
    told = refused("CONDITION_WRONG", "TBJ-3.7", starts_at=EARLY)
    assert told.endswith("so: play would have begun before they are told.")
    refused("CONDITION_MISSING", "TBJ-3.7", starts_at=None)
    refused("CONDITION_MISSING", "TBJ-3.7", title="")


def test_conditions_are_determined_anew_until_they_are_published() -> None:
    other = conditions(title="Autumn Open")
    amended = AmendConditions(other, OLGA, EARLY)
    story = Story()
    story.given.when(amended).then(ConditionsAmended(other, OLGA, EARLY))
    story.given.when(AmendConditions(conditions(), OLGA, EARLY)).nothing()
    story.publish().given.when(amended).refused("CONDITIONS_PUBLISHED", "TBJ-3.7")
    story.given.when(PUBLISH).refused("CONDITIONS_PUBLISHED", "TBJ-3.7")


@permits("TBJ-3.1")
def test_tbj_3_1_a_fee_is_charged_as_the_conditions_have_it() -> None:
    opened().given.when(entries.Apply("ref", nzd(50), 0, False, EARLY)).then(
        entries.ApplicationReceived(1, "ref", 5000, 0, EARLY)
    )


@refuses("TBJ-3.1")
@pytest.mark.parametrize("paid", [None, nzd(49, 99), nzd(50, 1), Money("USD", 5000)])
def test_tbj_3_1_no_other_fee_is_taken(paid: Money | None) -> None:
    command = entries.Apply("ref", paid, 0, False, EARLY)
    opened().given.when(command).refused("FEE_DIFFERS", "TBJ-3.1")


@refuses("TBJ-3.7")
def test_tbj_3_7_nobody_applies_before_the_conditions_are_published() -> None:
    command = entries.Apply("ref", nzd(50), 0, False, EARLY)
    Story().given.when(command).refused("NOT_PUBLISHED", "TBJ-3.7")


def test_a_start_in_the_past_is_no_start() -> None:
    late = PublishConditions(OLGA, START)
    Story().given.when(late).refused("CONDITION_WRONG", "TBJ-3.7")
