"""The session table as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from services.kernel.law import Decider, Decision, Reason, Refused, Standing
from services.tournament.domain.table import (
    cards,
    clock,
    closing,
    conduct,
    ending,
    leaving,
    missing,
    opening,
    rounds,
    rulings,
    seating,
    shuffling,
    tally,
    wagering,
)
from services.tournament.domain.table.reasons import TABLE_CLOSED, not_now
from services.tournament.domain.table.state import (
    Closed,
    Finished,
    InSession,
    Over,
    Seated,
    State,
    Unopened,
)

TABLE_NOT_SEATED = Reason(
    "TABLE_NOT_SEATED",
    "This table has no players.",
    "The tournament seats it first.",
    clause="TBJ-5.2",
)

Word = (
    seating.OpenTable
    | seating.ChangeSeats
    | seating.VoidSeating
    | seating.CallSession
    | clock.HoldTable
    | clock.ResumeTable
    | conduct.ReportDirector
    | leaving.ExpelPlayer
    | leaving.WithdrawPlayer
    | closing.CloseTable
)


@dataclass(frozen=True, slots=True)
class FollowTournament:
    """All that one commit of the tournament says of this table, in its order."""

    words: tuple[Word, ...]


Act = (
    Word
    | opening.IssueChips
    | opening.RecordName
    | opening.StartTable
    | shuffling.ShuffleCards
    | conduct.ChangeSign
    | clock.CallTime
    | wagering.PlaceWager
    | wagering.TakeBackWager
    | wagering.CorrectWager
    | missing.LimitWagerTime
    | missing.RestrictWager
    | missing.RecordMissedWager
    | missing.RuleOnWager
    | rounds.DealRound
    | rounds.RecordRound
    | cards.RecordCards
    | rulings.CorrectRound
    | rulings.VoidRound
    | rulings.RuleRoundBegun
    | leaving.LeaveTable
    | leaving.ReturnToTable
    | leaving.DisqualifyBox
    | tally.CountChips
    | tally.CorrectChips
    | closing.HandInChips
)
Command = FollowTournament | Act
Event = (
    seating.TableOpened
    | seating.TableSeatsChanged
    | seating.TableVoided
    | seating.SessionCalled
    | opening.ChipsIssued
    | opening.NameRecorded
    | opening.TableStarted
    | shuffling.CardsShuffled
    | conduct.DirectorReported
    | conduct.SignChanged
    | clock.TableHeld
    | clock.TableResumed
    | clock.TimeElapsed
    | clock.SessionEnded
    | wagering.WagerPlaced
    | wagering.WagerTakenBack
    | wagering.WagerCorrected
    | missing.WagerTimeLimited
    | missing.WagerRestricted
    | missing.WagerRuled
    | rounds.RoundDealt
    | rounds.RoundRecorded
    | rulings.RoundCorrected
    | rulings.RoundVoided
    | rulings.RoundRuledBegun
    | leaving.PlayerLeft
    | leaving.PlayerReturned
    | leaving.BoxDisqualified
    | tally.ChipsCounted
    | tally.ChipsCorrected
    | tally.SessionFinished
    | tally.TallyCorrected
    | closing.ChipsHandedIn
    | closing.TableClosed
)


# -- decisions ---------------------------------------------------------------------------------


def decide(command: Command, table: State) -> Decision[Event]:
    """What a command leads to, and what follows from it by itself."""
    if not isinstance(command, FollowTournament):
        return _done(command, table)
    events: tuple[Event, ...] = ()
    for word in command.words:
        try:
            decision = _done(word, table)
        except Refused as refused:
            return Decision(events, refused)
        events = (*events, *decision.events)
        table = _folded(table, decision.events)
    return Decision(events)


def _done(command: Act, table: State) -> Decision[Event]:
    """The command on the table as it is at its instant: time that is up is up for everybody."""
    before = _following(table, command.at)
    table = _folded(table, before)
    decision = _decided(command, table)
    after = _following(_folded(table, decision.events), command.at)
    return Decision((*before, *decision.events, *after), decision.refusal)


def _following(table: State, at: Any) -> tuple[Event, ...]:
    """What happens by itself: time is up, the session is over, the result stands."""
    events: tuple[Event, ...] = ()
    while True:
        event: Event | None = (
            clock.elapsed(table, at) or ending.over(table, at) or tally.finished(table, at)
        )
        if event is None:
            return events
        events = (*events, event)
        table = evolve(table, event)


def _folded(table: State, events: tuple[Event, ...]) -> State:
    for event in events:
        table = evolve(table, event)
    return table


ALWAYS: dict[type, Callable[[Any, Any], Decision[Any]]] = {
    conduct.ReportDirector: conduct.report_director,
    opening.IssueChips: opening.issue_chips,
    opening.RecordName: opening.record_name,
    closing.HandInChips: closing.hand_in_chips,
    closing.CloseTable: closing.close_table,
}
BEFORE_PLAY: dict[type, Callable[[Any, Any], Decision[Any]]] = {
    seating.ChangeSeats: seating.change_seats,
    seating.VoidSeating: seating.void_seating,
    seating.CallSession: seating.call_session,
    opening.StartTable: opening.start_table,
}
UNTIL_THE_END: dict[type, Callable[[Any, Any], Decision[Any]]] = {
    shuffling.ShuffleCards: shuffling.shuffle_cards,
    conduct.ChangeSign: conduct.change_sign,
    clock.HoldTable: clock.hold_table,
    clock.ResumeTable: clock.resume_table,
    missing.LimitWagerTime: missing.limit_wager_time,
    leaving.LeaveTable: leaving.leave_table,
    leaving.ReturnToTable: leaving.return_to_table,
}
IN_PLAY: dict[type, Callable[[Any, Any], Decision[Any]]] = {
    wagering.PlaceWager: wagering.place_wager,
    wagering.TakeBackWager: wagering.take_back_wager,
    wagering.CorrectWager: wagering.correct_wager,
    missing.RestrictWager: missing.restrict_wager,
    missing.RecordMissedWager: missing.record_missed_wager,
    missing.RuleOnWager: missing.rule_on_wager,
    rounds.DealRound: rounds.deal_round,
    rounds.RecordRound: rounds.record_round,
    cards.RecordCards: cards.record_cards,
    rulings.VoidRound: rulings.void_round,
}
FROM_THE_START: dict[type, Callable[[Any, Any], Decision[Any]]] = {
    tally.CountChips: tally.count_chips,
    tally.CorrectChips: tally.correct_chips,
}


def _decided(command: Act, table: State) -> Decision[Any]:
    kind = type(command)
    match command, table:
        case seating.OpenTable(), Unopened():
            return seating.open_table(command, table)
        case _, Unopened():
            raise TABLE_NOT_SEATED()
        case seating.OpenTable(), _:
            raise seating.SEATED_BEFORE()
        case (
            (leaving.ExpelPlayer() | leaving.WithdrawPlayer() | clock.CallTime()),
            Finished(),
        ) | (conduct.ReportDirector(), Closed()):
            return Decision()
        case clock.CallTime(), _:
            return Decision()
        case clock.HoldTable(), Over() if clock.came_late(command, table):
            return clock.hold_table(command, table)
        case (
            (clock.HoldTable(whole_session=True) | clock.ResumeTable(whole_session=True)),
            (Over() | Finished()),
        ):
            return Decision()  # the session goes on elsewhere
        case _, Closed() if kind not in (closing.CloseTable, closing.HandInChips):
            raise TABLE_CLOSED()
        case (leaving.DisqualifyBox(), Seated() | InSession() | Over()):
            return leaving.disqualify_box(command, table)
        case (leaving.ExpelPlayer(), Seated() | InSession() | Over()):
            return leaving.expel_player(command, table)
        case (leaving.WithdrawPlayer(), Seated() | InSession() | Over()):
            return leaving.withdraw_player(command, table)
        case rulings.CorrectRound(), InSession() | Over():
            return rulings.correct_round(command, table)
        case rulings.RuleRoundBegun(), Over():
            return rulings.rule_round_begun(command, table)
    return _in_its_state(kind, table)(command, table)


def _in_its_state(kind: type, table: State) -> Callable[[Any, Any], Decision[Any]]:
    """The chapter's function for a command, where the table's state lets it come."""
    tables = [ALWAYS]
    match table:
        case Seated():
            tables += [BEFORE_PLAY, UNTIL_THE_END]
        case InSession():
            tables += [UNTIL_THE_END, IN_PLAY, FROM_THE_START]
        case Over() | Finished():
            tables += [FROM_THE_START]
    for each in tables:
        if kind in each:
            return each[kind]
    if isinstance(table, Over | Finished):
        raise ending.no_more_play(table)
    raise not_now(table)


# -- what happened -----------------------------------------------------------------------------

_FOLDS: dict[type, Callable[[Any, Any], Any]] = {
    seating.TableOpened: seating.table_opened,
    seating.TableSeatsChanged: seating.table_seats_changed,
    seating.TableVoided: seating.table_voided,
    seating.SessionCalled: seating.session_called,
    opening.ChipsIssued: opening.chips_issued,
    opening.NameRecorded: opening.name_recorded,
    opening.TableStarted: opening.table_started,
    shuffling.CardsShuffled: shuffling.cards_shuffled,
    conduct.DirectorReported: conduct.director_reported,
    conduct.SignChanged: conduct.sign_changed,
    clock.TableHeld: clock.table_held,
    clock.TableResumed: clock.table_resumed,
    clock.TimeElapsed: clock.time_elapsed,
    clock.SessionEnded: ending.session_ended,
    wagering.WagerPlaced: wagering.wager_placed,
    wagering.WagerTakenBack: wagering.wager_taken_back,
    wagering.WagerCorrected: wagering.wager_corrected,
    missing.WagerTimeLimited: missing.wager_time_limited,
    missing.WagerRestricted: missing.wager_restricted,
    missing.WagerRuled: missing.wager_ruled,
    rounds.RoundDealt: rounds.round_dealt,
    rounds.RoundRecorded: rounds.round_recorded,
    rulings.RoundCorrected: rulings.round_corrected,
    rulings.RoundVoided: rulings.round_voided,
    rulings.RoundRuledBegun: rulings.round_ruled_begun,
    leaving.PlayerLeft: leaving.player_left,
    leaving.PlayerReturned: leaving.player_returned,
    leaving.BoxDisqualified: leaving.box_disqualified,
    tally.ChipsCounted: tally.chips_counted,
    tally.ChipsCorrected: tally.chips_corrected,
    tally.SessionFinished: tally.session_finished,
    tally.TallyCorrected: tally.tally_corrected,
    closing.ChipsHandedIn: closing.chips_handed_in,
    closing.TableClosed: closing.table_closed,
}
_OF_THE_ROUND = (rounds.RoundRecorded, rulings.RoundCorrected, clock.SessionEnded)


def evolve(table: State, event: Event) -> State:
    """The table after an event; checks no rule.

    What follows a round closes its record: from then on only chips are corrected.
    """
    after: State = _FOLDS[type(event)](table, event)
    if isinstance(event, _OF_THE_ROUND):
        return after
    if isinstance(after, InSession) and after.before is not None:
        return replace(after, before=None)
    if isinstance(after, Over) and after.last is not None:
        return replace(after, last=None)
    return after


def standing(table: State) -> Standing:
    """How the table stands in lists."""
    match table:
        case InSession() | Over() | Finished() if not isinstance(table, Closed):
            return Standing.IN_PLAY
        case Closed():
            return Standing.ENDED
        case _:
            return Standing.WAITING


TABLES: Decider[Command, Event, State] = Decider(
    kind="tables",
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    anytime=(FollowTournament,),
    due=clock.due,
)
