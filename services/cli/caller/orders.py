"""What the screen asks of the draw, each with its request id until it is answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Cry, Draw, ErrorKind, HoldCause, Stage, Verdict
from services.cli.common.words import prize_words, room_words, stage_word

MISKEYED = "keyed by mistake"
"""The reason that goes on record with what is taken back here."""


@dataclass(frozen=True)
class Announce:
    """Version, prizes and serial number were told to the players, as the game was opened."""

    game: game_pb2.Game

    @property
    def words(self) -> str:
        """What is being done."""
        prizes = ", ".join(f"{stage_word(s.stage)} {prize_words(s)}" for s in self.game.stages)
        return f"announce version {self.game.game_version}, {prizes}, {self.game.serial_number}"


@dataclass(frozen=True, slots=True)
class Select:
    """Select the number for `position`; `ball` is the one drawn, 0 for none."""

    position: int
    ball: int = 0

    @property
    def words(self) -> str:
        """What is being done."""
        return f"enter ball {self.ball}" if self.ball else f"select call {self.position}"


@dataclass(frozen=True, slots=True)
class Call:
    """The number was announced, with its letter where there is one."""

    position: int
    letter: str = ""

    @property
    def words(self) -> str:
        """What is being done."""
        return f"announce call {self.position}"


@dataclass(frozen=True, slots=True)
class Confirm:
    """The call was checked and is displayed; `ball` is the one in the hand, 0 for none."""

    position: int
    ball: int = 0

    @property
    def words(self) -> str:
        """What is being done."""
        return f"confirm call {self.position}" + (f" with ball {self.ball}" if self.ball else "")


@dataclass(frozen=True, slots=True)
class TakeBack:
    """What was entered last was keyed by mistake."""

    position: int

    @property
    def words(self) -> str:
        """What is being done."""
        return f"take back what was entered as call {self.position}"


@dataclass(frozen=True, slots=True)
class CallOut:
    """A player called out; `heard_at` is when the key was pressed."""

    room: str
    after_position: int
    cry: Cry
    heard_at: datetime

    @property
    def words(self) -> str:
        """What is being done."""
        return f"record a call out in {room_words(self.room)} after call {self.after_position}"


@dataclass(frozen=True, slots=True)
class CutOff:
    """Only the letter of the call had been spoken."""

    position: int

    @property
    def words(self) -> str:
        """What is being done."""
        return f"record that call {self.position} was cut off after its letter"


@dataclass(frozen=True, slots=True)
class Correct:
    """A correction was announced to the players; `version` is the one of the game seen."""

    version: int
    position: int
    kind: ErrorKind
    wrong: int
    right: int

    @property
    def words(self) -> str:
        """What is being done."""
        return f"correct call {self.position}: {self.wrong} is wrong, {self.right} is right"

    @property
    def reason(self) -> str:
        """What goes on record as the reason."""
        was = {
            ErrorKind.SPOKEN: f"the hall heard {self.wrong}",
            ErrorKind.SHOWN: f"a display showed {self.wrong}",
            ErrorKind.KEYED: f"{self.wrong} was entered",
        }
        return f"{was[self.kind]}, {self.right} was drawn"


@dataclass(frozen=True, slots=True)
class Hold:
    """Let the game stand still."""

    cause: HoldCause

    @property
    def words(self) -> str:
        """What is being done."""
        return f"hold the game ({self.cause.name.lower()})"


@dataclass(frozen=True, slots=True)
class Resume:
    """Let it go on, from the version seen."""

    version: int

    @property
    def words(self) -> str:
        """What is being done."""
        return "resume the game"


@dataclass(frozen=True, slots=True)
class Decide:
    """A call out was judged: valid for these stages, or, without one, not."""

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...] = ()
    ruled_in_time: bool = False

    @property
    def words(self) -> str:
        """What is being done."""
        how = self.verdict.name.lower().replace("_", " ")
        stages = " and ".join(map(stage_word, self.stages))
        return f"decide call out {self.call_out}: {f'{how} for the {stages}' if stages else how}"


@dataclass(frozen=True, slots=True)
class Approve:
    """The second person signs."""

    proposal: int

    @property
    def words(self) -> str:
        """What is being done."""
        return f"approve proposal {self.proposal}"


@dataclass(frozen=True, slots=True)
class GoOn:
    """The next number comes although rooms may lack call `position`."""

    position: int
    rooms: tuple[str, ...]
    reason: str

    @property
    def words(self) -> str:
        """What is being done."""
        return f"go on without a room that may lack call {self.position}: {self.reason}"


@dataclass(frozen=True, slots=True)
class End:
    """A game that is played out ends, at the version seen."""

    version: int

    @property
    def words(self) -> str:
        """What is being done."""
        return "end the game"


_Plain = Call | Confirm | TakeBack | CutOff | Hold | Resume | Approve | GoOn | End
"""Orders that are answered with the game alone."""
Order = _Plain | Announce | Select | CallOut | Correct | Decide


@dataclass(frozen=True)
class Answer:
    """What an order was answered with; `number` and `letter` are those of a selection."""

    game: game_pb2.Game
    number: int = 0
    letter: str = ""


async def carry_out(
    draw: Draw, name: str, order: Order, request_id: str, deadline: float
) -> Answer:
    """Ask the draw, within `deadline` seconds; raises an `EyesdownError`. With the same
    `request_id` it is done once, however often it is asked."""
    match order:
        case Select(position, ball):
            told = await draw.select_number(
                name, position=position, ball=ball, request_id=request_id, deadline=deadline
            )
            return Answer(told.game, told.number, told.letter)
        case CallOut(room, after, cry, heard_at):
            heard = await draw.call_out(
                name,
                room=room,
                after_position=after,
                cry=cry,
                heard_at=heard_at,
                request_id=request_id,
                deadline=deadline,
            )
            return Answer(heard.game)
        case Announce(game):
            return Answer(
                await draw.announce_game(
                    name,
                    version=game.version,
                    game_version=game.game_version,
                    stages=list(game.stages),
                    serial_number=game.serial_number,
                    request_id=request_id,
                    deadline=deadline,
                )
            )
        case Correct():
            return Answer(
                await draw.correct_call(
                    name,
                    version=order.version,
                    position=order.position,
                    kind=order.kind,
                    wrong=order.wrong,
                    right=order.right,
                    reason=order.reason,
                    request_id=request_id,
                    deadline=deadline,
                )
            )
        case Decide(call_out, verdict, stages, ruled):
            return Answer(
                await draw.decide_call_out(
                    name,
                    call_out=call_out,
                    verdict=verdict,
                    stages=stages,
                    ruled_in_time=ruled,
                    request_id=request_id,
                    deadline=deadline,
                )
            )
        case _:
            return Answer(await _simple(draw, name, order, request_id, deadline))


async def _simple(
    draw: Draw,
    name: str,
    order: _Plain,
    request_id: str,
    deadline: float,
) -> game_pb2.Game:
    """What is answered with the game alone."""
    match order:
        case Call(position, letter):
            return await draw.call_number(
                name, position=position, letter=letter, request_id=request_id, deadline=deadline
            )
        case Confirm(position, ball):
            return await draw.confirm_call(
                name, position=position, ball=ball, request_id=request_id, deadline=deadline
            )
        case TakeBack(position):
            return await draw.take_back_call(
                name, position=position, reason=MISKEYED, request_id=request_id, deadline=deadline
            )
        case CutOff(position):
            return await draw.cut_off_call(
                name, position=position, request_id=request_id, deadline=deadline
            )
        case Hold(cause):
            return await draw.hold_game(name, cause=cause, request_id=request_id, deadline=deadline)
        case Approve(proposal):
            return await draw.approve_proposal(
                name, proposal=proposal, request_id=request_id, deadline=deadline
            )
        case GoOn(position, rooms, reason):
            return await draw.go_on_without_rooms(
                name,
                position=position,
                rooms=rooms,
                reason=reason,
                request_id=request_id,
                deadline=deadline,
            )
        case End(version):
            return await draw.end_game(
                name, version=version, request_id=request_id, deadline=deadline
            )
        case Resume(version):
            return await draw.resume_game(
                name, version=version, request_id=request_id, deadline=deadline
            )
