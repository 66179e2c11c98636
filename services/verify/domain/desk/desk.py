"""The claim desk as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from datetime import datetime

from services.kernel.law import Decider, Decision, Refused, Standing
from services.verify.domain.desk import (
    attempts,
    claims,
    collecting,
    course,
    deciding,
    heeding,
    jackpot_settling,
    jackpots,
    late,
    opening,
    paying,
    players,
    recovering,
    selling,
    settling,
    signing,
)
from services.verify.domain.desk.attempts import AttemptRefused
from services.verify.domain.desk.claims import (
    ClaimOpened,
    ClaimReopened,
    DecidedElsewhere,
    OpenClaim,
    TakeRighting,
    TakeVerdict,
    WinVoided,
)
from services.verify.domain.desk.collecting import (
    CardCollected,
    CollectCard,
    NumbersRead,
    NumbersVerified,
    ReadCard,
    VerifyNumbers,
)
from services.verify.domain.desk.course import (
    PlayEnded,
    PlayWentOn,
    PrizesAnnounced,
    TakePlay,
    TakePrizes,
    WinRecorded,
)
from services.verify.domain.desk.deciding import (
    ClaimDecided,
    DecideClaim,
    LateClaimRuled,
    RuleLateClaim,
)
from services.verify.domain.desk.ending import ended
from services.verify.domain.desk.heeding import DrawAnswered, TakeAnswer
from services.verify.domain.desk.jackpots import (
    DeclareJackpot,
    JackpotAwarded,
    JackpotDeclared,
    JackpotReleased,
    TakeJackpot,
)
from services.verify.domain.desk.late import SalesAmended, SalesReduced, TakeBack, TakeLateSale
from services.verify.domain.desk.opening import DeskOpened, OpenDesk
from services.verify.domain.desk.paying import (
    PaymentProposed,
    PayPrize,
    PrizePaid,
    ReceiptTaken,
    TakeReceipt,
)
from services.verify.domain.desk.players import PlayersTold, TellPlayers
from services.verify.domain.desk.recovering import (
    LapsePrizes,
    PrizeLapsed,
    RecordRecovery,
    RecoveryRecorded,
)
from services.verify.domain.desk.selling import (
    BlockRegistered,
    BlockReported,
    CloseSales,
    OpenSales,
    RegisterBlock,
    SalesClosed,
    SalesClosing,
    SalesOpened,
    StopSales,
    TakeReport,
)
from services.verify.domain.desk.settling import (
    RecoveryDue,
    SettlementReopened,
    StageSettled,
    settled,
)
from services.verify.domain.desk.signing import PaymentRejected, RejectPayment, SignPayment
from services.verify.domain.desk.state import Desk, NotOnSale, State, Unopened

OfSales = OpenSales | RegisterBlock | CloseSales | StopSales | TakeReport | TakeLateSale | TakeBack
OfDraw = OpenClaim | TakeVerdict | TakeRighting | TakeAnswer | TakePrizes | TakePlay
OfPeople = CollectCard | ReadCard | VerifyNumbers | DecideClaim | RuleLateClaim
OfClaims = OfDraw | OfPeople
OfPrizes = PayPrize | SignPayment | RejectPayment | TakeReceipt | TellPlayers
OfMoney = RecordRecovery | LapsePrizes
OfJackpots = DeclareJackpot | TakeJackpot
Command = OpenDesk | OfSales | OfClaims | OfPrizes | OfMoney | OfJackpots
Event = (
    DeskOpened
    | SalesOpened
    | BlockRegistered
    | SalesClosing
    | BlockReported
    | SalesClosed
    | SalesAmended
    | SalesReduced
    | ClaimOpened
    | DecidedElsewhere
    | ClaimReopened
    | WinVoided
    | DrawAnswered
    | AttemptRefused
    | CardCollected
    | NumbersRead
    | NumbersVerified
    | LateClaimRuled
    | ClaimDecided
    | PrizesAnnounced
    | WinRecorded
    | PlayWentOn
    | PlayEnded
    | PlayersTold
    | StageSettled
    | SettlementReopened
    | RecoveryDue
    | PaymentProposed
    | PaymentRejected
    | PrizePaid
    | ReceiptTaken
    | RecoveryRecorded
    | PrizeLapsed
    | JackpotDeclared
    | JackpotAwarded
    | JackpotReleased
)


_DECIDED = {
    OpenSales: selling.open_sales,
    RegisterBlock: selling.register_block,
    CloseSales: selling.close_sales,
    StopSales: selling.stop_sales,
    TakeReport: selling.take_report,
    TakeLateSale: late.take_late_sale,
    TakeBack: late.take_back,
    OpenClaim: claims.open_claim,
    TakeVerdict: claims.take_verdict,
    TakeRighting: claims.take_righting,
    TakeAnswer: heeding.take_answer,
    CollectCard: collecting.collect_card,
    ReadCard: collecting.read_card,
    VerifyNumbers: collecting.verify_numbers,
    DecideClaim: deciding.decide_claim,
    RuleLateClaim: deciding.rule_late_claim,
    TakePrizes: course.take_prizes,
    TakePlay: course.take_play,
    TellPlayers: players.tell_players,
    PayPrize: paying.pay_prize,
    SignPayment: signing.sign_payment,
    RejectPayment: signing.reject_payment,
    TakeReceipt: paying.take_receipt,
    RecordRecovery: recovering.record_recovery,
    LapsePrizes: recovering.lapse_prizes,
    DeclareJackpot: jackpots.declare_jackpot,
    TakeJackpot: jackpots.take_jackpot,
}


def decide(command: Command, desk: State) -> Decision[Event]:
    """What a command leads to, and what becomes of the prizes with it."""
    match command, desk:
        case OpenDesk(), Unopened():
            return opening.open_desk(command)
        case _, Desk():
            try:
                return _with_prizes(_decided(command, desk), desk, command.at)
            except Refused as refused:
                if isinstance(command, OfPeople):
                    return attempts.attempted(command, desk, refused)
                raise
    raise TypeError(f"{type(command).__name__} does not come to a desk {type(desk).__name__}")


def _decided(command: Command, desk: Desk) -> Decision[Event]:
    return _DECIDED[type(command)](command, desk)  # type: ignore[operator,no-any-return]  # by its class


def _with_prizes(decision: Decision[Event], desk: Desk, at: datetime) -> Decision[Event]:
    """Settlements follow whatever happens at a desk, in the same commit."""
    after = desk
    for event in decision.events:
        after = _FOLDS[type(event)](after, event)  # type: ignore[operator]  # by its class
    prizes = settled(desk, after, at, (jackpot_settling.jackpot_settled,))
    return Decision((*decision.events, *prizes), decision.refusal)


_FOLDS = {
    SalesOpened: selling.sales_opened,
    BlockRegistered: selling.block_registered,
    SalesClosing: selling.sales_closing,
    BlockReported: selling.block_reported,
    SalesClosed: selling.sales_closed,
    SalesAmended: late.sales_amended,
    SalesReduced: late.sales_reduced,
    ClaimOpened: claims.claim_opened,
    DecidedElsewhere: claims.decided_elsewhere,
    ClaimReopened: claims.claim_reopened,
    WinVoided: claims.win_voided,
    DrawAnswered: heeding.draw_answered,
    AttemptRefused: attempts.attempt_refused,
    CardCollected: collecting.card_collected,
    NumbersRead: collecting.numbers_read,
    NumbersVerified: collecting.numbers_verified,
    LateClaimRuled: deciding.late_claim_ruled,
    ClaimDecided: deciding.claim_decided,
    PrizesAnnounced: course.prizes_announced,
    WinRecorded: course.win_recorded,
    PlayWentOn: course.play_went_on,
    PlayEnded: course.play_ended,
    PlayersTold: players.players_told,
    StageSettled: settling.stage_settled,
    SettlementReopened: settling.settlement_reopened,
    RecoveryDue: settling.recovery_due,
    PaymentProposed: paying.payment_proposed,
    PaymentRejected: signing.payment_rejected,
    PrizePaid: paying.prize_paid,
    ReceiptTaken: paying.receipt_taken,
    RecoveryRecorded: recovering.recovery_recorded,
    PrizeLapsed: recovering.prize_lapsed,
    JackpotDeclared: jackpots.jackpot_declared,
    JackpotAwarded: jackpots.jackpot_awarded,
    JackpotReleased: jackpots.jackpot_released,
}


def evolve(desk: State, event: Event) -> State:
    """The desk after an event; checks no rule."""
    if isinstance(event, DeskOpened):
        return opening.desk_opened(event)
    return _FOLDS[type(event)](desk, event)  # type: ignore[operator,no-any-return]  # by its class


def standing(desk: State) -> Standing:
    """A desk is in play once cards are on sale, or somebody has called out; and ended when all of
    it is paid."""
    if isinstance(desk, Desk) and ended(desk):
        return Standing.ENDED
    if isinstance(desk, Desk) and (desk.claims or not isinstance(desk.sales, NotOnSale)):
        return Standing.IN_PLAY
    return Standing.WAITING


DESKS: Decider[Command, Event, State] = Decider(
    kind="claimDesks",
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(OpenDesk,),
    due=recovering.lapsing,
)
