"""How whoever has the say brings a game to its end, whatever has happened in it."""

from __future__ import annotations

from datetime import datetime

from services.draw.domain.game.calling import CallNumber
from services.draw.domain.game.deciding import DecideCallOut
from services.draw.domain.game.displaying import ConfirmCall
from services.draw.domain.game.ending import EndGame
from services.draw.domain.game.game import Command
from services.draw.domain.game.holding import ResumeGame
from services.draw.domain.game.parts import Post, Verdict
from services.draw.domain.game.proposals import RejectProposal
from services.draw.domain.game.state import Ended, Game, InPlay, State, Unopened
from services.draw.domain.game.voiding import VoidGame
from tests.draw.domain.games import BALLS, BEN
from tests.draw.domain.standing import MIA

WHY = "it is late"


def way_out(game: State, now: datetime) -> Command | None:
    """The next step to the end; None when there is none to take."""
    if isinstance(game, Unopened | Ended):
        return None
    assert isinstance(game, Game)
    supervisor = game.holder(Post.SUPERVISOR) or BEN
    for proposal in game.proposals:
        return RejectProposal(proposal.proposal, WHY, proposal.by, False, now)
    for call_out in game.call_outs:
        if call_out.pauses:
            number = call_out.call_out
            return DecideCallOut(number, Verdict.NOT_VALID, (), False, supervisor, now)
    if game.undecided and not game.played_out:
        return VoidGame(WHY, WHY, True, MIA, True, now)
    if not isinstance(game, InPlay) or not game.played_out:
        return EndGame(WHY, supervisor, now)
    return _played_out(game, supervisor, now)


def _played_out(game: InPlay, supervisor: str, now: datetime) -> Command:
    """What is out is announced, and everything is displayed."""
    if game.selected is not None:
        if game.hold is not None:
            return ResumeGame(supervisor, False, now)
        letter = game.rules.letter_of(game.selected.reveal().number)
        return CallNumber(len(game.calls) + 1, game.holder(Post.CALLER) or "", now, letter)
    for call in game.counting:
        if not call.confirmed:
            ball = call.number if game.selector is BALLS else None
            post = game.holder(game.rules.confirmed_by) or ""
            return ConfirmCall(call.position, ball, post, now)
    return EndGame("", supervisor, now)
