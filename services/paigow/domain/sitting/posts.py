"""Whose each command is: the dealer's, the game supervisor's, or any of those who may call it."""

from __future__ import annotations

from collections.abc import Mapping

from services.paigow.domain.sitting.accidents import (
    DeclareMisdeal,
    RecordDisturbed,
    RecordFouled,
    RecordMixedHands,
)
from services.paigow.domain.sitting.boxes import GiveBank, LeaveBox, MarkAbsent, SeatPlayer
from services.paigow.domain.sitting.confirming import ConfirmHouseWay, ReportNotHouseWay
from services.paigow.domain.sitting.correcting import CorrectDeal, CorrectDice
from services.paigow.domain.sitting.dealing import DealHand, PlaceBankersTiles, ShakeDice
from services.paigow.domain.sitting.differences import DecideDifference
from services.paigow.domain.sitting.disputes import OpenDispute
from services.paigow.domain.sitting.exposing import (
    ClearPush,
    CollectWager,
    ExposeBankersHand,
    ExposeHand,
)
from services.paigow.domain.sitting.exposures import (
    CallHandVoid,
    OrderReshuffle,
    RecordExposure,
    RecordViewed,
)
from services.paigow.domain.sitting.mixing import CutTiles, PerformLaja, ShuffleTiles, StackTiles
from services.paigow.domain.sitting.opening import SetLimits, TakeCredit, TakeFill
from services.paigow.domain.sitting.removal import OrderRemoval, ShakeForRemoval
from services.paigow.domain.sitting.setting import (
    ExposeCoBankersTiles,
    SetBankersHand,
    SetHand,
    SetHouseWay,
)
from services.paigow.domain.sitting.settling import HandOverRest, PayWinner
from services.paigow.domain.sitting.state import Post, Told
from services.paigow.domain.sitting.voids import CallOffRound
from services.paigow.domain.sitting.wagers import (
    CloseWagers,
    MatchBankersWager,
    PlaceBankersWager,
    PlaceWager,
    TakeBackWager,
)

_DEALERS: tuple[type[Told], ...] = (
    *(SeatPlayer, LeaveBox, MarkAbsent, GiveBank),
    *(ShuffleTiles, StackTiles, PerformLaja, CutTiles),
    *(PlaceWager, TakeBackWager, CloseWagers, PlaceBankersWager, MatchBankersWager),
    *(ShakeDice, DealHand, PlaceBankersTiles),
    *(SetHand, SetHouseWay, SetBankersHand, ExposeCoBankersTiles),
    *(ExposeBankersHand, ExposeHand, CollectWager, ClearPush, PayWinner, HandOverRest),
    *(RecordExposure, RecordViewed, CallHandVoid, RecordDisturbed, RecordFouled),
    ShakeForRemoval,
)
_SUPERVISORS: tuple[type[Told], ...] = (
    *(SetLimits, TakeFill, TakeCredit, ConfirmHouseWay, ReportNotHouseWay, DecideDifference),
    *(CallOffRound, OrderReshuffle, DeclareMisdeal, RecordMixedHands, OrderRemoval, OpenDispute),
    *(CorrectDeal, CorrectDice),
)

POSTS: Mapping[type[Told], Post] = {
    **dict.fromkeys(_DEALERS, Post.DEALER),
    **dict.fromkeys(_SUPERVISORS, Post.GAME_SUPERVISOR),
}
"""Who has to hold which post. What is not here is for anybody who may call it: a casino
supervisor, or whoever opens and closes the table."""

LAWS: Mapping[type[Told], str] = {OrderReshuffle: "PG-10.5", OrderRemoval: "PG-10.9"}
"""The clause that says whose it is, where one does."""
