"""What each thing that the draw recorded does to a game. No rule is checked here; the draw has
decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from services.verify.domain.game import announcing, posts
from services.verify.domain.game.announcing import Announcements
from services.verify.domain.game.answering import CallOut, called_by_hand, had_heard, judged_on
from services.verify.domain.game.game import (
    Announced,
    Called,
    CalledByHand,
    CalledOut,
    CutOff,
    CutOffTakenBack,
    Decided,
    Ended,
    Event,
    Game,
    KeyedWrongly,
    Opened,
    Phase,
    PostLeft,
    PostTaken,
    Rekeyed,
    Reopened,
    Restart,
    RestartFollowed,
    RestartStep,
    SaidWrongly,
    SignatureAwaited,
    SignatureGiven,
    TakenBack,
    WinnersVoided,
    Won,
)


def opened(event: Opened) -> Game:
    """A new game."""
    return Game(
        Phase.WAITING,
        event.profile,
        event.numbers,
        event.serial_number,
        event.stages,
        event.restart_of,
        event.window_ends,
        event.law,
    )


def evolve(game: Game | None, event: Event) -> Game:
    """The game after an event; None is the game before it was opened."""
    if isinstance(event, Opened):
        return opened(event)
    if game is None:
        raise TypeError(f"{type(event).__name__} comes before a game is opened")
    return _FOLDS[type(event)](game, event)


def _announced(game: Game, event: Announced) -> Game:
    return replace(game, phase=Phase.IN_PLAY, serial_number=event.serial_number)


def _called(game: Game, event: Called) -> Game:
    said = announcing.called(game.said, event.position, event.number, event.at)
    return replace(game, said=said, cut_off=False)


def _called_by_hand(game: Game, event: CalledByHand) -> Game:
    first = announcing.on_record(game.said) + 1 + game.cut_off
    said = game.said
    for each in event.calls:
        said = announcing.called(said, each.position, each.number, each.at)
    call_outs = tuple(
        each if each.decided else called_by_hand(each, said, first) for each in game.call_outs
    )
    cut_off = game.cut_off and not event.finished
    return replace(game, said=said, call_outs=call_outs, cut_off=cut_off)


def _said_wrongly(game: Game, event: SaidWrongly) -> Game:
    last = announcing.on_record(game.said)
    said = announcing.said_wrongly(
        game.said, event.position, event.wrong, event.right, event.place, event.at, event.swaps
    )
    game = replace(game, said=said)
    if event.place <= last:
        return game
    return replace(game, call_outs=tuple(_moved(each, event, said) for each in game.call_outs))


def _moved(call_out: CallOut, event: SaidWrongly, said: Announcements) -> CallOut:
    """A call out, when the number that was put right stands last: whoever answers the number that
    is spoken and not on record answers one further on, and whoever had heard the correction answers
    that."""
    if call_out.after_position >= event.place:
        return replace(call_out, after_position=call_out.after_position + 1)
    if not call_out.decided and had_heard(said, event.position, call_out):
        return replace(call_out, after_position=event.place)
    return call_out


def _keyed_wrongly(game: Game, event: KeyedWrongly) -> Game:
    said = announcing.keyed_wrongly(
        game.said, event.position, event.number, event.swaps, event.other
    )
    return replace(game, said=said)


def _taken_back(game: Game, event: TakenBack) -> Game:
    return replace(game, said=announcing.taken_back(game.said, event.position))


def _post_taken(game: Game, event: PostTaken) -> Game:
    served = game.served
    if event.held.person not in served:
        served = (*served, event.held.person)
    return replace(game, staff=posts.taken(game.staff, event.held), served=served)


def _post_left(game: Game, event: PostLeft) -> Game:
    return replace(game, staff=posts.left(game.staff, event.post, event.person))


def _cut_off(game: Game, event: CutOff) -> Game:
    call_outs = tuple(
        replace(each, after_position=min(each.after_position, event.position - 1))
        for each in game.call_outs
    )
    return replace(game, call_outs=call_outs, cut_off=True)


def _cut_off_taken_back(game: Game, event: CutOffTakenBack) -> Game:
    """Whoever was entered for the call answers it."""
    call_outs = tuple(
        replace(each, after_position=event.position)
        if not each.decided and each.asked >= event.position
        else each
        for each in game.call_outs
    )
    return replace(game, call_outs=call_outs, cut_off=False)


def _rekeyed(game: Game, event: Rekeyed) -> Game:
    return replace(game, cut_off=event.cut_off)


def _called_out(game: Game, event: CalledOut) -> Game:
    made = CallOut(
        event.call_out,
        event.room,
        event.after_position,
        event.cry,
        event.on_behalf,
        event.player,
        event.heard_at,
        event.entered_at,
        len(game.said),
        announcing.on_record(game.said),
        event.asked,
        event.outside_play,
        witnesses=event.witnesses,
    )
    return replace(game, call_outs=(*game.call_outs, made))


def _decided(game: Game, event: Decided) -> Game:
    call_outs = tuple(
        replace(each, in_time=event.in_time, decided=True)
        if each.call_out == event.call_out
        else each
        for each in game.call_outs
    )
    game = replace(game, call_outs=call_outs)
    call_out = game.call_out(event.call_out)
    for stage in event.stages:
        on = judged_on(game.said, call_out) if call_out is not None else 0
        won = next((each for each in game.won if each.stage == stage), Won(stage, on, ()))
        if event.call_out in won.call_outs:
            continue
        shared = replace(won, call_outs=(*won.call_outs, event.call_out))
        others = tuple(each for each in game.won if each.stage != stage)
        game = replace(game, won=(*others, shared))
    return game


def _winners_voided(game: Game, event: WinnersVoided) -> Game:
    """The stage stays won while any of those who shared it are left."""
    left = (
        replace(each, call_outs=tuple(n for n in each.call_outs if n not in event.call_outs))
        if each.stage == event.stage
        else each
        for each in game.won
    )
    return replace(game, won=tuple(each for each in left if each.call_outs))


def _reopened(game: Game, event: Reopened) -> Game:
    call_outs = tuple(
        replace(each, decided=False) if each.call_out in event.call_outs else each
        for each in game.call_outs
    )
    return replace(game, call_outs=call_outs)


def _signature_awaited(game: Game, event: SignatureAwaited) -> Game:
    return replace(game, awaited=(*game.awaited, event.awaited))


def _signature_given(game: Game, event: SignatureGiven) -> Game:
    left = tuple(each for each in game.awaited if each.proposal != event.proposal)
    return replace(game, awaited=left)


def _ended(game: Game, event: Ended) -> Game:
    """Whatever waited for a signature falls with the game."""
    game = replace(game, awaited=(), cut_off=False)
    phase = Phase.VOID if event.void else Phase.ENDED
    return replace(game, phase=phase, start_over=event.start_over)


def _restart_followed(game: Game, event: RestartFollowed) -> Game:
    """One that is given up before it was announced leaves this one to be started over."""
    known = {each.game: each for each in game.restarts}
    match event.step:
        case RestartStep.OPENED:
            known[event.game] = Restart(event.game)
        case RestartStep.ANNOUNCED:
            known[event.game] = Restart(event.game, announced=True)
        case RestartStep.ENDED if event.game in known and not known[event.game].announced:
            del known[event.game]
    return replace(game, restarts=tuple(known.values()))


_FOLDS: Mapping[type, Callable[[Game, Any], Game]] = {
    PostTaken: _post_taken,
    PostLeft: _post_left,
    Announced: _announced,
    Called: _called,
    CalledByHand: _called_by_hand,
    SaidWrongly: _said_wrongly,
    KeyedWrongly: _keyed_wrongly,
    TakenBack: _taken_back,
    CutOff: _cut_off,
    CutOffTakenBack: _cut_off_taken_back,
    Rekeyed: _rekeyed,
    CalledOut: _called_out,
    Decided: _decided,
    Reopened: _reopened,
    WinnersVoided: _winners_voided,
    SignatureAwaited: _signature_awaited,
    SignatureGiven: _signature_given,
    Ended: _ended,
    RestartFollowed: _restart_followed,
}
