"""Determining the conditions of entry before the tournament, and publishing them (3.2, 3.7)."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from services.kernel.approval import Approval, stood_for
from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.tournament.conditions_state import Conditions, Limits, Rules, Stage
from services.tournament.domain.tournament.state import Open, Planned, Unplanned, become

WHOLE = 10_000
"""All of the pool, in hundredths of a percent."""

NOT_IN_FORCE = Reason(
    "NOT_IN_FORCE",
    "{profile} does not hold for a tournament here that starts {starts}: {why}.",
    "Choose a profile that is in force in this venue on that day.",
    clause="TBJ-notice",
)
CONDITION_MISSING = Reason(
    "CONDITION_MISSING",
    "The conditions cannot be published: {what}.",
    "Determine it first; all conditions are fixed before the tournament.",
)
CONDITION_WRONG = Reason(
    "CONDITION_WRONG",
    "The conditions cannot stand so: {what}.",
    "Put it right and try again.",
)
UNEQUAL_CHANCE = Reason(
    "UNEQUAL_CHANCE",
    "The players of the {stage} would not have an equal chance: its tables have other limits.",
    "Give all tables of a stage the same limits.",
    clause="TBJ-1.0-tournament",
)
INCREMENT_TOO_LARGE = Reason(
    "INCREMENT_TOO_LARGE",
    "In the {stage} wagers would go in steps of {increment}, above the minimum of {minimum}.",
    "Choose an increment of at most the minimum wager.",
    clause="TBJ-4.6",
)
CONDITIONS_PUBLISHED = Reason(
    "CONDITIONS_PUBLISHED",
    "The conditions are published: people have applied, or may, on these terms.",
    "They stay as they are. What they leave open is ruled on record.",
    clause="TBJ-3.7",
)


@dataclass(frozen=True, slots=True)
class PlanTournament:
    """Begin to determine a tournament, in a venue of `currency` and `time_zone`.

    `commencement` is when the profile's text came into force (None: not known), `approved`
    whether it is approved in this venue.
    """

    profile: str
    rules: Rules
    conditions: Conditions
    currency: str
    time_zone: str
    commencement: datetime | None
    approved: bool
    at: datetime
    approval: Approval | None = None


@dataclass(frozen=True, slots=True)
class AmendConditions:
    """Determine the conditions anew."""

    conditions: Conditions
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PublishConditions:
    """Make the conditions known to all who may apply."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TournamentPlanned:
    """A tournament is being determined, under these rules of its profile."""

    profile: str
    rules: Rules
    conditions: Conditions
    currency: str
    time_zone: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ConditionsAmended:
    """The conditions as they are determined now."""

    conditions: Conditions
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ConditionsPublished:
    """The conditions are complete, and open to all."""

    by: str
    at: datetime


@clause("TBJ-notice")
def in_force(command: PlanTournament) -> None:
    """The rules hold from their commencement on, in the venues that they are approved for, by the
    text that two persons there stand for."""
    profile, commencement = command.profile, command.commencement
    starts_at = command.conditions.starts_at
    here = ZoneInfo(command.time_zone)
    starts = _told(starts_at, here) if starts_at else "some day"
    stood_for(command.approval, clause="TBJ-notice")
    if not command.approved:
        raise NOT_IN_FORCE(profile=profile, starts=starts, why="it is not approved in this venue")
    if commencement and starts_at and starts_at < commencement:
        why = f"it commenced on {_told(commencement, here)}"
        raise NOT_IN_FORCE(profile=profile, starts=starts, why=why)


def _told(instant: datetime, here: ZoneInfo) -> str:
    """An instant in a sentence, by the venue's clocks."""
    return f"{instant.astimezone(here):%-d %B %Y at %H:%M}"


def plan_tournament(command: PlanTournament, _: Unplanned) -> Decision[TournamentPlanned]:
    """A tournament is planned under a profile that is in force; its conditions may be open yet."""
    in_force(command)
    _money_is_ours(command.conditions, command.currency)
    return happened(
        TournamentPlanned(
            command.profile,
            command.rules,
            command.conditions,
            command.currency,
            command.time_zone,
            command.at,
        )
    )


