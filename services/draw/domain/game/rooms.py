"""Where a game of several rooms is called: receptacle, caller and assistants together, in the room
with most players (Tennessee 5; asked for by the profile)."""

from __future__ import annotations

from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.game.words import Post
from services.kernel.law import Reason, clause

PLAYERS_NOT_COUNTED = Reason(
    "PLAYERS_NOT_COUNTED",
    "Nobody has counted the players in {room}.",
    "Count the players of every room: the caller belongs where most of them are.",
    clause="TNB-5",
)
NOT_IN_THE_FULLEST_ROOM = Reason(
    "NOT_IN_THE_FULLEST_ROOM",
    "Most players are in {fullest}, and the {who} is {where}.",
    "Receptacle, caller and assistants belong in the room with most players. Assign whoever stands "
    "elsewhere again, with that room, or release an assistant.",
    clause="TNB-5",
)

AT_THE_RECEPTACLE = (Post.CALLER, Post.ASSISTANT)
"""Who is in one room with the receptacle."""


@clause("TNB-5")
def in_the_fullest_room(game: Game) -> None:
    """With several rooms, receptacle, caller and assistants are where most players are.

    Once a number was drawn, players who come later move nobody: then all of them are where they
    were, together, or all where most players are now.
    """
    if not _asked_for(game):
        return
    places = _places(game)
    if game.checked and len({room for _, room in places}) == 1 and places[0][1]:
        return
    fullest = _fullest(game)
    for who, room in places:
        if room not in fullest:
            raise NOT_IN_THE_FULLEST_ROOM(fullest=fullest[0], who=who, where=_in(room))


@clause("TNB-5")
def may_take_over(post: Post, room: str, game: Game) -> None:
    """Who relieves at the receptacle while a game goes on stands where it is called, or where most
    players are by now."""
    begun = isinstance(game, InPlay) and game.checked
    if not begun or not _asked_for(game) or post not in AT_THE_RECEPTACLE:
        return
    fullest = _fullest(game)
    here = {place for who, place in _places(game) if who != Post.ASSISTANT.said and place}
    if room not in {*here, *fullest}:
        raise NOT_IN_THE_FULLEST_ROOM(fullest=fullest[0], who=post.said, where=_in(room))


def _asked_for(game: Game) -> bool:
    return game.rules.in_fullest_room and len(game.rooms) > 1


def _places(game: Game) -> list[tuple[str, str]]:
    """What has to be together, and in which room each is; empty where it was not said."""
    places = [(held.post.said, held.room) for held in game.staff if held.post in AT_THE_RECEPTACLE]
    if game.inspection is not None:
        places.append(("receptacle", game.inspection.room))
    return places


def _fullest(game: Game) -> tuple[str, ...]:
    """The rooms with most players, by the last count; refused while one was not counted."""
    players = {each.room: each.players for each in game.attendance}
    for room in game.rooms:
        if room not in players:
            raise PLAYERS_NOT_COUNTED(room=room)
    most = max(players.values())
    return tuple(room for room in game.rooms if players[room] == most)


def _in(room: str) -> str:
    return f"in {room}" if room else "in a room that was not named"
