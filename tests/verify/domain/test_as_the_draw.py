"""Whatever happens in a game, verify judges its call outs on what the draw judges them on.

Both services reckon it by themselves, the draw as it goes and verify anew from the record; games
are played through the draw's own law, by people who do anything. Left out is who won, was voided
with a correction, and is decided again by two persons: the draw keeps what they were judged on.
"""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.draw.v1 import events_pb2 as draw
from eyesdown.draw.v1 import game_pb2
from services.draw.codec.game import CODEC
from services.draw.domain.game.corrections import CallCorrected
from services.draw.domain.game.handcalls import CalledByHand
from services.draw.domain.game.rules import Place, Window
from services.draw.domain.game.state import Game as Drawn
from services.draw.domain.game.state import InPlay, Unopened
from services.draw.domain.game.taking_back import CallTakenBack, CutOffTakenBack
from services.draw.domain.game.winners import WinnersVoided
from services.draw.domain.game.words import Post as DrawsPost
from services.kernel.following.happenings import happenings
from services.kernel.record.commit import Place as At
from services.verify.domain.game import answering
from services.verify.domain.game.announcing import counted
from services.verify.domain.game.folding import evolve
from services.verify.domain.game.game import Game
from services.verify.domain.game.posts import Post
from services.verify.facts.translating import translated
from tests.draw.domain.games import BALLS
from tests.draw.domain.hall import Hall
from tests.draw.domain.moves import CALL_OUTS, HALLS, PLAY, RIGHTING
from tests.draw.domain.righting import profile
from tests.draw.domain.shell import NAME, Shell

RULES = {
    **{name: played for name, (played, _) in HALLS.items()},
    **{
        f"{place.name}, {window.name}": profile(place, window)
        for place in Place
        for window in Window
    },
}
RIGHT_AND_WRONG = (*PLAY, *CALL_OUTS * 2, *RIGHTING * 2)


class Beside:
    """A game as verify folds it, beside a game that is being played."""

    def __init__(self) -> None:
        self.place = At.start(NAME)
        self.game: Game | None = None

    def follow(self, shell: Shell) -> None:
        """Read what came since, and say the same as the draw."""
        new = shell.stored[self.place.sequence :]
        for happening, after in happenings(new, self.place):
            for message in happening.events:
                for event in translated(message):
                    self.game = evolve(self.game, event)
            self.place = after
        if new and self.game is not None:
            assert not isinstance(shell.state, Unopened)
            events = (each for each in shell.events if isinstance(each, WinnersVoided))
            same(shell.state, self.game, {each for event in events for each in event.call_outs})


def same(theirs: Drawn, ours: Game, voided: set[int]) -> None:
    """What counts, who has won, what waits, and each call out that is to be judged."""
    assert sorted((said.position, said.number) for said in counted(ours.said)) == [
        (call.position, call.number) for call in theirs.counting
    ]
    assert {(won.stage, won.call_outs) for won in ours.won} == {
        (won.stage.value, won.call_outs) for won in theirs.won
    }
    won_on = {won.stage.value: won.position for won in theirs.won}
    for won in ours.won:
        assert won.position == won_on[won.stage] or voided.intersection(won.call_outs)
    assert {held.person for held in ours.staff} == {held.person for held in theirs.staff}
    assert [each.proposal for each in ours.awaited] == [each.proposal for each in theirs.proposals]
    assert ours.cut_off == (isinstance(theirs, InPlay) and bool(theirs.cut_off))
    for call_out, other in zip(theirs.call_outs, ours.call_outs, strict=True):
        assert other.decided == (call_out.decided is not None)
        if call_out.decided is None and call_out.call_out not in voided:
            late = answering.came_late(ours.said, other, ours.window_ends)
            on = answering.judged_on(ours.said, other)
            assert (other.call_out, other.after_position, on, late) == (
                call_out.call_out,
                call_out.after_position,
                call_out.judged_on,
                call_out.late,
            )


@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=60)
@given(
    moves=st.lists(
        st.tuples(st.sampled_from(range(len(RIGHT_AND_WRONG))), st.integers(0, 23)), max_size=60
    )
)
def test_verify_judges_on_what_the_draw_judges_on(rules: str, moves: list[tuple[int, int]]) -> None:
    played = Hall(RULES[rules], BALLS)
    beside = Beside()
    for what, n in moves:
        played.send(RIGHT_AND_WRONG[what](played, n))
        beside.follow(played.shell)


def test_many_games_are_long_enough_to_tell() -> None:
    """Or nothing would be compared: all that is put right comes up, and is judged after it."""
    seen: set[type] = set()
    judged = 0
    for seed in range(60):
        played, beside = Hall(list(RULES.values())[seed % len(RULES)], BALLS), Beside()
        for step in range(60):
            chance = hashlib.sha256(b"%d %d" % (seed, step)).digest()
            played.send(RIGHT_AND_WRONG[chance[0] % len(RIGHT_AND_WRONG)](played, chance[1] % 24))
            beside.follow(played.shell)
        assert beside.game is not None
        seen.update(map(type, played.shell.events))
        judged += len(beside.game.call_outs)
    assert {CallCorrected, CalledByHand, CallTakenBack, CutOffTakenBack, WinnersVoided} <= seen
    assert judged > 100


def test_every_event_of_the_draw_is_named() -> None:
    """One that verify has no name for would stop every decision on that game, for good."""
    for shape in CODEC.shapes:
        message = shape.message()
        if isinstance(message, draw.GameOpened):
            message.rules.numbers = 90
        if isinstance(message, draw.StaffAssigned | draw.StaffReleased):
            message.post = game_pb2.POST_ANNOUNCER
        if isinstance(message, draw.CallOutRecorded):
            message.cry = game_pb2.CRY_LINE
        if isinstance(message, draw.RestartFollowed):
            message.step = draw.RESTART_STEP_OPENED
        list(translated(message))


def test_every_post_of_the_draw_is_one_of_the_staff() -> None:
    assert {post.name: post.value for post in Post} == {post.name: post.value for post in DrawsPost}