def tournament_planned(_: Unplanned, event: TournamentPlanned) -> Planned:
    """Its conditions are being determined."""
    return Planned(event.profile, event.rules, event.conditions, event.currency, event.time_zone)


def amend_conditions(command: AmendConditions, tournament: Planned) -> Decision[ConditionsAmended]:
    """Until they are published, conditions are determined anew as often as it takes."""
    _money_is_ours(command.conditions, tournament.currency)
    if command.conditions == tournament.conditions:
        return Decision()
    return happened(ConditionsAmended(command.conditions, command.by, command.at))


def conditions_amended(tournament: Planned, event: ConditionsAmended) -> Planned:
    """These are the conditions now."""
    return replace(tournament, conditions=event.conditions)


@clause("TBJ-3.2(a)", "TBJ-3.2(b)", "TBJ-3.2(e)", "TBJ-3.7")
def publish_conditions(
    command: PublishConditions, tournament: Planned
) -> Decision[ConditionsPublished]:
    """All conditions are determined before the tournament commences, and then told to all."""
    conditions = tournament.conditions
    if not conditions.application_form.strip():
        raise _missing("the form of the application for entry", "TBJ-3.2(a)")
    if conditions.fee is None:
        raise _missing("the entry fee, be it nothing,", "TBJ-3.2(b)")
    rules = tournament.rules
    if not rules.table_fewest <= conditions.fewest <= conditions.most:
        what = f"the fewest and the most players who may enter, {rules.table_fewest} or more"
        raise _missing(what, "TBJ-3.2(e)")
    if not conditions.title.strip() or conditions.admission is None:
        raise _missing("its title, and how applicants are admitted", "TBJ-3.7")
    if conditions.starts_at is None:
        raise _missing("when tournament play begins", "TBJ-3.7")
    if conditions.starts_at <= command.at:
        raise CONDITION_WRONG(clause="TBJ-3.7", what="play would have begun before they are told")
    stages_determined(conditions)
    stages_can_be_filled(conditions, rules)
    durations_determined(conditions)
    prizes_determined(conditions)
    equal_chance(conditions.stages)
    return happened(ConditionsPublished(command.by, command.at))


def conditions_published(tournament: Planned, event: ConditionsPublished) -> Open:
    """People may apply."""
    return become(Open, tournament)


@clause("TBJ-3.2(c)", "TBJ-3.2(d)", "TBJ-6.3", "TBJ-4.6")
def stages_determined(conditions: Conditions) -> None:
    """Each stage has its chips, free or at face value, its wagers, and who goes on from it."""
    if not conditions.stages:
        raise _missing("the stages, with the chips that players start with", "TBJ-3.2(c)")
    for number, stage in enumerate(conditions.stages, start=1):
        title = stage.title.strip() or f"stage {number}"
        if not stage.chips or stage.issue is None:
            what = f"the chips held as the {title} starts, and whether they are free"
            raise _missing(what, "TBJ-3.2(c)")
        if stage.limits_of(0) is None:
            raise _missing(f"the minimum and maximum wagers of the {title}", "TBJ-3.2(d)")
        for limits in stage.limits:
            _limits_make_sense(title, stage, limits)
        final = number == len(conditions.stages)
        if final != (stage.advance == 0):
            what = f"how many of each table of the {title} go on (of the final, none)"
            raise CONDITION_MISSING(clause="TBJ-6.3", what=f"it is not determined {what}")


@clause("TBJ-5.4", "TBJ-3.2(e)")
def stages_can_be_filled(conditions: Conditions, rules: Rules) -> None:
    """With the fewest and with the most players there is a way to fill every stage's tables."""
    for players in dict.fromkeys((conditions.fewest, conditions.most)):
        if not can_be_filled(players, conditions.stages, rules):
            few, many = rules.table_fewest, rules.table_most
            what = (
                f"{players} players cannot be brought to a final of {few} to {many} by as many as "
                "go on from each table"
            )
            raise CONDITION_WRONG(clause="TBJ-5.4", what=what)


