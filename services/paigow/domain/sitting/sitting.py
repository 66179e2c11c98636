"""The sitting as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from services.kernel.law import Decider, Decision, Standing
from services.paigow.domain.sitting import (
    accidents,
    boxes,
    closing,
    confirming,
    correcting,
    dealing,
    differences,
    directions,
    disputes,
    exposing,
    exposures,
    mixing,
    opening,
    removal,
    setting,
    settling,
    staff,
    voids,
    wagers,
)
from services.paigow.domain.sitting.posts import LAWS, POSTS
from services.paigow.domain.sitting.state import (
    Closed,
    Counted,
    InPlay,
    Opened,
    State,
    Table,
    Told,
    Unopened,
)

Command = Told
Event = object

_IN_PLAY: Mapping[type[Told], Callable[[Any, InPlay], Decision[Event]]] = {
    staff.AssignStaff: staff.assign_staff,
    opening.SetLimits: opening.set_limits,
    opening.TakeFill: opening.take_fill,
    opening.TakeCredit: opening.take_credit,
    boxes.SeatPlayer: boxes.seat_player,
    boxes.LeaveBox: boxes.leave_box,
    boxes.MarkAbsent: boxes.mark_absent,
    boxes.GiveBank: boxes.give_bank,
    mixing.ShuffleTiles: mixing.shuffle_tiles,
    mixing.StackTiles: mixing.stack_tiles,
    mixing.PerformLaja: mixing.perform_laja,
    mixing.CutTiles: mixing.cut_tiles,
    wagers.PlaceWager: wagers.place_wager,
    wagers.TakeBackWager: wagers.take_back_wager,
    wagers.CloseWagers: wagers.close_wagers,
    wagers.PlaceBankersWager: wagers.place_bankers_wager,
    wagers.MatchBankersWager: wagers.match_bankers_wager,
    dealing.ShakeDice: dealing.shake_dice,
    dealing.DealHand: dealing.deal_hand,
    dealing.PlaceBankersTiles: dealing.place_bankers_tiles,
    correcting.CorrectDeal: correcting.correct_deal,
    correcting.CorrectDice: correcting.correct_dice,
    setting.SetHand: setting.set_hand,
    setting.SetHouseWay: setting.set_house_way,
    setting.SetBankersHand: setting.set_bankers_hand,
    setting.ExposeCoBankersTiles: setting.expose_co_bankers_tiles,
    confirming.ConfirmHouseWay: confirming.confirm_house_way,
    confirming.ReportNotHouseWay: confirming.report_not_house_way,
    exposing.ExposeBankersHand: exposing.expose_bankers_hand,
    exposing.ExposeHand: exposing.expose_hand,
    exposing.CollectWager: exposing.collect_wager,
    exposing.ClearPush: exposing.clear_push,
    settling.PayWinner: settling.pay_winner,
    settling.HandOverRest: settling.hand_over_rest,
    differences.DecideDifference: differences.decide_difference,
    voids.CallOffRound: voids.call_off_round,
    exposures.RecordExposure: exposures.record_exposure,
    exposures.RecordViewed: exposures.record_viewed,
    exposures.CallHandVoid: exposures.call_hand_void,
    exposures.OrderReshuffle: exposures.order_reshuffle,
    accidents.DeclareMisdeal: accidents.declare_misdeal,
    accidents.RecordDisturbed: accidents.record_disturbed,
    accidents.RecordFouled: accidents.record_fouled,
    accidents.RecordMixedHands: accidents.record_mixed_hands,
    removal.OrderRemoval: removal.order_removal,
    removal.ShakeForRemoval: removal.shake_for_removal,
    removal.AcknowledgeNotice: removal.acknowledge_notice,
    removal.DecideRemoval: removal.decide_removal,
    removal.Reinstate: removal.reinstate,
    directions.DirectToSetFirst: directions.direct_to_set_first,
    directions.DirectEnglish: directions.direct_english,
    disputes.OpenDispute: disputes.open_dispute,
    disputes.RuleDispute: disputes.rule_dispute,
    disputes.ReviewDispute: disputes.review_dispute,
    closing.CountFloat: closing.count_float,
}
"""What is decided on a table in play."""

_STANDS_STILL = (
    *(differences.DecideDifference, staff.AssignStaff, opening.TakeFill),
    *(accidents.DeclareMisdeal, accidents.RecordDisturbed, accidents.RecordMixedHands),
    *(accidents.RecordFouled, correcting.CorrectDeal),
    *(removal.AcknowledgeNotice, removal.DecideRemoval),
)
"""What can be done while a difference waits for its decision: what does not turn on it, and what
takes away the hand or the round that it is about."""


def decide(command: Command, sitting: State) -> Decision[Event]:
    """What a command leads to."""
    match command, sitting:
        case opening.OpenSitting(), Unopened():
            return opening.open_sitting(command, sitting)
        case _, Closed():
            raise closing.SITTING_CLOSED()
        case staff.AssignStaff(), Opened() | InPlay():
            return staff.assign_staff(command, sitting)
        case opening.SignOpening(), Opened():
            return opening.sign_opening(command, sitting)
        case opening.SignOpening(), _:
            raise opening.FLOAT_SIGNED()
        case closing.CountFloat(), Opened():
            return closing.count_opening(command, sitting)
        case _, Opened():
            raise opening.FLOAT_NOT_SIGNED()
        case closing.CountFloat(), InPlay() | Counted():
            return _counted(command, sitting)
        case closing.DecideCount(), Counted():
            return closing.decide_count(command, sitting)
        case closing.SignClosing(), Counted():
            return closing.sign_closing(command, sitting)
        case closing.DecideCount() | closing.SignClosing(), InPlay():
            raise closing.NOT_COUNTED()
        case _, Counted():
            raise closing.BEING_CLOSED()
        case _, InPlay():
            return _in_play(command, sitting)
    raise TypeError(f"{type(command).__name__} does not come to {type(sitting).__name__}")


def _in_play(command: Command, table: InPlay) -> Decision[Event]:
    """Whose it is, whether the table stands still, and then the rule itself."""
    post = POSTS.get(type(command))
    if post is not None:
        refused = staff.at_post(table, post, command.by, LAWS.get(type(command), ""))
        if refused is not None:
            return refused
    if not isinstance(command, _STANDS_STILL):
        differences.nothing_differs(table)
    return _IN_PLAY[type(command)](command, table)


def _counted(command: closing.CountFloat, table: InPlay | Counted) -> Decision[Event]:
    differences.nothing_differs(table)
    return closing.count_float(command, table)


_TABLE_FOLDS: Mapping[type, Callable[[Any, Any], Any]] = {
    opening.SittingOpened: opening.sitting_opened,
    opening.OpeningSigned: opening.opening_signed,
    opening.LimitsSet: opening.limits_set,
    opening.FloatFilled: opening.float_filled,
    opening.FloatCredited: opening.float_credited,
    staff.StaffAssigned: staff.staff_assigned,
    staff.AttemptRefused: staff.attempt_refused,
    boxes.PlayerSeated: boxes.player_seated,
    boxes.BoxLeft: boxes.box_left,
    boxes.AbsenceMarked: boxes.absence_marked,
    boxes.BankGiven: boxes.bank_given,
    mixing.TilesShuffled: mixing.tiles_shuffled,
    mixing.ShoeShuffled: mixing.shoe_shuffled,
    mixing.TilesStacked: mixing.tiles_stacked,
    mixing.LajaPerformed: mixing.laja_performed,
    mixing.TilesCut: mixing.tiles_cut,
    differences.DifferenceFound: differences.difference_found,
    differences.DifferenceDecided: differences.difference_decided,
    exposures.ReshuffleOrdered: exposures.reshuffle_ordered,
    removal.RemovalOrdered: removal.removal_ordered,
    removal.RemovalDiceShaken: removal.removal_dice_shaken,
    removal.NoticeAcknowledged: removal.notice_acknowledged,
    removal.RemovalDecided: removal.removal_decided,
    removal.Reinstated: removal.reinstated,
    directions.SetFirstDirected: directions.set_first_directed,
    directions.EnglishDirected: directions.english_directed,
    disputes.DisputeOpened: disputes.dispute_opened,
    disputes.DisputeRuled: disputes.dispute_ruled,
    disputes.DisputeReviewed: disputes.dispute_reviewed,
    closing.FloatCounted: closing.float_counted,
    closing.CountDecided: closing.count_decided,
    closing.SittingClosed: closing.sitting_closed,
}
"""What an event does to the table."""

_ROUND_FOLDS: Mapping[type, Callable[[Any, Any, Any], Any]] = {
    wagers.WagerPlaced: wagers.wager_placed,
    wagers.WagerTakenBack: wagers.wager_taken_back,
    wagers.WagersClosed: wagers.wagers_closed,
    wagers.BankersWagerPlaced: wagers.bankers_wager_placed,
    wagers.BankersWagerMatched: wagers.bankers_wager_matched,
    dealing.DiceShaken: dealing.dice_shaken,
    dealing.HandDealt: dealing.hand_dealt,
    dealing.BankersTilesPlaced: dealing.bankers_tiles_placed,
    correcting.DealCorrected: correcting.deal_corrected,
    correcting.DiceCorrected: correcting.dice_corrected,
    setting.HandSet: setting.hand_set,
    setting.CoBankersTilesExposed: setting.co_bankers_tiles_exposed,
    confirming.HouseWayConfirmed: confirming.house_way_confirmed,
    confirming.HouseWayMissed: confirming.house_way_missed,
    exposing.BankersHandExposed: exposing.bankers_hand_exposed,
    exposing.HandExposed: exposing.hand_exposed,
    exposing.WagerCollected: exposing.wager_collected,
    exposing.PushCleared: exposing.push_cleared,
    settling.WinnerPaid: settling.winner_paid,
    settling.RoundSettled: settling.round_settled,
    exposures.TilesExposed: exposures.tiles_exposed,
    exposures.HandViewed: exposures.hand_viewed,
    accidents.HandDisturbed: accidents.hand_disturbed,
    accidents.HandFouled: accidents.hand_fouled,
    accidents.HandsMixed: accidents.hands_mixed,
    voids.HandVoided: voids.hand_voided,
    voids.RoundVoided: voids.round_voided,
}
"""What an event does to the table and the round that is played."""

EVENTS: tuple[type, ...] = (*_TABLE_FOLDS, *_ROUND_FOLDS)
COMMANDS: tuple[type[Told], ...] = (
    *(opening.OpenSitting, opening.SignOpening, closing.DecideCount, closing.SignClosing),
    *_IN_PLAY,
)


def evolve(sitting: State, event: Event) -> State:
    """The sitting after an event; checks no rule."""
    fold = _TABLE_FOLDS.get(type(event))
    if fold is not None:
        after = fold(sitting, event)
    else:
        current = sitting.round if isinstance(sitting, Table) else None
        after = _ROUND_FOLDS[type(event)](sitting, current, event)
    counted: State = replace(after, events=after.events + 1)
    return counted


def standing(sitting: State) -> Standing:
    """How the sitting stands in lists."""
    match sitting:
        case InPlay() | Counted():
            return Standing.IN_PLAY
        case Closed():
            return Standing.ENDED
        case _:
            return Standing.WAITING


SITTINGS: Decider[Command, Event, State] = Decider(
    kind="sittings",
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(opening.OpenSitting,),
)
