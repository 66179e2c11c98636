"""What holds of every step of a game, and of its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from string import Formatter

from eyesdown.draw.v1 import events_pb2
from eyesdown.journal.v1 import commit_pb2
from services.draw.domain.game.calling import NumberCalled
from services.draw.domain.game.callouts import CallOutRecorded, RecordCallOut
from services.draw.domain.game.corrections import CallCorrected
from services.draw.domain.game.deciding import CallOutDecided
from services.draw.domain.game.ending import GameEnded
from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.handcalls import CalledByHand
from services.draw.domain.game.parts import Selection
from services.draw.domain.game.proposals import ProposalApproved, ProposalRejected, Proposed
from services.draw.domain.game.restarting import RestartFollowed
from services.draw.domain.game.selecting import BallRekeyed, NumberSelected
from services.draw.domain.game.settling import VerdictExamined
from services.draw.domain.game.staff import AttemptRefused, StaffAssigned
from services.draw.domain.game.state import Ended, Game, InPlay, State, Unopened
from services.draw.domain.game.taking_back import SelectionTakenBack
from services.draw.domain.game.voiding import GameVoided
from services.draw.domain.game.winners import WinnersVoided
from services.draw.domain.game.words import Ending, ErrorKind
from services.draw.views.board import frame
from services.draw.views.game import resource, row
from services.kernel.law import Opening, Secret
from services.kernel.persons import same_person
from services.kernel.record.commit import parse
from services.kernel.record.seal import opens
from tests.draw.domain.shell import KEY, NAME, NO_KEY, Answer, Shell

# -- one step --------------------------------------------------------------------------------------


def check_step(command: Command, answer: Answer) -> None:
    """What holds of every command and what came of it."""
    before, after = answer.before, answer.after
    assert tuple(map(without_openings, answer.events)) == answer.decided, "read as it was decided"
    if answer.refusal is not None:
        assert isinstance(before, Game | Unopened)
        if answer.events:
            (tried,) = answer.events
            assert isinstance(tried, AttemptRefused)
            assert isinstance(before, Game)
            assert isinstance(after, Game)
            assert after.refused > before.refused, "on record once for each person and post"
            assert replace(after, refused=before.refused) == before
        else:
            assert after == before
        asked = Formatter().parse(answer.refusal.reason.says + answer.refusal.reason.do)
        assert {name for _, name, _, _ in asked if name} <= answer.refusal.facts.keys()
    if isinstance(command, RecordCallOut):
        event = answer.events[-1]
        assert isinstance(event, CallOutRecorded)
        assert isinstance(after, Game)
        spoken = isinstance(before, InPlay) and before.selected is not None
        assert 0 <= event.after_position <= len(after.calls) + spoken
        assert event.heard_at <= event.entered_at
        assert after.paused >= isinstance(after, InPlay)
    if isinstance(before, Game):
        check_waits(before, answer.events)
    if isinstance(before, Ended):
        check_over(before, after, answer.events)
    if isinstance(before, InPlay) and before.selected:
        check_kept(before, before.selected, after, answer.events)
    for event in answer.events:
        if isinstance(event, ProposalApproved):
            check_second(event, before)
        if isinstance(event, CallCorrected) and event.kind is ErrorKind.SPOKEN:
            assert isinstance(after, Game)
            on_it = [won for won in after.won if won.position in event.correction.positions]
            assert not on_it, "nobody has won on what was never announced"


def check_waits(before: Game, events: tuple[Event, ...]) -> None:
    """No new number comes, and no game ends, while something is undecided or awaited."""
    kinds = {type(event) for event in events}
    if before.paused:
        assert not kinds & {NumberSelected, GameEnded, GameVoided}
        if NumberCalled in kinds:
            begun = {each.after_position for each in before.call_outs if each.decided is None}
            cut_off = isinstance(before, InPlay) and before.cut_off
            assert cut_off or len(before.calls) + 1 in begun, "a call that was begun is finished"
    if before.stands_still:
        assert NumberSelected not in kinds
    if before.proposals:
        assert GameEnded not in kinds
    if not before.open_stages:
        assert NumberSelected not in kinds
    for event in events:
        if isinstance(event, GameEnded) and event.opening:
            assert event.ending is Ending.ABANDONED, "every selected number is announced"


def check_over(before: Ended, after: State, events: tuple[Event, ...]) -> None:
    """A game that has ended stays so: no number comes, and what can still come of it is that call
    outs are decided and what was told wrongly is put right, under two signatures where somebody
    has won."""
    kinds = {type(event) for event in events}
    assert kinds <= {
        *(CallOutRecorded, CallOutDecided, VerdictExamined),
        *(CallCorrected, WinnersVoided, Proposed, ProposalApproved, ProposalRejected),
        *(AttemptRefused, StaffAssigned, RestartFollowed),
    }
    assert isinstance(after, Ended)
    kept = replace(
        after,
        calls=before.calls,
        call_outs=before.call_outs,
        won=before.won,
        refused=before.refused,
        staff=before.staff,
        relieved=before.relieved,
        hearings=before.hearings,
        restarts=before.restarts,
        proposals=before.proposals,
        proposed=before.proposed,
    )
    assert kept == before
    assert len(after.calls) == len(before.calls)
    assert CallCorrected in kinds or after.calls == before.calls
    check_won_after_the_end(before, after, ProposalApproved in kinds)


def check_won_after_the_end(before: Ended, after: Ended, signed: bool) -> None:
    """Nobody loses but under two signatures; in a void game what is won is only shared."""
    for won in before.won:
        still = after.winner_of(won.stage)
        kept = still and still.call_outs[: len(won.call_outs)] == won.call_outs
        assert signed or (kept and still and still.position == won.position)
    if before.ending is Ending.VOID:
        assert {won.stage for won in after.won} <= {won.stage for won in before.won}


def check_kept(
    before: InPlay, selected: Secret[Selection], after: State, events: tuple[Event, ...]
) -> None:
    """A number that is selected stays the next, until it is announced, taken back, put right by the
    ball that was drawn, or the game is over."""
    number = selected.reveal().number
    for event in events:
        match event:
            case BallRekeyed():
                assert event.opening == selected.opening
                assert isinstance(after, InPlay)
                assert after.selected == event.selection != selected
                assert not selected.reveal().entropy
                return
            case SelectionTakenBack():
                assert event.opening == selected.opening
                assert not selected.reveal().entropy
                return
            case CalledByHand(opening=opening) if opening is not None:
                assert number in {call.number for call in event.calls}
                return
            case NumberCalled():
                assert event.number == number
                return
    if isinstance(after, InPlay):
        assert after.selected == selected, "a selected number stays the next"


def check_second(approved: ProposalApproved, before: State) -> None:
    """The second signature is another person's."""
    assert isinstance(before, Game)
    (waited,) = (each for each in before.proposals if each.proposal == approved.proposal)
    assert not same_person(waited.by, approved.by)


