"""How the game goes, as far as prizes depend on it: what the players were told, how far play has
come, and who has won by the draw's record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, happened
from services.verify.domain.desk.claim import Claim, Decided
from services.verify.domain.desk.contesting import open_matters
from services.verify.domain.desk.prizes import Stage, StagePrize, Win
from services.verify.domain.desk.selling import SalesClosed, SalesClosing, StopSales, stop_sales
from services.verify.domain.desk.state import Desk, Over


@dataclass(frozen=True, slots=True)
class TakePrizes:
    """The game was announced, with these prizes."""

    prizes: tuple[StagePrize, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class TakePlay:
    """The call at `position` was made, or the game is over. `sales_over`: it was the first call, or
    the end."""

    sales_over: bool
    position: int
    over: bool
    void: bool
    start_over: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class PrizesAnnounced:
    """The players were told what is played for."""

    prizes: tuple[StagePrize, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class WinRecorded:
    """The draw has it on record that a call out has won stages, on the call `position`."""

    call_out: int
    stages: tuple[Stage, ...]
    position: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayWentOn:
    """The next number was called while something before it was to be settled."""

    position: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayEnded:
    """The game is over; in a void one nothing more is won, and what was won stays so."""

    void: bool
    start_over: bool
    at: datetime


OfPlay = SalesClosing | SalesClosed | PlayWentOn | PlayEnded


def take_prizes(command: TakePrizes, desk: Desk) -> Decision[PrizesAnnounced]:
    """What was announced is what is paid."""
    if command.prizes == desk.stages:
        return Decision()
    return happened(PrizesAnnounced(command.prizes, command.at))


def take_play(command: TakePlay, desk: Desk) -> Decision[OfPlay]:
    """With the first number sales close, with each number the time to call out for the one before
    is over, and with the end for the last one. A number that settles nothing leaves no mark."""
    over = stop_sales(StopSales(command.at), desk).events if command.sales_over else ()
    return Decision((*over, *played_on(command, desk)))


def played_on(command: TakePlay, desk: Desk) -> tuple[PlayWentOn | PlayEnded, ...]:
    """What is put on record of how far the game is."""
    if command.over:
        ended = PlayEnded(command.void, command.start_over, command.at)
        return () if desk.over is not None else (ended,)
    if any(desk.called <= on < command.position for on in open_matters(desk)):
        return (PlayWentOn(command.position, command.at),)
    return ()


def win_recorded_of(
    claim: Claim, stages: tuple[Stage, ...], desk: Desk, at: datetime
) -> WinRecorded | None:
    """That a claim has won stages, as far as it is not known yet."""
    known = {each.stage for each in desk.wins if each.call_out == claim.call_out}
    new = tuple(each for each in stages if each not in known)
    if not new:
        return None
    return WinRecorded(claim.call_out, new, won_on(claim, claim.decided), at)


def won_on(claim: Claim, decided: Decided | None) -> int:
    """The call that a claim has won on: as it was examined here, or the one that it answers."""
    return decided.position if decided is not None and decided.stages else claim.after_position


def prizes_announced(desk: Desk, event: PrizesAnnounced) -> Desk:
    """These are the prizes."""
    return replace(desk, stages=event.prizes)


def win_recorded(desk: Desk, event: WinRecorded) -> Desk:
    """It shares the stages; all who do have won on one call."""
    wins = (
        Win(stage, event.call_out, next((w.position for w in desk.winners(stage)), event.position))
        for stage in event.stages
    )
    return replace(desk, wins=(*desk.wins, *wins))


def play_went_on(desk: Desk, event: PlayWentOn) -> Desk:
    """The game is at this call."""
    return replace(desk, called=max(desk.called, event.position))


def play_ended(desk: Desk, event: PlayEnded) -> Desk:
    """Nothing more is called."""
    return replace(desk, over=Over(event.void, event.start_over))