def can_be_filled(players: int, stages: tuple[Stage, ...], rules: Rules) -> bool:
    """Whether so many players can play these stages, at some number of tables in each."""
    fewest, most = rules.table_fewest, rules.table_most

    @functools.cache
    def fills(players: int, number: int) -> bool:
        if number == len(stages) - 1:
            return fewest <= players <= most
        tables = range(-(-players // most), players // fewest + 1)
        return any(fills(each * stages[number].advance, number + 1) for each in tables)

    return fills(players, 0)


@clause("TBJ-3.2(f)")
def durations_determined(conditions: Conditions) -> None:
    """Every session has a length, and so have play-offs."""
    for number, stage in enumerate(conditions.stages, start=1):
        if stage.length is None:
            what = f"the duration of the {stage.title.strip() or f'stage {number}'}"
            raise _missing(what, "TBJ-3.2(f)")
    playoffs = conditions.playoffs
    if playoffs is None or playoffs.length is None or not playoffs.chips:
        raise _missing("the duration of play-offs, and their chips", "TBJ-3.2(f)")
    if not 0 < playoffs.further <= min(stage.chips for stage in conditions.stages):
        what = "the further chips of rule 4.10 are at most those a session starts with, and some"
        raise CONDITION_WRONG(clause="TBJ-4.10(a)", what=what)
    minimum = max(limits.min_wager for stage in conditions.stages for limits in stage.limits)
    if min(playoffs.chips, playoffs.further) < minimum:
        what = f"in a play-off nobody could wager the minimum of {minimum} with its chips"
        raise CONDITION_WRONG(clause="TBJ-4.10(b)", what=what)


@clause("TBJ-3.2(g)")
def prizes_determined(conditions: Conditions) -> None:
    """There is a prize list, from the winner down, and the manner of allocation."""
    places = tuple(prize.place for prize in conditions.prizes)
    if not places or not conditions.allocation.strip():
        raise _missing("the prize list, and how prizes are allocated", "TBJ-3.2(g)")
    if places != tuple(range(1, len(places) + 1)):
        what = "prizes are listed from place 1 on, each place once"
        raise CONDITION_WRONG(clause="TBJ-3.2(g)", what=what)
    for prize in conditions.prizes:
        if not (prize.cash or prize.share or prize.goods.strip()):
            raise _missing(f"the prize of place {prize.place}", "TBJ-3.2(g)")
        if prize.cash and prize.share:
            what = f"place {prize.place} has an amount and a share of the pool"
            raise CONDITION_WRONG(clause="TBJ-3.2(g)", what=what)
    if sum(prize.share for prize in conditions.prizes) > WHOLE:
        raise CONDITION_WRONG(clause="TBJ-3.2(g)", what="the shares are more than the whole pool")


@clause("TBJ-1.0-tournament")
def equal_chance(stages: tuple[Stage, ...]) -> None:
    """A tournament gives all players an equal chance: one stage, the same wagers at each table."""
    for stage in stages:
        seen = {replace(limits, table=0) for limits in stage.limits}
        if len(seen) > 1:
            raise UNEQUAL_CHANCE(stage=stage.title.strip() or "stage")


def _limits_make_sense(title: str, stage: Stage, limits: Limits) -> None:
    if not 0 < limits.min_wager <= limits.max_wager:
        raise _missing(f"a minimum and a maximum wager of the {title}", "TBJ-3.2(d)")
    if limits.min_wager > stage.chips:
        what = f"nobody in the {title} could wager the minimum with {stage.chips} chips"
        raise CONDITION_WRONG(clause="TBJ-3.2(d)", what=what)
    if limits.increment > limits.min_wager:
        raise INCREMENT_TOO_LARGE(stage=title, increment=limits.increment, minimum=limits.min_wager)


def _money_is_ours(conditions: Conditions, currency: str) -> None:
    if conditions.fee is not None and conditions.fee.currency != currency:
        what = f"the fee is in {conditions.fee.currency}, and money here is {currency}"
        raise CONDITION_WRONG(clause="TBJ-3.2(b)", what=what)


def _missing(what: str, law: str) -> Exception:
    return CONDITION_MISSING(clause=law, what=f"{what} is not determined")
