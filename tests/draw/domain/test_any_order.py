"""Any commands in any order, by anybody: what holds of a game whatever comes."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.draw.domain.game.announcing import AnnounceGame
from services.draw.domain.game.calling import CallNumber, NumberCalled
from services.draw.domain.game.callouts import RecordCallOut
from services.draw.domain.game.deciding import DecideCallOut
from services.draw.domain.game.displaying import ConfirmCall
from services.draw.domain.game.ending import EndGame, GameEnded
from services.draw.domain.game.game import GAMES, Command
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.selecting import BallRekeyed, NumberSelected, SelectNumber
from services.draw.domain.game.staff import AssignStaff
from services.draw.domain.game.state import Ended, Game, InPlay, Unopened
from services.draw.domain.game.words import Cry, Post, Selector, Stage, Verdict
from tests.draw.domain.games import (
    ANA,
    BEN,
    BOTH,
    CALLER,
    CLEO,
    ONLY_BINGO,
    ONLY_LINE,
    PROFILE,
    SAM,
    SERIAL,
    SUPERVISOR,
    open_game,
)
from tests.draw.domain.good_staff import next_ball, racked, way_on
from tests.draw.domain.holds import check_record, check_step
from tests.draw.domain.shell import Shell

VERSIONS: dict[int, tuple[StagePrize, ...]] = {1: ONLY_BINGO, 2: ONLY_LINE, 3: BOTH}

# More often right than wrong, or no game would get far.
RIGHT = None
WHO = st.sampled_from([*[RIGHT] * 9, ANA, BEN, CLEO])
AWAY = st.sampled_from([*[0] * 8, -1, 1])
AGAIN = -1
BALL = st.sampled_from([*[RIGHT] * 5, *[AGAIN] * 2, 0, 1, 91])
READY = st.sampled_from([True, True, False])
CHANCE = st.integers(0, 2**32).map(lambda n: hashlib.sha256(b"%d" % n).digest())


class AnyOrder(RuleBasedStateMachine):
    """A game and the people around it."""

    def __init__(self) -> None:
        super().__init__()
        self.shell = Shell()

    @initialize(
        numbers=st.sampled_from([1, 3, 6, 20, 20, 90]),
        version=st.sampled_from([1, 2, 3]),
        selector=st.sampled_from(Selector),
        steps=st.sampled_from([0, 1, 3, 3, 6, 9, 11, 12]),
    )
    def open(self, numbers: int, version: int, selector: Selector, steps: int) -> None:
        profile = replace(PROFILE, rules=replace(PROFILE.rules, numbers=numbers))
        stages = VERSIONS[version]
        self.send(open_game(version, stages, profile=profile, selector=selector))
        self.play_on(steps, b"1" * 32)

    @property
    def game(self) -> Game:
        assert isinstance(self.shell.state, Game)
        return self.shell.state

    def send(self, command: Command) -> None:
        check_step(command, self.shell.send(command))

    def who(self, post: Post, who: str | None) -> str:
        return who or self.game.holder(post) or CLEO

    def ready(self, kind: type[Command]) -> None:
        """Good staff play on until this is the next thing to do, or the game is over."""
        for _ in range(12):
            command = way_on(self.shell.state, self.shell.now(), bytes(32))
            if command is None or isinstance(command, kind | EndGame):
                return
            self.send(command)

    # -- what people do ------------------------------------------------------------------------

    @rule(post=st.sampled_from(Post), person=st.sampled_from([ANA, BEN, CLEO]))
    def assign(self, post: Post, person: str) -> None:
        self.send(AssignStaff(post, person, self.shell.now()))

    @rule(by=WHO, right=st.sampled_from([True, True, False]))
    def announce(self, by: str | None, right: bool) -> None:
        stages = self.game.stages if right else ()
        version = self.game.game_version
        who = self.who(CALLER, by)
        self.send(AnnounceGame(version, stages, SERIAL, "NZD", who, self.shell.now()))

    @rule(ready=READY, by=WHO, away=AWAY, ball=BALL, entropy=CHANCE)
    def select(
        self, ready: bool, by: str | None, away: int, ball: int | None, entropy: bytes
    ) -> None:
        if ready:
            self.ready(SelectNumber)
        position = len(self.game.calls) + 1 + away
        if ball is RIGHT:
            ball = next_ball(self.game, entropy)
        elif ball == AGAIN:
            ball = self.game.calls[0].number if self.game.calls else 1
        self.send(SelectNumber(position, ball, entropy, self.who(CALLER, by)))

    @rule(ready=READY, by=WHO, away=AWAY)
    def call(self, ready: bool, by: str | None, away: int) -> None:
        if ready:
            self.ready(CallNumber)
        position = len(self.game.calls) + 1 + away
        self.send(CallNumber(position, self.who(CALLER, by), self.shell.now()))

    @rule(ready=READY, by=WHO, away=AWAY, ball=BALL)
    def confirm(self, ready: bool, by: str | None, away: int, ball: int | None) -> None:
        if ready:
            self.ready(ConfirmCall)
        position = len(self.game.calls) + away
        ball = racked(self.game) if ball in (RIGHT, AGAIN) else ball
        self.send(ConfirmCall(position, ball, self.who(SUPERVISOR, by), self.shell.now()))

    @rule(
        away=AWAY,
        cry=st.sampled_from(Cry),
        on_behalf=st.booleans(),
        heard=st.booleans(),
        unheard=st.booleans(),
    )
    def call_out(self, away: int, cry: Cry, on_behalf: bool, heard: bool, unheard: bool) -> None:
        """`heard`: with the instant; `unheard` by the caller, who goes on."""
        after = max(0, len(self.game.calls) + away)
        heard_at, now = self.shell.now() if heard else None, self.shell.now()
        self.send(RecordCallOut("main", after, cry, on_behalf, "", heard_at, SAM, now))
        if unheard:
            self.hurry([True, False], b"3" * 32)

    @rule(
        by=WHO,
        number=st.one_of(st.just(RIGHT), st.just(RIGHT), st.integers(1, 4)),
        verdict=st.sampled_from([Verdict.VALID, *Verdict]),
        stage=st.sampled_from([RIGHT, RIGHT, *Stage]),
        in_time=st.booleans(),
    )
    def decide(
        self,
        by: str | None,
        number: int | None,
        verdict: Verdict,
        stage: Stage | None,
        in_time: bool,
    ) -> None:
        if number is RIGHT:
            number = next((c.call_out for c in self.game.call_outs if c.decided is None), 1)
        stages: tuple[Stage, ...] = (stage,) if stage else ()
        if stage is RIGHT and verdict is Verdict.VALID:
            stages = self.game.open_stages[: 1 + in_time]
        who = self.who(SUPERVISOR, by)
        self.send(DecideCallOut(number, verdict, stages, in_time, who, self.shell.now()))

    @rule(by=WHO, reason=st.sampled_from(["", "", "", "", "", " ", "power cut"]))
    def end(self, by: str | None, reason: str) -> None:
        self.send(EndGame(reason, self.who(SUPERVISOR, by), self.shell.now()))

    @rule(steps=st.integers(1, 12), chance=CHANCE)
    def play_on(self, steps: int, chance: bytes) -> None:
        """As good staff would."""
        for _ in range(steps):
            command = way_on(self.shell.state, self.shell.now(), chance)
            if command is None or isinstance(command, EndGame):
                return
            self.send(command)

    @rule(presses=st.lists(st.booleans(), min_size=2, max_size=5), chance=CHANCE)
    def hurry(self, presses: list[bool], chance: bytes) -> None:
        """An impatient caller presses "select" and "call" and waits for nobody."""
        for select in presses:
            chance = hashlib.sha256(chance).digest()
            if select:
                self.select(False, RIGHT, 0, RIGHT, chance)
            else:
                self.call(False, RIGHT, 0)

    @rule(
        players=st.integers(1, 3),
        stage=st.sampled_from([RIGHT, RIGHT, *Stage]),
        late=st.sampled_from([0, 0, 1]),
        hurried=st.booleans(),
    )
    def win(self, players: int, stage: Stage | None, late: int, hurried: bool) -> None:
        """Some call out after the same number and are found to be right; the caller goes on."""
        after = max(0, len(self.game.calls) - late)
        first = len(self.game.call_outs) + 1
        stage = stage or next(iter(self.game.open_stages), Stage.SERIES)
        for _ in range(players):
            now = self.shell.now()
            self.send(RecordCallOut("mezz", after, Cry.LINE, False, "", None, SAM, now))
        for number in range(first, first + players):
            who, now = self.who(SUPERVISOR, None), self.shell.now()
            self.send(DecideCallOut(number, Verdict.VALID, (stage,), True, who, now))
        if hurried:
            self.hurry([True, False], b"2" * 32)

    # -- what holds ----------------------------------------------------------------------------

    @invariant()
    def numbers(self) -> None:
        if isinstance(self.shell.state, Unopened):
            return
        game, called = self.game, [call.number for call in self.game.calls]
        assert len(set(called)) == len(called)
        assert set(called) <= set(range(1, game.rules.numbers + 1))
        assert [call.position for call in game.calls] == list(range(1, len(called) + 1))
        assert all(call.confirmed for call in game.calls[:-1]), "one call at most waits"

    @invariant()
    def selections(self) -> None:
        waiting = 0
        for event in self.shell.events:
            if isinstance(event, NumberSelected):
                waiting += 1
            elif isinstance(event, NumberCalled):
                waiting -= 1
            elif isinstance(event, BallRekeyed):
                assert waiting == 1
                assert event.opening is not None
            elif isinstance(event, GameEnded):
                assert (event.opening is not None) is bool(waiting)
                waiting = 0
            assert waiting in (0, 1)
        selected = self.shell.state.selected if isinstance(self.shell.state, InPlay) else None
        assert (selected is not None) is bool(waiting)

    @invariant()
    def staff(self) -> None:
        if isinstance(self.shell.state, Unopened):
            return
        caller, supervisor = self.game.holder(CALLER), self.game.holder(SUPERVISOR)
        assert caller is None or caller != supervisor
        if isinstance(self.game, InPlay):
            assert caller
            assert supervisor

    @invariant()
    def winners(self) -> None:
        if isinstance(self.shell.state, Unopened):
            return
        game = self.game
        assert len({won.stage for won in game.won}) == len(game.won)
        assert {won.stage for won in game.won} <= {each.stage for each in game.stages}
        sharing = [number for won in game.won for number in won.call_outs]
        valid = [
            each.call_out
            for each in game.call_outs
            if each.decided and each.decided.verdict is Verdict.VALID
        ]
        assert sorted(set(sharing)) == valid
        assert all(len(set(won.call_outs)) == len(won.call_outs) for won in game.won)
        for won in game.won:
            assert won.call_outs
            for number in won.call_outs:
                assert game.call_outs[number - 1].after_position == won.position > 0

    @invariant()
    def leads_on(self) -> None:
        """No game hangs: there is always something that leads on."""
        command = way_on(self.shell.state, self.shell.now(), bytes(32))
        if isinstance(self.shell.state, Ended | Unopened):
            assert command is None
        else:
            assert command is not None
            decision = GAMES.decide(command, self.shell.state)
            assert decision.events
            assert decision.refusal is None

    # -- at the end ----------------------------------------------------------------------------

    def teardown(self) -> None:
        """Play it to its end, and read it all again from what was stored."""
        chance = bytes(32)
        for _ in range(3 * 90 + len(self.shell.events) + 6):
            chance = hashlib.sha256(chance).digest()
            command = way_on(self.shell.state, self.shell.now(), chance)
            if command is None:
                break
            self.send(command)
            self.numbers()
        assert isinstance(self.shell.state, Ended | Unopened)
        check_record(self.shell)


AnyOrder.TestCase.settings = settings(max_examples=80, stateful_step_count=40)
TestAnyOrder = AnyOrder.TestCase
