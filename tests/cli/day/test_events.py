"""Every event there is either stands in the day report, as a breach or an override, or is ordinary:
whoever adds one says which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from services.cli.common.contracts import audited
from services.cli.day.incidents import BREACHES, OVERRIDES, SOMETIMES
from services.kernel.profiles import Profiles
from services.kernel.record import denials, player_lists, revocations
from services.kernel.record.codec import Codec
from services.kernel.settings import read

OF_THE_KERNEL: dict[str, Codec[Any, Any]] = {
    player_lists.PLAYER_LISTS.kind: player_lists.CODEC,
    revocations.REVOCATIONS.kind: revocations.CODEC,
    denials.DENIALS.kind: denials.CODEC,
}
ORDINARY = {
    "games": """
        AttemptRefused AttendanceRecorded CallAcknowledged CallConfirmed CallCutOff
        CallOutRecorded ConfirmedInRoom EquipmentInspected GameAnnounced GameHeld
        GameOpened GameResumed HearingChecked NumberCalled NumberSelected
        ProposalApproved ProposalRejected Proposed RestartFollowed SalesWereClosed
        StaffAssigned StaffReleased
    """,
    "sessions": """
        AmendmentProposed GameFollowed ProgrammeChanged SessionCancelled SessionClosed
        SessionCounted SessionOpened SessionPrepared SessionResumed
    """,
    "equipment": """
        EquipmentExamined EquipmentRegistered EquipmentRepaired EquipmentRetired
        EquipmentReturned EquipmentTakenOut
    """,
    "disputes": """
        DisputeOpened DisputeReviewed EvidenceAdded
    """,
    "displays": """
        DisplayBound DisplayRevoked
    """,
    "cardSeries": """
        SeriesChanged SeriesMade SeriesSoldFrom
    """,
    "catalogue": """
        SeriesEntered SeriesWithdrawn
    """,
    "claimDesks": """
        AttemptRefused BlockRegistered BlockReported CardCollected ClaimDecided
        ClaimOpened ClaimReopened DecidedElsewhere DeskOpened DrawAnswered
        JackpotAwarded JackpotDeclared JackpotReleased NumbersRead NumbersVerified
        PaymentProposed PaymentRejected PlayEnded PlayWentOn PlayersTold PrizeLapsed
        PrizePaid PrizesAnnounced ReceiptTaken SalesAmended SalesClosed SalesClosing
        SalesOpened SalesReduced SettlementReopened StageSettled WinRecorded WinVoided
    """,
    "salesBlocks": """
        BlockClosed BlockOpened CardsReplaced CardsReturned CardsSold ReplacedFreed
        ReplacementClashed ReplacementSold
    """,
    "receiptRolls": """
        ReceiptIssued
    """,
    "jackpots": """
        CarriedIn CarriedOver GameDeclared GameOver JackpotNotWon JackpotOpened
        JackpotShared JackpotWon MadeUp OddCentsTaken PassedOn ReceiptsHeld RestReturned
        ShareMoved SharingReopened StageNoted
    """,
    "tournaments": """
        ApplicantAccepted ApplicantRefused ApplicantWaitlisted ApplicationReceived
        ConditionsAmended ConditionsEndorsed ConditionsPublished DirectorDesignated
        DirectorPresence DisputeOpened EntryWithdrawn GoodsDecided NoticeGiven
        PlacingsConfirmed PlayoffCalled PrizePaid QualifiersDetermined RefundPaid
        SeatsChanged SeatsDrawn SessionCompleted SessionHeld SessionMoved SessionPlanned
        SessionResumed SessionStarted TableResultRecorded TableSeated TablesClosed
        TournamentCancelled TournamentClosed TournamentPlanned ValueAdded
    """,
    "tables": """
        BoxDisqualified CardsShuffled ChipsCounted ChipsHandedIn ChipsIssued
        DirectorReported NameRecorded PlayerLeft PlayerReturned RoundDealt RoundRecorded
        SessionCalled SessionEnded SessionFinished SignChanged TableClosed TableHeld
        TableOpened TableResumed TableSeatsChanged TableStarted TableVoided TimeElapsed
        WagerPlaced WagerRestricted WagerTakenBack WagerTimeLimited
    """,
    "sittings": """
        AbsenceMarked AttemptRefused BankGiven BankersHandExposed BankersTilesPlaced
        BankersWagerMatched BankersWagerPlaced BoxLeft CoBankersTilesExposed DiceShaken
        DisputeOpened DisputeReviewed EnglishDirected FloatCounted FloatCredited
        FloatFilled HandDealt HandDisturbed HandExposed HandSet HandViewed HandsMixed
        HouseWayConfirmed LajaPerformed LimitsSet NoticeAcknowledged OpeningSigned
        PlayerSeated PushCleared RemovalDiceShaken ReshuffleOrdered RoundSettled
        SetFirstDirected ShoeShuffled SittingClosed SittingOpened StaffAssigned TilesCut
        TilesExposed TilesShuffled TilesStacked WagerCollected WagerPlaced
        WagerTakenBack WagersClosed WinnerPaid
    """,
    "restrictions": """
        PlayersRestricted RestrictionLifted
    """,
    "playerLists": """
        BarLifted PlayerBarred
    """,
    "revocations": """
        TokensRevoked
    """,
}
"""What happens on every evening, and what follows from something that is in the report already."""


def written() -> Mapping[str, set[str]]:
    """The full names of all events, by kind of aggregate."""
    profiles = Profiles.load(read({}).rules_folder)
    codecs: dict[str, Codec[Any, Any]] = {
        each.decider.kind: each.codec for each in audited(profiles)
    }
    codecs |= OF_THE_KERNEL
    return {kind: _of(codec) for kind, codec in codecs.items()}


def _of(codec: Codec[Any, Any]) -> set[str]:
    return {shape.message.DESCRIPTOR.full_name for shape in codec.shapes}


def test_every_event_is_told_in_the_day_report_or_is_ordinary():
    told = {event.DESCRIPTOR.full_name for event in (*BREACHES, *OVERRIDES, *SOMETIMES)}
    every = written()
    assert told <= set().union(*every.values()), "of what nobody writes any more nothing is told"
    for kind, events in every.items():
        names = {event.rpartition(".")[2] for event in events - told}
        assert names == set(ORDINARY.get(kind, "").split()), (
            f"{kind}: say whether it is a breach or an override (services/cli/day/incidents.py), "
            "or put it here"
        )
