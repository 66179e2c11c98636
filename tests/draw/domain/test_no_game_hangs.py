"""Whatever happens in a game, it goes on or is ended (case B8): in both halls."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.draw.domain.game.approving import ApproveProposal
from services.draw.domain.game.calling import CallNumber, CutOffCall
from services.draw.domain.game.callouts import RecordCallOut
from services.draw.domain.game.checks import CheckHearing, InspectEquipment, RecordAttendance
from services.draw.domain.game.corrections import CorrectCall
from services.draw.domain.game.deciding import DecideCallOut
from services.draw.domain.game.displaying import ConfirmCall
from services.draw.domain.game.game import Command
from services.draw.domain.game.handcalls import EnterHandCalls
from services.draw.domain.game.holding import HoldGame, ResumeGame
from services.draw.domain.game.irregularities import ReportIrregularity
from services.draw.domain.game.parts import (
    Cry,
    ErrorKind,
    HandCall,
    HoldCause,
    IrregularityKind,
    Post,
    Remedy,
    Selector,
    Verdict,
)
from services.draw.domain.game.proposals import RejectProposal
from services.draw.domain.game.remedies import CardRead, DecideIrregularity
from services.draw.domain.game.selecting import BallRekeyed, NumberSelected, SelectNumber
from services.draw.domain.game.staff import AssignStaff
from services.draw.domain.game.state import Ended, Game, InPlay
from services.draw.domain.game.taking_back import TakeBackCall
from services.draw.domain.game.voiding import VoidGame
from services.draw.domain.game.winners import VoidWinners
from services.draw.domain.profile import BingoProfile
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BOTH,
    CLEO,
    ELECTRONIC,
    PROFILE,
    SAM,
    SERIAL,
    TENNESSEE,
    announce,
    open_game,
)
from tests.draw.domain.memphis import DOT, TOM
from tests.draw.domain.shell import KEY, Shell
from tests.draw.domain.standing import MIA, read
from tests.draw.domain.way_out import way_out

NUMBERS = 5
"""So few that games are played out, too."""


class Hall:
    """A game with few numbers, and people who do anything at any time."""

    def __init__(self, profile: BingoProfile, selector: Selector) -> None:
        few = replace(profile, rules=replace(profile.rules, numbers=NUMBERS))
        stages = BOTH if profile is PROFILE else memphis.PRIZES
        currency = "NZD" if profile is PROFILE else "USD"
        self.shell = Shell()
        self.send(open_game(3, stages, profile=few, selector=selector, currency=currency))
        self.staff()
        self.send(replace(announce(3, stages, currency=currency), serial_number=SERIAL))

    @property
    def game(self) -> Game:
        assert isinstance(self.shell.state, Game)
        return self.shell.state

    def send(self, command: Command) -> bool:
        """Whether it left anything on record."""
        return bool(self.shell.send(command).events)

    def staff(self) -> None:
        """All posts, and all that a profile asks for before the first number."""
        now = self.shell.now()
        posts = [(Post.CALLER, ANA), (Post.SUPERVISOR, BEN)]
        if self.game.rules.confirmed_by is Post.ANNOUNCER:
            posts.append((Post.ANNOUNCER, DOT))
        for post, person in posts:
            self.send(AssignStaff(post, person, now, "main"))
        for room, players, listener in (("main", 9, SAM), ("mezz", 2, TOM)):
            self.send(RecordAttendance(room, players, BEN, now))
            self.send(CheckHearing(room, True, listener, now))
        self.send(InspectEquipment(NUMBERS, True, "main", BEN, now))

    # -- what people do, by a number that chance gives them ------------------------------------

    def play(self, n: int) -> Command:
        """What the caller, and who displays, would do next."""
        game, now = self.game, self.shell.now()
        for call in game.counting:
            if not call.confirmed and n % 4:
                return self.display(n)
        if isinstance(game, InPlay) and game.selected is not None:
            letter = game.rules.letter_of(game.selected.reveal().number)
            return CallNumber(len(game.calls) + 1, ANA, now, letter)
        return self.select(n)

    def select(self, n: int) -> Command:
        left = sorted(set(range(1, NUMBERS + 1)) - self.game.called) or [1]
        ball = left[n % len(left)] if self.game.selector is BALLS else None
        chance = hashlib.sha256(b"%d" % n).digest()
        return SelectNumber(len(self.game.calls) + 1, ball, chance, ANA)

    def display(self, n: int) -> Command:
        waiting = [call for call in self.game.counting if not call.confirmed]
        call = waiting[n % len(waiting)] if waiting else None
        number = call.number if call and self.game.selector is BALLS else None
        who = self.game.holder(self.game.rules.confirmed_by) or ""
        return ConfirmCall(call.position if call else 1, number, who, self.shell.now())

    def cut_off(self, n: int) -> Command:
        return CutOffCall(len(self.game.calls) + 1, ANA, self.shell.now())

    def call_out(self, n: int) -> Command:
        after = max(0, len(self.game.calls) + n % 3 - 1)
        now = self.shell.now()
        return RecordCallOut("main", after, Cry.LINE, False, "", None, SAM, now)

    def rule_on(self, n: int) -> Command:
        undecided = [each.call_out for each in self.game.call_outs if each.decided is None] or [1]
        stages = self.game.open_stages[: 1 + n // 3 % 2] if n % 3 else ()
        verdict = Verdict.VALID if stages else Verdict.NOT_VALID
        number, now = undecided[n % len(undecided)], self.shell.now()
        return DecideCallOut(number, verdict, stages, bool(n % 2), BEN, now)

    def correct(self, n: int) -> Command:
        call = self.game.calls[n % len(self.game.calls)] if self.game.calls else None
        number = call.number if call else 1
        kind = list(ErrorKind)[n % 3]
        other = 1 + (number + n) % NUMBERS
        wrong, right = (number, other) if kind is ErrorKind.KEYED else (other, number)
        position, now = call.position if call else 1, self.shell.now()
        voids = tuple(won.stage for won in self.game.won)[: n % 2]
        late = bool(self.game.last_call and position < self.game.last_call.position)
        who = MIA if late else ANA
        return CorrectCall(position, kind, wrong, right, "wrong", voids, who, late, now)

    def void_winners(self, n: int) -> Command:
        stages = self.game.stages
        return VoidWinners(
            stages[n % len(stages)].stage, "a wrong card", BEN, False, self.shell.now()
        )

    def take_back(self, n: int) -> Command:
        last = len(self.game.calls) + n % 2
        return TakeBackCall(last, "no such ball", ANA, self.shell.now())

    def by_hand(self, n: int) -> Command:
        left = sorted(set(range(1, NUMBERS + 1)) - self.game.called)[: 1 + n % 3]
        now = self.shell.now()
        calls = tuple(HandCall(number, now) for number in left)
        position = len(self.game.calls) + 1
        return EnterHandCalls(position, calls, "no power", BEN, False, now)

    def sign(self, n: int) -> Command:
        number, now = max(1, self.game.proposed), self.shell.now()
        if n % 4:
            return ApproveProposal(number, MIA, True, now)
        return RejectProposal(number, "no", MIA, True, now)

    def hold(self, n: int) -> Command:
        causes = list(HoldCause)
        return HoldGame(causes[n % len(causes)], "see there", ANA, False, self.shell.now())

    def resume(self, n: int) -> Command:
        return ResumeGame(MIA, True, self.shell.now())

    def report(self, n: int) -> Command:
        kind, now = list(IrregularityKind)[n % 4], self.shell.now()
        ball = 0 if kind is IrregularityKind.SELECTOR else n % (NUMBERS + 1)
        return ReportIrregularity(kind, ball, "look", ANA, False, now)

    def remedy(self, n: int) -> Command:
        number = next((each.irregularity for each in self.game.undecided), 1)
        kind = self.game.irregularities[number - 1].kind if self.game.irregularities else None
        remedy, selector = list(Remedy)[n % 4], None
        cards: tuple[CardRead, ...] = ()
        numbers: tuple[int, ...] = ()
        if kind is IrregularityKind.RETURNED:
            remedy = Remedy.REBUILT
        if remedy is Remedy.REBUILT:
            cards, numbers = read("12"), tuple(self.game.called)
        elif remedy is Remedy.SWITCHED:
            selector = BALLS if n % 3 else ELECTRONIC
        now = self.shell.now()
        return DecideIrregularity(number, remedy, "so", cards, numbers, selector, MIA, True, now)

    def inspect(self, n: int) -> Command:
        return InspectEquipment(NUMBERS, bool(n % 4), "main", BEN, self.shell.now())

    def relieve(self, n: int) -> Command:
        person = [ANA, BEN, CLEO, DOT][n % 4]
        return AssignStaff(list(Post)[n % 2], person, self.shell.now(), "main")

    def void(self, n: int) -> Command:
        return VoidGame("so", "so" * (n % 2), bool(n % 3), MIA, True, self.shell.now())


DONE: tuple[Callable[[Hall, int], Command], ...] = (
    *[Hall.play] * 6,
    *[Hall.call_out, Hall.rule_on] * 3,
    *(Hall.select, Hall.display, Hall.cut_off, Hall.correct, Hall.void_winners),
    *(Hall.take_back, Hall.by_hand, Hall.sign, Hall.sign, Hall.hold, Hall.resume),
    *(Hall.report, Hall.remedy, Hall.inspect, Hall.relieve, Hall.void),
)
HALLS = {
    "Auckland, electronic": (PROFILE, ELECTRONIC),
    "Auckland, balls": (PROFILE, BALLS),
    "Memphis": (TENNESSEE, BALLS),
}


def bring_to_its_end(shell: Shell) -> int:
    """How many steps it took."""
    for steps in range(200):
        command = way_out(shell.state, shell.now())
        if command is None:
            return steps
        answer = shell.send(command)
        assert answer.refusal is None, f"{command} is refused: {answer.refusal!r}"
        assert answer.events, f"{command} leads nowhere"
    raise AssertionError("it goes on for ever")


@pytest.mark.case("B8")
@pytest.mark.parametrize("hall", HALLS)
@settings(max_examples=150)
@given(
    moves=st.lists(st.tuples(st.sampled_from(range(len(DONE))), st.integers(0, 11)), max_size=60)
)
def test_case_B8_from_whatever_has_happened_a_game_can_be_brought_to_its_end(
    hall: str, moves: list[tuple[int, int]]
) -> None:
    playing = Hall(*HALLS[hall])
    for what, n in moves:
        playing.send(DONE[what](playing, n))
    bring_to_its_end(playing.shell)
    over = playing.shell.state
    assert isinstance(over, Ended)
    called = [call.number for call in over.counting]
    assert len(set(called)) == len(called), "no number twice"
    check_openings(playing.shell)
    assert playing.shell.snapshots(KEY)[-1].state == over, "read again it is the same"


def check_openings(shell: Shell) -> None:
    """Every number that was selected is opened once by the end: called, by hand or not, put right,
    taken back, or never announced."""
    made, opened = [], []
    for event in shell.events:
        if isinstance(event, NumberSelected | BallRekeyed):
            made.append(event.selection.opening)
        opening = getattr(event, "opening", None)
        if opening is not None:
            opened.append(opening)
    assert opened == made


@pytest.mark.parametrize("hall", HALLS)
def test_the_moves_reach_what_can_happen(hall: str) -> None:
    """Or the search would find nothing because it looked nowhere."""
    seen: set[str] = set()
    for seed in range(60):
        playing = Hall(*HALLS[hall])
        for step in range(60):
            chance = hashlib.sha256(b"%d %d" % (seed, step)).digest()
            command = DONE[chance[0] % len(DONE)](playing, chance[1] % 12)
            events = playing.shell.send(command).events
            seen.update(type(event).__name__ for event in events)
    wanted = {
        *("NumberCalled", "CallConfirmed", "CallOutDecided", "CallCorrected", "WinnersVoided"),
        *("Proposed", "ProposalApproved", "ProposalRejected", "CalledByHand", "GameHeld"),
        *("GameResumed", "IrregularityFound", "IrregularityDecided", "GameVoided"),
    }
    assert wanted <= seen, wanted - seen
