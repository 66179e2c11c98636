"""What holds of every step of a game, and of its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from string import Formatter

from eyesdown.draw.v1 import events_pb2
from eyesdown.journal.v1 import commit_pb2
from services.draw.domain.game.calling import NumberCalled
from services.draw.domain.game.callouts import CallOutRecorded, RecordCallOut
from services.draw.domain.game.deciding import CallOutDecided
from services.draw.domain.game.ending import GameEnded
from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.parts import Ending, Selector
from services.draw.domain.game.selecting import BallRekeyed, NumberSelected
from services.draw.domain.game.staff import AttemptRefused, StaffAssigned
from services.draw.domain.game.state import Ended, Game, InPlay, State, Unopened
from services.draw.views.board import frame
from services.draw.views.game import resource, row
from services.kernel.law import Opening, Secret
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
        (event,) = answer.events
        assert isinstance(event, CallOutRecorded)
        assert isinstance(after, Game)
        spoken = isinstance(before, InPlay) and before.selected is not None
        assert 0 <= event.after_position <= len(after.calls) + spoken
        assert event.heard_at <= event.entered_at
        assert after.paused >= isinstance(after, InPlay)
    if isinstance(before, Game) and before.paused:
        kinds = {type(event) for event in answer.events}
        assert not kinds & {NumberSelected, GameEnded}
        if NumberCalled in kinds:
            begun = {each.after_position for each in before.call_outs if each.decided is None}
            assert len(before.calls) + 1 in begun, "only a call that a call out answers is finished"
    if isinstance(before, InPlay) and not before.open_stages:
        assert NumberSelected not in {type(event) for event in answer.events}
    if isinstance(before, Ended):
        kinds = {type(event) for event in answer.events}
        assert kinds <= {CallOutRecorded, CallOutDecided, AttemptRefused, StaffAssigned}
        assert isinstance(after, Ended)
        kept = replace(
            after,
            call_outs=before.call_outs,
            won=before.won,
            refused=before.refused,
            staff=before.staff,
        )
        assert kept == before
        check_won_after_the_end(before, after)
    if any(isinstance(event, GameEnded) and event.opening for event in answer.events):
        assert isinstance(after, Ended)
        assert after.ending is Ending.ABANDONED, "every selected number is announced"
    if isinstance(before, InPlay) and before.selected and isinstance(after, InPlay):
        rekeyed = [event for event in answer.events if isinstance(event, BallRekeyed)]
        if rekeyed:
            assert before.selector is Selector.RECEPTACLE
            assert rekeyed[0].opening == before.selected.opening
            assert after.selected == rekeyed[0].selection != before.selected
        else:
            assert after.selected in (before.selected, None), "a selected number stays the next"
        if after.selected is None:
            assert after.last_call is not None
            assert after.last_call.number == before.selected.reveal().number


def check_won_after_the_end(before: Ended, after: Ended) -> None:
    """Nobody loses, and who wins has answered the last call."""
    last = len(after.calls)
    for won in before.won:
        still = after.winner_of(won.stage)
        assert still is not None
        assert still.position == won.position
        assert still.call_outs[: len(won.call_outs)] == won.call_outs
    for won in after.won:
        assert won in before.won or won.position == last > 0


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
    for number, opening in openings(shell):
        committed = parse(shell.stored[opening.version - 1]).sealed.commitment
        assert opens(NAME, opening, committed)
        closed = commit_pb2.Closed.FromString(opening.content)
        content = events_pb2.NumberSelected.FromString(closed.events[0]).selection
        assert number in (None, content.number)


def check_all_opened(shell: Shell) -> None:
    """Of a game that has ended, every selection was opened once, replaced ones too."""
    if not isinstance(shell.state, Ended):
        return
    made = [
        event.selection.opening
        for event in shell.events
        if isinstance(event, NumberSelected | BallRekeyed)
    ]
    assert [opening for _, opening in openings(shell)] == made


def openings(shell: Shell) -> Iterator[tuple[int | None, Opening]]:
    """Every number that was opened, and by what; None for one that was not announced."""
    for event in shell.events:
        if isinstance(event, NumberCalled):
            assert event.opening is not None
            yield event.number, event.opening
        if isinstance(event, GameEnded | BallRekeyed) and event.opening is not None:
            yield None, event.opening
