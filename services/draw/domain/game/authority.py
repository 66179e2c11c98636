"""Who has the say when something out of the ordinary is decided: whom the profile names."""

from __future__ import annotations

from services.draw.domain.game.parts import Post
from services.draw.domain.game.rules import Authority
from services.draw.domain.game.staff import AttemptRefused, Staffed, holds, not_at_post
from services.kernel.law import Decision, Reason

NOT_OF_THE_STAFF = Reason(
    "NOT_OF_THE_STAFF",
    "Only the staff of this game and the game manager do this; {person} is neither.",
    "Tell the game's supervisor, or take a post in the game first, on record.",
)
NOT_THE_GAME_MANAGER = Reason(
    "NOT_THE_GAME_MANAGER",
    "Only the game manager decides this.",
    "Fetch the game manager, who decides it in that role.",
)


def of_the_staff(game: Staffed, person: str, manager: bool) -> None:
    """Refused for somebody who has no post in the game and is not the game manager."""
    if not manager and not any(holds(game, post, person) for post in Post):
        raise NOT_OF_THE_STAFF(person=person)


def has_no_say(
    game: Staffed, authority: Authority, person: str, manager: bool, law: str
) -> Decision[AttemptRefused] | None:
    """The refusal, under clause `law`, of somebody to whom the profile does not leave it; None for
    who has the say.

    What is left to the supervisor the game manager may decide too, being set over the supervisor.
    """
    if manager:
        return None
    if authority is Authority.GAME_MANAGER:
        raise NOT_THE_GAME_MANAGER(clause=law)
    return not_at_post(game, Post.SUPERVISOR, person, law)
