"""The tournament as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from services.kernel.law import Decider, Decision, Reason, Standing
from services.tournament.domain.tournament import (
    books,
    conditions,
    entries,
    extraordinary,
    goods,
    holding,
    leaving,
    log,
    parting,
    playoffs,
    prizes,
    reopening,
    results,
    rulings,
    seating,
    seats,
    sessions,
    staff,
    starting,
)
from services.tournament.domain.tournament.state import (
    Cancelled,
    Closed,
    InPlay,
    Open,
    Planned,
    State,
    Unplanned,
)

NOT_IN_PLAY = Reason(
    "NOT_IN_PLAY",
    "The tournament has not started.",
    "Start its first session; a tournament that does not take place is cancelled.",
)
TOURNAMENT_CANCELLED = Reason(
    "TOURNAMENT_CANCELLED",
    "The tournament is cancelled.",
    "What is due back is paid; what is held is decided on; then it is closed.",
    clause="TBJ-3.5(b)",
)
TOURNAMENT_CLOSED = Reason(
    "TOURNAMENT_CLOSED",
    "The tournament is closed.",
    "Nothing more can be done in it.",
)

Command = (
    conditions.PlanTournament
    | conditions.AmendConditions
    | conditions.PublishConditions
    | staff.DesignateDirector
    | staff.RecordPresence
    | entries.Apply
    | entries.EndorseConditions
    | entries.AcceptApplicant
    | entries.RefuseApplicant
    | leaving.WithdrawEntry
    | leaving.DisqualifyPlayer
    | leaving.CancelTournament
    | leaving.PayRefund
    | prizes.AddValue
    | sessions.PlanSession
    | sessions.MoveSession
    | starting.StartSession
    | holding.HoldSession
    | holding.ResumeSession
    | seating.SeatSession
    | seating.ChangeSeat
    | seating.SeatReserve
    | seating.DropSession
    | results.RecordTableResult
    | results.CorrectTableResult
    | playoffs.CallPlayoff
    | rulings.RuleOnResult
    | prizes.ConfirmPlacings
    | goods.DecideGoods
    | rulings.RuleOnHeld
    | extraordinary.AllowFewer
    | extraordinary.EndWithoutFinal
    | extraordinary.ReturnHeld
    | prizes.PayPrize
    | books.CloseTournament
    | log.GiveNotice
    | log.WarnPlayer
    | log.OpenDispute
    | log.RuleDispute
)
Event = (
    conditions.TournamentPlanned
    | conditions.ConditionsAmended
    | conditions.ConditionsPublished
    | staff.DirectorDesignated
    | staff.DirectorPresence
    | entries.ApplicationReceived
    | entries.ConditionsEndorsed
    | entries.ApplicantAccepted
    | entries.ApplicantWaitlisted
    | entries.ApplicantRefused
    | leaving.EntryWithdrawn
    | leaving.PlayerDisqualified
    | leaving.TournamentCancelled
    | leaving.RefundPaid
    | prizes.ValueAdded
    | sessions.SessionPlanned
    | sessions.SessionMoved
    | starting.SessionStarted
    | starting.TablesClosed
    | holding.SessionHeld
    | holding.SessionResumed
    | seats.SeatsDrawn
    | seats.TableSeated
    | seats.SeatsChanged
    | seats.SeatingVoided
    | results.TableResultRecorded
    | results.TableResultCorrected
    | results.QualifiersDetermined
    | results.SessionCompleted
    | playoffs.PlayoffCalled
    | rulings.ResultRuled
    | prizes.PlacingsConfirmed
    | goods.GoodsDecided
    | rulings.HeldMoneyRuled
    | reopening.AwardsVoided
    | extraordinary.FewerAllowed
    | extraordinary.EndedWithoutFinal
    | extraordinary.HeldReturned
    | prizes.PrizePaid
    | books.TournamentClosed
    | log.NoticeGiven
    | log.PlayerWarned
    | log.DisputeOpened
    | log.DisputeRuled
)

LIVE = (Open, InPlay)
PLAYING = (InPlay,)
AFTERWARDS = (InPlay, Cancelled)
KEPT = (Open, InPlay, Cancelled)

_DECISIONS: Mapping[type, tuple[Callable[..., Decision[Any]], tuple[type, ...]]] = {
    conditions.PlanTournament: (conditions.plan_tournament, (Unplanned,)),
    conditions.AmendConditions: (conditions.amend_conditions, (Planned,)),
    conditions.PublishConditions: (conditions.publish_conditions, (Planned,)),
    staff.DesignateDirector: (staff.designate_director, (Planned, *KEPT)),
    staff.RecordPresence: (staff.record_presence, LIVE),
    entries.Apply: (entries.apply, (Planned, *LIVE)),
    entries.EndorseConditions: (entries.endorse_conditions, LIVE),
    entries.AcceptApplicant: (entries.accept_applicant, LIVE),
    entries.RefuseApplicant: (entries.refuse_applicant, LIVE),
    leaving.WithdrawEntry: (parting.withdraw_entry, LIVE),
    leaving.DisqualifyPlayer: (parting.disqualify_player, LIVE),
    leaving.CancelTournament: (leaving.cancel_tournament, LIVE),
    leaving.PayRefund: (leaving.pay_refund, KEPT),
    prizes.AddValue: (prizes.add_value, LIVE),
    sessions.PlanSession: (sessions.plan_session, LIVE),
    sessions.MoveSession: (sessions.move_session, LIVE),
    starting.StartSession: (starting.start_session, LIVE),
    holding.HoldSession: (holding.hold_session, LIVE),
    holding.ResumeSession: (holding.resume_session, LIVE),
    seating.SeatSession: (seating.seat_session, LIVE),
    seating.ChangeSeat: (seating.change_seat, LIVE),
    seating.SeatReserve: (seating.seat_reserve, LIVE),
    seating.DropSession: (seating.drop_session, LIVE),
    results.RecordTableResult: (results.record_table_result, PLAYING),
    results.CorrectTableResult: (results.correct_table_result, PLAYING),
    playoffs.CallPlayoff: (playoffs.call_playoff, PLAYING),
    rulings.RuleOnResult: (rulings.rule_on_result, PLAYING),
    prizes.ConfirmPlacings: (prizes.confirm_placings, PLAYING),
    goods.DecideGoods: (goods.decide_goods, PLAYING),
    rulings.RuleOnHeld: (rulings.rule_on_held, AFTERWARDS),
    extraordinary.AllowFewer: (extraordinary.allow_fewer, PLAYING),
    extraordinary.EndWithoutFinal: (extraordinary.end_without_final, PLAYING),
    extraordinary.ReturnHeld: (extraordinary.return_held, AFTERWARDS),
    prizes.PayPrize: (prizes.pay_prize, AFTERWARDS),
    books.CloseTournament: (books.close_tournament, AFTERWARDS),
    log.GiveNotice: (log.give_notice, KEPT),
    log.WarnPlayer: (log.warn_player, LIVE),
    log.OpenDispute: (log.open_dispute, KEPT),
    log.RuleDispute: (log.rule_dispute, KEPT),
}
"""Which function decides a command, and in which states; the other states refuse it."""


def decide(command: Command, tournament: State) -> Decision[Event]:
    """What a command leads to."""
    function, states = _DECISIONS[type(command)]
    if isinstance(tournament, states):
        return function(command, tournament)
    match tournament:
        case Closed():
            raise TOURNAMENT_CLOSED()
        case Cancelled():
            raise TOURNAMENT_CANCELLED()
        case Planned():
            raise entries.NOT_PUBLISHED()
        case Open() if InPlay in states:
            raise NOT_IN_PLAY()
        case Open() | InPlay():
            raise conditions.CONDITIONS_PUBLISHED()
    raise TypeError(f"{type(command).__name__} does not come to {type(tournament).__name__}")


_FOLDS: Mapping[type, Callable[[Any, Any], State]] = {
    conditions.TournamentPlanned: conditions.tournament_planned,
    conditions.ConditionsAmended: conditions.conditions_amended,
    conditions.ConditionsPublished: conditions.conditions_published,
    staff.DirectorDesignated: staff.director_designated,
    staff.DirectorPresence: staff.director_presence,
    entries.ApplicationReceived: entries.application_received,
    entries.ConditionsEndorsed: entries.conditions_endorsed,
    entries.ApplicantAccepted: entries.applicant_accepted,
    entries.ApplicantWaitlisted: entries.applicant_waitlisted,
    entries.ApplicantRefused: entries.applicant_refused,
    leaving.EntryWithdrawn: leaving.entry_withdrawn,
    leaving.PlayerDisqualified: leaving.player_disqualified,
    leaving.TournamentCancelled: leaving.tournament_cancelled,
    leaving.RefundPaid: leaving.refund_paid,
    prizes.ValueAdded: prizes.value_added,
    sessions.SessionPlanned: sessions.session_planned,
    sessions.SessionMoved: sessions.session_moved,
    starting.SessionStarted: starting.session_started,
    starting.TablesClosed: starting.tables_closed,
    holding.SessionHeld: holding.session_held,
    holding.SessionResumed: holding.session_resumed,
    seats.SeatsDrawn: seats.seats_drawn,
    seats.TableSeated: seats.table_seated,
    seats.SeatsChanged: seats.seats_changed,
    seats.SeatingVoided: seats.seating_voided,
    results.TableResultRecorded: results.table_result_recorded,
    results.TableResultCorrected: results.table_result_corrected,
    results.QualifiersDetermined: results.qualifiers_determined,
    results.SessionCompleted: results.session_completed,
    playoffs.PlayoffCalled: playoffs.playoff_called,
    rulings.ResultRuled: rulings.result_ruled,
    prizes.PlacingsConfirmed: prizes.placings_confirmed,
    goods.GoodsDecided: goods.goods_decided,
    rulings.HeldMoneyRuled: rulings.held_money_ruled,
    reopening.AwardsVoided: reopening.awards_voided,
    extraordinary.FewerAllowed: extraordinary.fewer_allowed,
    extraordinary.EndedWithoutFinal: extraordinary.ended_without_final,
    extraordinary.HeldReturned: extraordinary.held_returned,
    prizes.PrizePaid: prizes.prize_paid,
    books.TournamentClosed: books.tournament_closed,
    log.NoticeGiven: log.notice_given,
    log.PlayerWarned: log.player_warned,
    log.DisputeOpened: log.dispute_opened,
    log.DisputeRuled: log.dispute_ruled,
}


def evolve(tournament: State, event: Event) -> State:
    """The tournament after an event; checks no rule."""
    return _FOLDS[type(event)](tournament, event)


def standing(tournament: State) -> Standing:
    """How the tournament stands in lists."""
    match tournament:
        case Open() | InPlay():
            return Standing.IN_PLAY
        case Closed():
            return Standing.ENDED
        case _:
            return Standing.WAITING


TOURNAMENTS: Decider[Command, Event, State] = Decider(
    kind="tournaments",
    initial=Unplanned(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(conditions.PlanTournament,),
)
