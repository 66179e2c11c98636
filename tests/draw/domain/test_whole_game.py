"""Everything that is done in a game, in any order and by anybody, in both halls: what holds of it
whatever comes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.draw.domain.game.calling import NumberCalled
from services.draw.domain.game.corrections import CallCorrected
from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.handcalls import CalledByHand
from services.draw.domain.game.rules import Place, Window
from services.draw.domain.game.state import Ended, Game, InPlay
from services.draw.domain.game.taking_back import CallTakenBack
from services.draw.domain.game.words import ErrorKind, Post, Sales, Verdict
from services.kernel.persons import spelt
from tests.draw.domain.games import ANA, BEN, CLEO, PROFILE
from tests.draw.domain.hall import Hall
from tests.draw.domain.holds import check_all_opened, check_record, check_step
from tests.draw.domain.memphis import DOT
from tests.draw.domain.moves import BESIDE, CALL_OUTS, HALLS, PLAY, RIGHTING, STANDING, Move
from tests.draw.domain.standing import MIA
from tests.draw.domain.way_out import bring_to_its_end, way_out

CHANCE = st.integers(0, 23)
APART = (Post.SUPERVISOR, Post.ANNOUNCER, Post.DEPUTY_SUPERVISOR)
"""Posts that no caller holds as well."""


class WholeGame(RuleBasedStateMachine):
    """A game and whatever can happen in it."""

    @initialize(
        hall=st.sampled_from(sorted(HALLS)),
        numbers=st.sampled_from([1, 4, 6, 6, 20]),
        sales=st.sampled_from([Sales.OUTSIDE, Sales.OUTSIDE, Sales.VERIFY]),
        place=st.sampled_from(Place),
        window=st.sampled_from(Window),
        staffed=st.sampled_from([True, True, True, False]),
    )
    def open(
        self, hall: str, numbers: int, sales: Sales, place: Place, window: Window, staffed: bool
    ) -> None:
        profile, selector = HALLS[hall]
        if profile is PROFILE:  # what the law leaves open there
            rules = replace(profile.rules, corrected_place=place, window=window)
            profile = replace(profile, rules=rules)
        self.hall = Hall(profile, selector, numbers=numbers, sales=sales, staffed=staffed)
        self.balls = Balls()

    @property
    def game(self) -> Game:
        return self.hall.game

    def send(self, command: Command) -> None:
        check_step(command, self.hall.send(command))

    # -- what people do ------------------------------------------------------------------------

    @rule(steps=st.integers(1, 9), n=CHANCE)
    def go_on(self, steps: int, n: int) -> None:
        for step in range(steps):
            self.send(Hall.go_on(self.hall, n + step))

    @rule(moves=st.lists(st.tuples(st.sampled_from(PLAY), CHANCE), min_size=1, max_size=6))
    def play(self, moves: list[tuple[Move, int]]) -> None:
        for move, n in moves:
            self.send(move(self.hall, n))

    @rule(move=st.sampled_from(CALL_OUTS), n=CHANCE)
    def call_out_or_decide(self, move: Move, n: int) -> None:
        self.send(move(self.hall, n))

    @rule(move=st.sampled_from(RIGHTING), n=CHANCE)
    def put_right(self, move: Move, n: int) -> None:
        self.send(move(self.hall, n))

    @rule(move=st.sampled_from(STANDING), n=CHANCE)
    def stand_still(self, move: Move, n: int) -> None:
        self.send(move(self.hall, n))

    @rule(move=st.sampled_from(BESIDE), n=CHANCE)
    def look_after_it(self, move: Move, n: int) -> None:
        self.send(move(self.hall, n))

    @rule(
        move=st.sampled_from((*PLAY, *CALL_OUTS, *RIGHTING, *STANDING)),
        n=CHANCE,
        by=st.sampled_from([ANA, BEN, CLEO, DOT, MIA]),
    )
    def by_somebody_else(self, move: Move, n: int, by: str) -> None:
        command: Any = move(self.hall, n)
        if hasattr(command, "by"):
            command = replace(command, by=by)
        if hasattr(command, "manager"):
            command = replace(command, manager=by == MIA)
        self.send(command)

    @rule(move=st.sampled_from(PLAY), n=CHANCE, away=st.sampled_from([-1, 1]))
    def at_another_position(self, move: Move, n: int, away: int) -> None:
        command: Any = move(self.hall, n)
        if hasattr(command, "position"):
            command = replace(command, position=command.position + away)
        self.send(command)

    @rule(n=CHANCE)
    def play_by_hand(self, n: int) -> None:
        """Numbers were called by hand, and two persons say so."""
        self.send(Hall.go_on(self.hall, n))
        self.send(Hall.by_hand(self.hall, n))
        self.send(Hall.sign(self.hall, 3))

    @rule(n=CHANCE, wrong=st.sampled_from([None, Hall.correct, Hall.correct, Hall.take_back]))
    def win(self, n: int, wrong: Move | None) -> None:
        """Somebody wins on the last call; and then it may be that this call was wrong."""
        for step in range(3):
            self.send(Hall.go_on(self.hall, n + step))
        self.send(Hall.call_out(self.hall, 1))
        self.send(Hall.rule_on(self.hall, 1 + 3 * (n % 2)))
        if wrong is not None:
            self.send(wrong(self.hall, n))
            self.send(Hall.sign(self.hall, 3))

    # -- what holds ----------------------------------------------------------------------------

    @invariant()
    def numbers(self) -> None:
        """No number twice, and called is what is out and was not taken back."""
        game, counting = self.game, [call.number for call in self.game.counting]
        assert len(set(counting)) == len(counting)
        assert game.called <= set(range(1, game.rules.numbers + 1))
        assert [call.position for call in game.calls] == list(range(1, len(game.calls) + 1))
        assert game.called == self.balls.after(self.hall.shell.events)
        assert all(call.letter == game.rules.letter_of(call.number) for call in game.counting)

    @invariant()
    def selections(self) -> None:
        """Each is opened once; the last waits, and is no number that counts already."""
        check_all_opened(self.hall.shell)
        if isinstance(self.game, InPlay) and self.game.selected is not None:
            assert self.game.selected.reveal().number not in self.game.called

    @invariant()
    def staff(self) -> None:
        """Caller and supervisor are two persons, and so are the caller and who displays."""
        game = self.game
        held = {(each.post, spelt(each.person)) for each in game.staff}
        callers = {person for post, person in held if post is Post.CALLER}
        assert not callers & {person for post, person in held if post in APART}
        if isinstance(game, InPlay):
            for post in (Post.CALLER, Post.SUPERVISOR, game.rules.confirmed_by):
                assert game.holder(post)

    @invariant()
    def winners(self) -> None:
        """Who wins has a valid call out on a call that stands; each stage has one such call."""
        game = self.game
        assert len({won.stage for won in game.won}) == len(game.won)
        assert {won.stage for won in game.won} <= {each.stage for each in game.stages}
        standing = {
            (stage, each.call_out)
            for each in game.call_outs
            if each.decided and each.decided.verdict is Verdict.VALID
            for stage in each.decided.stages
        }
        assert standing == {(won.stage, number) for won in game.won for number in won.call_outs}
        for won in game.won:
            assert won.call_outs
            call = game.call_at(won.position)
            assert call is not None
            assert not call.taken_back, "nobody stands on a struck number"
            for number in won.call_outs:
                assert game.call_outs[number - 1].judged_on == won.position

    @invariant()
    def leads_on(self) -> None:
        """No game hangs: whoever has the say can always bring it nearer to its end."""
        command = way_out(self.hall.shell.state, self.hall.shell.now())
        assert (command is None) is isinstance(self.game, Ended)
        if command is not None:
            decision = GAMES.decide(command, self.hall.shell.state)
            assert decision.events
            assert decision.refusal is None

    # -- at the end ----------------------------------------------------------------------------

    def teardown(self) -> None:
        """Bring it to its end, and read it all again from what was stored."""
        if not hasattr(self, "hall"):
            return
        bring_to_its_end(self.hall.shell)
        self.numbers()
        check_record(self.hall.shell)


class Balls:
    """What lies on the rack, told from the events alone: a number for each position."""

    def __init__(self) -> None:
        self._seen = 0
        self._rack: dict[int, int] = {}

    def after(self, events: list[Event]) -> set[int]:
        """The numbers on it after these events, of which those before were seen already."""
        for event in events[self._seen :]:
            self._put(event)
        self._seen = len(events)
        return set(self._rack.values())

    def _put(self, event: Event) -> None:
        match event:
            case NumberCalled():
                self._rack[event.position] = event.number
            case CallTakenBack():
                assert self._rack.pop(event.position) == event.number
            case CalledByHand():
                for position, each in enumerate(event.calls, start=event.position):
                    assert position not in self._rack
                    self._rack[position] = each.number
            case CallCorrected():
                here = self._rack.pop(event.position)
                assert here in (event.wrong, event.right)
                assert event.kind is not ErrorKind.SHOWN or here == event.right
                self._rack[event.place] = event.right
                if event.swaps:
                    assert self._rack[event.swaps] == event.right
                    self._rack[event.swaps] = event.wrong


WholeGame.TestCase.settings = settings(max_examples=120, stateful_step_count=40)
TestWholeGame = WholeGame.TestCase
