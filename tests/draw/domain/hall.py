"""Halls in which anything may happen: a game with few numbers, and people who do anything.

What people do is chosen by a number that chance gives them, so that any command comes up, mostly by
the right person and mostly so that something comes of it.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from services.draw.domain.game.announcing import AnnounceGame
from services.draw.domain.game.approving import ApproveProposal
from services.draw.domain.game.calling import CallNumber, CutOffCall
from services.draw.domain.game.callouts import RecordCallOut
from services.draw.domain.game.checks import CheckHearing, InspectEquipment, RecordAttendance
from services.draw.domain.game.corrections import CorrectCall
from services.draw.domain.game.deciding import DecideCallOut
from services.draw.domain.game.displaying import ConfirmCall
from services.draw.domain.game.ending import EndGame
from services.draw.domain.game.game import Command
from services.draw.domain.game.handcalls import EnterHandCalls
from services.draw.domain.game.holding import HoldGame, ResumeGame
from services.draw.domain.game.irregularities import ReportIrregularity
from services.draw.domain.game.parts import Acknowledgement, HandCall, SalesClosed
from services.draw.domain.game.proposals import RejectProposal
from services.draw.domain.game.remedies import CardRead, DecideIrregularity
from services.draw.domain.game.restarting import FollowRestart, RestartStep
from services.draw.domain.game.sales import RecordSalesClosed
from services.draw.domain.game.selecting import SelectNumber
from services.draw.domain.game.settling import SettleCallOut
from services.draw.domain.game.showing import ConfirmInRoom, GoOnWithoutRooms
from services.draw.domain.game.staff import AssignStaff, ReleaseStaff
from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.game.taking_back import TakeBackCall
from services.draw.domain.game.voiding import VoidGame
from services.draw.domain.game.winners import VoidWinners
from services.draw.domain.game.words import (
    Cry,
    ErrorKind,
    HoldCause,
    IrregularityKind,
    OnGlass,
    Post,
    Remedy,
    Sales,
    Selector,
    Stage,
    Verdict,
)
from services.draw.domain.profile import BingoProfile
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BOTH,
    CLEO,
    ELECTRONIC,
    SAM,
    SERIAL,
    at,
    open_game,
)
from tests.draw.domain.memphis import DOT, EVE, TOM
from tests.draw.domain.shell import Answer, Shell
from tests.draw.domain.standing import MIA, read


class Hall:
    """One game on record, with the people around it.

    It is played with the numbers 1 to `numbers`, so few that games are played out too. `sales`
    tells whether the verify service keeps account of cards; `staffed`: all posts are held, and all
    that the profile asks for before the first number is on record, and it is announced.
    """

    def __init__(
        self,
        profile: BingoProfile,
        selector: Selector,
        *,
        numbers: int = 5,
        sales: Sales = Sales.OUTSIDE,
        staffed: bool = True,
    ) -> None:
        self.numbers = numbers
        self.currency = "USD" if profile.rules.law == "TNB" else "NZD"
        stages = memphis.PRIZES if self.currency == "USD" else BOTH
        few = replace(profile, rules=replace(profile.rules, numbers=numbers))
        opening = open_game(3, stages, profile=few, selector=selector, currency=self.currency)
        self.shell = Shell()
        self.send(replace(opening, sales=sales))
        if staffed:
            self.begin()

    @property
    def game(self) -> Game:
        """The game as it is now."""
        assert isinstance(self.shell.state, Game)
        return self.shell.state

    def send(self, command: Command) -> Answer:
        """What comes of a command."""
        return self.shell.send(command)

    def at(self, post: Post) -> str:
        """Who is at a post; Cleo where nobody is."""
        return self.game.holder(post) or CLEO

    def begin(self) -> None:
        """Everybody and everything is ready, and the game is announced."""
        now = self.shell.now()
        posts = [(Post.CALLER, ANA), (Post.SUPERVISOR, BEN)]
        if self.game.rules.confirmed_by is Post.ANNOUNCER:
            posts.append((Post.ANNOUNCER, DOT))
        for post, person in posts:
            self.send(AssignStaff(post, person, now, "main"))
        for room, players, listener in (("main", 9, SAM), ("mezz", 2, TOM)):
            self.send(RecordAttendance(room, players, BEN, now))
            self.send(CheckHearing(room, True, listener, now))
        self.send(InspectEquipment(self.numbers, True, "main", BEN, now))
        self.send(self.announce(1))

    # -- play ----------------------------------------------------------------------------------

    def announce(self, n: int) -> Command:
        game = self.game
        said = (game.game_version, game.stages if n % 5 else (), SERIAL, self.currency)
        return AnnounceGame(*said, self.at(Post.CALLER), self.shell.now())

    def play(self, n: int) -> Command:
        """What the caller, and who displays, would do next."""
        game = self.game
        for call in game.counting:
            if not call.confirmed and n % 4:
                return self.display(n)
        if isinstance(game, InPlay) and game.selected is not None:
            return self.call(n)
        return self.select(n)

    def go_on(self, n: int) -> Command:
        """What stands in the way is cleared away, and then the game is played."""
        game, now = self.game, self.shell.now()
        for proposal in game.proposals:
            return RejectProposal(proposal.proposal, "no", MIA, True, now)
        for each in game.call_outs:
            if each.pauses:
                who = self.at(Post.SUPERVISOR)
                return DecideCallOut(each.call_out, Verdict.NOT_VALID, (), False, who, now)
        if game.hold is not None:
            return self.resume(n)
        if game.sales is Sales.VERIFY and game.sales_closed is None:
            return self.close_sales(0)
        if game.undecided:
            return self.inspect(1) if game.inspection is None else self.put_right()
        heard = {each.room for each in game.hearings if each.heard}
        for room, which in (("main", 3), ("mezz", 1)):
            if game.rules.hearing_needed and room not in heard:
                return self.listen(which)
        return self.play(1 + n % 3)

    def call(self, n: int) -> Command:
        game, letter = self.game, ""
        if isinstance(game, InPlay) and game.selected is not None:
            letter = game.rules.letter_of(game.selected.reveal().number)
        who, now = self.at(Post.CALLER), self.shell.now()
        return CallNumber(len(game.calls) + 1, who, now, letter, self.glass(n))

    def glass(self, n: int) -> tuple[Acknowledgement, ...]:
        """What the rooms have of the last call, mostly all that is to be had."""
        last = self.game.last_call
        if last is None:
            return ()
        seen = [OnGlass.SHOWN] * 3 + list(OnGlass)
        glasses = (("main", seen[n % 7]), ("mezz", seen[n // 2 % 7]))
        return tuple(
            Acknowledgement(last.position, last.number, room, glass, 40 * n, 1, 1)
            for room, glass in glasses
        )

    def hear(self, n: int) -> Command:
        """Somebody in a room says that they heard the last call, or saw it."""
        last = len(self.game.calls) + (n % 7 == 6)
        room, who = [("main", SAM), ("mezz", TOM)][n % 2]
        return ConfirmInRoom(last, room, bool(n % 3), bool(n % 4), who, self.shell.now())

    def go_without(self, n: int) -> Command:
        """The supervisor waits for a room no longer."""
        rooms = ("main", "mezz")[: 1 + n % 2] if n % 4 else ("mezz",)
        who, now = self.at(Post.SUPERVISOR), self.shell.now()
        return GoOnWithoutRooms(len(self.game.calls), rooms, "dark", who, now)

    def select(self, n: int) -> Command:
        left = sorted(set(range(1, self.numbers + 1)) - self.game.called) or [1]
        ball = left[n % len(left)] if self.game.selector is BALLS else None
        chance = hashlib.sha256(b"%d" % n).digest()
        return SelectNumber(len(self.game.calls) + 1, ball, chance, self.at(Post.CALLER))

    def display(self, n: int) -> Command:
        waiting = [call for call in self.game.counting if not call.confirmed]
        call = waiting[n % len(waiting)] if waiting else None
        ball = call.number if call and call.keyed else None
        who = self.at(self.game.rules.confirmed_by)
        return ConfirmCall(call.position if call else 1, ball, who, self.shell.now())

    def cut_off(self, n: int) -> Command:
        """Only a letter was spoken; or it turns out that it was the whole call."""
        if n % 2 and isinstance(self.game, InPlay) and self.game.cut_off:
            return self.take_back(0)
        return CutOffCall(len(self.game.calls) + 1, self.at(Post.CALLER), self.shell.now())

    def end(self, n: int) -> Command:
        reason = "" if n % 6 else "it is late"
        who, now = self.at(Post.SUPERVISOR), self.shell.now()
        return EndGame(reason, who, now, acknowledged=self.glass(n))

    # -- call outs -----------------------------------------------------------------------------

    def call_out(self, n: int) -> Command:
        after = max(0, len(self.game.calls) + n % 3 - 1)
        now = self.shell.now()
        heard_at = at(max(0, self.shell.seconds - n)) if n % 2 else None
        cry, on_behalf = list(Cry)[n % 3], n % 5 == 4
        player, witnesses = ["", "p1", "p2"][n % 3], ("w",) if n % 6 == 5 else ()
        seen = self.glass(n)
        return RecordCallOut(
            "main", after, cry, on_behalf, player, heard_at, SAM, now, witnesses, seen
        )

    def _ruling(self, n: int) -> tuple[int, Verdict, tuple[Stage, ...], bool]:
        """A call out, mostly undecided, and what could be decided of it."""
        known = self.game.call_outs
        numbers = [each.call_out for each in known if each.decided is None or n % 7 == 6]
        number = numbers[n % len(numbers)] if numbers else 1 + n % (len(known) + 1)
        stages = self.game.open_stages[: 1 + n // 3 % 2] if n % 3 else ()
        if not stages and n % 4 == 1:  # shared with those who have won
            stages = tuple(won.stage for won in self.game.won)[:1]
        other = Verdict.NOT_VALID if n % 5 else Verdict.OUT_OF_TIME
        return number, Verdict.VALID if stages else other, stages, bool(n % 2)

    def rule_on(self, n: int) -> Command:
        number, verdict, stages, in_time = self._ruling(n)
        who, now = self.at(Post.SUPERVISOR), self.shell.now()
        return DecideCallOut(number, verdict, stages, in_time, who, now)

    def settle(self, n: int) -> Command:
        number, verdict, stages, in_time = self._ruling(n)
        if n % 3 == 2:
            number = 1 + n % (len(self.game.call_outs) + 1)
        now = self.shell.now()
        return SettleCallOut(number, verdict, stages, in_time, "vera", "", "", now)

    # -- righting ------------------------------------------------------------------------------

    def correct(self, n: int) -> Command:
        call = self.game.calls[n // 3 % len(self.game.calls)] if self.game.calls else None
        number = call.number if call else 1
        kind = list(ErrorKind)[n % 3]
        other = 1 + (number + n) % self.numbers
        keyed = kind is ErrorKind.KEYED or (kind is ErrorKind.SPOKEN and n % 4 == 1)
        wrong, right = (number, other) if keyed else (other, number)
        position, now = call.position if call else 1, self.shell.now()
        voids = tuple(won.stage for won in self.game.won)[: n % 2]
        late = bool(self.game.last_call and position < self.game.last_call.position)
        who = MIA if late else self.at(self.game.rules.corrected_by[0])
        swaps = 0
        if n % 8 == 7 and len(self.game.calls) > 1:  # the call was taken for another
            swaps = self.game.calls[position % len(self.game.calls)].position
            wrong, right = number, self.game.calls[swaps - 1].number
            late, who = True, MIA
        return CorrectCall(position, kind, wrong, right, "wrong", voids, who, late, now, swaps)

    def void_winners(self, n: int) -> Command:
        stage = self.game.stages[n % len(self.game.stages)].stage
        who, now = self.at(Post.SUPERVISOR), self.shell.now()
        won = self.game.winner_of(stage)
        some = won.call_outs[: n % 3] if won else ()
        return VoidWinners(stage, "a wrong card", who, False, now, some)

    def take_back(self, n: int) -> Command:
        drawn = isinstance(self.game, InPlay) and self.game.selected is not None
        last = len(self.game.calls) + drawn - (n % 6 == 5)
        return TakeBackCall(last, "no such ball", self.at(Post.CALLER), self.shell.now())

    def by_hand(self, n: int) -> Command:
        left = sorted(set(range(1, self.numbers + 1)) - self.game.called)[: 1 + n % 3]
        left += sorted(self.game.called)[: n % 5 == 4]  # one that came before
        now, who = self.shell.now(), self.at(Post.SUPERVISOR)
        calls = tuple(HandCall(number, now) for number in left)
        return EnterHandCalls(len(self.game.calls) + 1, calls, "no power", who, False, now)

    def sign(self, n: int) -> Command:
        waiting = self.game.proposals
        number, now = (
            waiting[0].proposal if waiting else max(1, self.game.proposed),
            self.shell.now(),
        )
        if n % 4 == 0:
            return RejectProposal(number, "no", MIA, True, now)
        if n % 4 == 1 and waiting:
            return ApproveProposal(number, waiting[0].by, False, now)
        return ApproveProposal(number, self.at(Post.CALLER) if n % 8 == 2 else MIA, True, now)

    # -- standing still ------------------------------------------------------------------------

    def hold(self, n: int) -> Command:
        cause = list(HoldCause)[n % len(HoldCause)]
        return HoldGame(cause, "see there", self.at(Post.CALLER), False, self.shell.now())

    def resume(self, n: int) -> Command:
        return ResumeGame(MIA, True, self.shell.now())

    def report(self, n: int) -> Command:
        kind, now = list(IrregularityKind)[n % 4], self.shell.now()
        ball = 0 if kind is IrregularityKind.SELECTOR else n % (self.numbers + 1)
        return ReportIrregularity(kind, ball, "look", self.at(Post.CALLER), False, now)

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

    def put_right(self) -> Command:
        """What has happened to the equipment, as it is put right where it can be."""
        found = self.game.undecided[0]
        returned = found.kind is IrregularityKind.RETURNED
        about = (read("12"), tuple(self.game.called)) if returned else ((), ())
        remedy = Remedy.REBUILT if returned else Remedy.PUT_RIGHT
        number, now = found.irregularity, self.shell.now()
        return DecideIrregularity(number, remedy, "so", *about, None, MIA, True, now)

    def void(self, n: int) -> Command:
        return VoidGame("so", "so" * (n % 2), bool(n % 3), MIA, True, self.shell.now())

    def played_again(self, n: int) -> Command:
        """A game was opened in the place of this one, or is announced, or has ended."""
        again = f"venues/akl/games/2026-11-29-{8 + n // 3 % 2:02}"
        return FollowRestart(again, list(RestartStep)[n % 3])

    # -- what is looked at, and who is where ---------------------------------------------------

    def inspect(self, n: int) -> Command:
        drawn = isinstance(self.game, InPlay) and self.game.selected is not None
        there = self.numbers - len(self.game.called) - drawn
        objects = max(0, there - (n % 6 == 5))
        return InspectEquipment(
            objects, bool(n % 4), "main", self.at(Post.SUPERVISOR), self.shell.now()
        )

    def count(self, n: int) -> Command:
        room, players = [("main", 9), ("mezz", 2), ("mezz", 20), ("main", 0)][n % 4]
        return RecordAttendance(room, players, SAM, self.shell.now())

    def listen(self, n: int) -> Command:
        room, listener = [("main", SAM), ("mezz", TOM), ("main", self.at(Post.CALLER))][n % 3]
        return CheckHearing(room, bool(n % 4), listener, self.shell.now())

    def close_sales(self, n: int) -> Command:
        sold = SalesClosed(600 - n % 2, b"c" * 32, (b"s" * 32,), at())
        return RecordSalesClosed(sold, ())

    def relieve(self, n: int) -> Command:
        person = [ANA, BEN, CLEO, DOT, EVE, f" {ANA.upper()} "][n % 6]
        room = ["main", "mezz"][n // 5 % 2]
        return AssignStaff(list(Post)[n % len(Post)], person, self.shell.now(), room)

    def release(self, n: int) -> Command:
        held = self.game.staff[n % len(self.game.staff)] if self.game.staff else None
        post = held.post if held else Post.ASSISTANT
        return ReleaseStaff(post, held.person if held else EVE, self.shell.now())
