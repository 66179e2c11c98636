"""A bingo game for tests: its people, its commands and its events, each with a usual value.

It is played in Auckland under New Zealand's profile: Ana calls, Ben supervises, Cleo holds no post
and Sam is the steward who enters what he hears.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from services.draw.domain.game.announcing import AnnounceGame, GameAnnounced
from services.draw.domain.game.calling import CallNumber, NumberCalled
from services.draw.domain.game.callouts import CallOutRecorded, RecordCallOut
from services.draw.domain.game.deciding import CallOutDecided, DecideCallOut
from services.draw.domain.game.displaying import CallConfirmed, ConfirmCall
from services.draw.domain.game.ending import EndGame, GameEnded
from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.opening import GameOpened, OpenGame
from services.draw.domain.game.parts import Selection, StagePrize
from services.draw.domain.game.selecting import BallRekeyed, NumberSelected, SelectNumber
from services.draw.domain.game.staff import AssignStaff, AttemptRefused, StaffAssigned
from services.draw.domain.game.state import State
from services.draw.domain.game.words import Cry, Ending, Post, Selector, Stage, Verdict
from services.draw.domain.profile import BingoProfile
from services.kernel.law import Opening, Secret
from services.kernel.money import Money
from services.kernel.profiles import Profiles
from tests.kit.law import Given

ANA, BEN, CLEO, SAM = "ana", "ben", "cleo", "sam"
CALLER, SUPERVISOR = Post.CALLER, Post.SUPERVISOR
LINE, BINGO = Stage.PART_SERIES, Stage.SERIES
ELECTRONIC, BALLS = Selector.ELECTRONIC, Selector.RECEPTACLE
VALID, NOT_VALID, OUT_OF_TIME = Verdict.VALID, Verdict.NOT_VALID, Verdict.OUT_OF_TIME

DAY = date(2026, 11, 29)
ENTROPY = bytes(range(32))
SERIAL = "A-1042"


def at(second: int = 0) -> datetime:
    """An instant of the game, by its second."""
    return datetime(2026, 11, 29, 8, 0, tzinfo=UTC) + timedelta(seconds=second)


def nzd(dollars: int) -> Money:
    """An amount in New Zealand dollars."""
    return Money("NZD", dollars * 100)


def profile_of(profile_id: str) -> BingoProfile:
    """A profile as it lies in `rules`."""
    profile = Profiles.load(Path(__file__).parents[3] / "rules").get(profile_id)
    return BingoProfile.of(profile.id, profile.values_for("draw", own=True))


PROFILE = profile_of("nz-casino-bingo")
TENNESSEE = profile_of("tn-charity-bingo")
ROW, FULL = "any_row", "full_card"
BOTH = (StagePrize(LINE, nzd(100), ROW), StagePrize(BINGO, nzd(1250), FULL))
ONLY_BINGO = (StagePrize(BINGO, nzd(1250), FULL),)
ONLY_LINE = (StagePrize(LINE, nzd(100), ROW),)


# -- commands: each function makes the one of its name ---------------------------------------------


def open_game(
    version: int = 3,
    stages: tuple[StagePrize, ...] = BOTH,
    *,
    profile: BingoProfile = PROFILE,
    serial: str = SERIAL,
    selector: Selector = ELECTRONIC,
    currency: str = "NZD",
    day: date = DAY,
    today: date = DAY,
) -> OpenGame:
    return OpenGame(
        profile, version, stages, serial, selector, ("main", "mezz"), currency, day, today, at()
    )


def assign(post: Post, person: str, second: int = 0) -> AssignStaff:
    return AssignStaff(post, person, at(second))


def announce(
    version: int = 3,
    stages: tuple[StagePrize, ...] = BOTH,
    *,
    serial: str = SERIAL,
    currency: str = "NZD",
    by: str = ANA,
) -> AnnounceGame:
    return AnnounceGame(version, stages, serial, currency, by, at())


def select(
    position: int, ball: int | None = None, *, by: str = ANA, entropy: bytes = ENTROPY
) -> SelectNumber:
    return SelectNumber(position, ball, entropy, by)


def call(position: int, *, by: str = ANA, second: int = 0) -> CallNumber:
    return CallNumber(position, by, at(second))


def confirm(position: int, ball: int | None = None, *, by: str = BEN) -> ConfirmCall:
    return ConfirmCall(position, ball, by, at())


def call_out(
    after: int,
    cry: Cry = Cry.BINGO,
    *,
    on_behalf: bool = False,
    player: str = "",
    room: str = "main",
    heard: int | None = None,
    second: int = 0,
    witnesses: tuple[str, ...] = (),
) -> RecordCallOut:
    heard_at = None if heard is None else at(heard)
    return RecordCallOut(room, after, cry, on_behalf, player, heard_at, SAM, at(second), witnesses)


def decide(
    number: int,
    verdict: Verdict,
    *stages: Stage,
    in_time: bool = False,
    by: str = BEN,
) -> DecideCallOut:
    return DecideCallOut(number, verdict, stages, in_time, by, at())


def end(reason: str = "", *, by: str = BEN) -> EndGame:
    return EndGame(reason, by, at())


# -- events: each function makes the one of its name -----------------------------------------------


def opened(
    version: int = 3,
    stages: tuple[StagePrize, ...] = BOTH,
    *,
    profile: BingoProfile = PROFILE,
    serial: str = SERIAL,
    selector: Selector = ELECTRONIC,
) -> GameOpened:
    return GameOpened(
        profile.id, profile.rules, version, stages, serial, selector, ("main", "mezz"), at()
    )


def assigned(post: Post, person: str, second: int = 0) -> StaffAssigned:
    return StaffAssigned(post, person, at(second))


def attempted(post: Post, person: str) -> AttemptRefused:
    return AttemptRefused(post, person)


def announced(version: int = 3, stages: tuple[StagePrize, ...] = BOTH) -> GameAnnounced:
    return GameAnnounced(version, stages, SERIAL, at())


def opening(position: int) -> Opening:
    """What opens the selection for this position."""
    return Opening(2 + 3 * position, b"salt" * 8, b"content of %d" % position)


def opening_again(position: int) -> Opening:
    """What opens the ball that was keyed for this position in the place of another."""
    return Opening(3 + 3 * position, b"again" * 6 + b"!!", b"what was drawn for %d" % position)


def selected(position: int, number: int) -> NumberSelected:
    """As it is read back from the journal."""
    return NumberSelected(position, Secret(Selection(number, ENTROPY), opening(position)))


def keyed(position: int, ball: int) -> NumberSelected:
    """A ball that came out was entered, as it is read back from the journal."""
    return NumberSelected(position, Secret(Selection(ball, b""), opening(position)))


def rekeyed(position: int, number: int) -> BallRekeyed:
    """As it is read back from the journal; it opens the selection for this position."""
    drawn = Secret(Selection(number, b""), opening_again(position))
    return BallRekeyed(position, drawn, opening(position))


def called(
    position: int,
    number: int,
    second: int = 0,
    *,
    after_the_end: bool = False,
    keyed: bool = False,
) -> NumberCalled:
    return NumberCalled(position, number, opening(position), at(second), "", after_the_end, keyed)


def ball_called(position: int, number: int, second: int = 0) -> NumberCalled:
    """A number that came as a ball was announced."""
    return called(position, number, second, keyed=True)


def confirmed(position: int, ball: int | None = None, *, by: str = BEN) -> CallConfirmed:
    return CallConfirmed(position, ball, by, at())


def called_out(
    number: int,
    after: int,
    cry: Cry = Cry.BINGO,
    *,
    on_behalf: bool = False,
    player: str = "",
    room: str = "main",
    heard: int = 0,
    second: int = 0,
    late: bool = False,
    outside_play: bool = False,
    judged_on: int | None = None,
    witnesses: tuple[str, ...] = (),
    asked: int | None = None,
) -> CallOutRecorded:
    """`judged_on`, and what it was entered for: the call that it answers unless said otherwise."""
    return CallOutRecorded(
        number,
        room,
        after,
        cry,
        on_behalf,
        player,
        at(heard),
        at(second),
        SAM,
        late,
        outside_play,
        after if judged_on is None else judged_on,
        witnesses,
        after if asked is None else asked,
    )


def decided(
    number: int,
    verdict: Verdict,
    *stages: Stage,
    in_time: bool = False,
    by: str = BEN,
) -> CallOutDecided:
    return CallOutDecided(number, verdict, stages, True, by, at(), in_time)


def ended(ending: Ending, reason: str = "", opened_by: Opening | None = None) -> GameEnded:
    return GameEnded(ending, reason, opened_by, at())


def but(event: Any, **changes: Any) -> Any:
    """An event with some fields otherwise."""
    return replace(event, **changes)


# -- histories -------------------------------------------------------------------------------------


def waiting(
    version: int = 3,
    stages: tuple[StagePrize, ...] = BOTH,
    *,
    profile: BingoProfile = PROFILE,
    serial: str = SERIAL,
    selector: Selector = ELECTRONIC,
) -> tuple[Event, ...]:
    """Opened, with a caller and a supervisor."""
    game = opened(version, stages, profile=profile, serial=serial, selector=selector)
    return (game, assigned(CALLER, ANA), assigned(SUPERVISOR, BEN))


def in_play(
    *numbers: int,
    version: int = 3,
    stages: tuple[StagePrize, ...] = BOTH,
    profile: BingoProfile = PROFILE,
    selector: Selector = ELECTRONIC,
) -> tuple[Event, ...]:
    """Announced, and these numbers called and confirmed."""
    opened_game = waiting(version, stages, profile=profile, selector=selector)
    calls = (
        event
        for position, number in enumerate(numbers, start=1)
        for event in _whole_call(position, number, selector)
    )
    return (*opened_game, announced(version, stages), *calls)


def _whole_call(position: int, number: int, selector: Selector) -> Iterator[Event]:
    balls = selector is BALLS
    yield keyed(position, number) if balls else selected(position, number)
    yield called(position, number, keyed=balls)
    yield confirmed(position, number if balls else None)


def game(*events: Event) -> Given[Command, Event, State]:
    """A game after these events."""
    return Given(GAMES, *events)