def without_openings(event: Event) -> Event:
    """The event as a decision makes it, before anything is sealed."""
    if isinstance(event, NumberSelected | BallRekeyed):
        assert event.selection.opening is not None
        return replace(event, selection=Secret(event.selection.value))
    return event


# -- the whole record ------------------------------------------------------------------------------


def check_record(shell: Shell) -> None:
    """The live state is what the record says, to those with the key and those without."""
    with_key, without = shell.snapshots(KEY), shell.snapshots(NO_KEY)
    if with_key:
        assert with_key[-1].state == shell.state
    state: State = GAMES.initial
    for event in shell.events:
        state = GAMES.evolve(state, event)
    assert state == shell.state
    for ours, theirs in zip(with_key, without, strict=True):
        for view in (resource, frame):
            assert view(ours) == view(theirs), "nothing that people see hangs on the key"
        assert row(ours.state) == row(theirs.state)
    check_all_opened(shell)
    check_sealed(shell)
    for number, opening in openings(shell):
        committed = parse(shell.stored[opening.version - 1]).sealed.commitment
        assert opens(NAME, opening, committed)
        closed = commit_pb2.Closed.FromString(opening.content)
        content = events_pb2.NumberSelected.FromString(closed.events[0]).selection
        assert number in (None, content.number)


def check_sealed(shell: Shell) -> None:
    """What is stored in the open is the same whichever number was selected."""
    for body, other in shell.twins:
        stored = commit_pb2.Commit.FromString(body)
        assert stored.HasField("sealed")
        stored.ClearField("sealed")
        assert stored == other


def check_all_opened(shell: Shell) -> None:
    """Every selection is opened once and in order, those too that were replaced, taken back, called
    by hand or never announced; all but the last as long as the game goes on."""
    made = [
        event.selection.opening
        for event in shell.events
        if isinstance(event, NumberSelected | BallRekeyed)
    ]
    opened = [opening for _, opening in openings(shell)]
    waits = isinstance(shell.state, InPlay) and shell.state.selected is not None
    assert opened == (made[:-1] if waits else made)


def openings(shell: Shell) -> Iterator[tuple[int | None, Opening]]:
    """Every number that was opened, and by what; None where the event does not say which it was."""
    for event in shell.events:
        match event:
            case NumberCalled(number=number, opening=opening):
                assert opening is not None
                yield number, opening
            case (
                BallRekeyed(opening=opening)
                | SelectionTakenBack(opening=opening)
                | CalledByHand(opening=opening)
                | GameVoided(opening=opening)
                | GameEnded(opening=opening)
            ) if opening is not None:
                yield None, opening
