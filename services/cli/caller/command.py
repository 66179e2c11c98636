"""`eyesdown call`: open the screen of whoever calls, supervises or announces a game."""

from __future__ import annotations

import sys

import click
import jwt

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Eyesdown, Post
from services.cli.caller.app import Caller
from services.cli.common.asking import Reach, reaching
from services.cli.common.options import EitherSpelling, named
from services.kernel.persons import same_person
from services.kernel.settings import StartError

POSTS = {
    "caller": Post.CALLER,
    "announcer": Post.ANNOUNCER,
    "supervisor": Post.SUPERVISOR,
    "deputy-supervisor": Post.DEPUTY_SUPERVISOR,
}
"""Who has a screen, in the order in which a person's post is looked for."""


@click.command()
@named("games", "2026-11-29-07")
@click.option(
    "--role",
    type=EitherSpelling(list(POSTS)),
    help="As whom. [default: the post that you hold in the game]",
)
@reaching("draw")
def call(name: str, role: str | None, reach: Reach) -> None:
    """Run the game NAME by keyboard, with one hand: call, confirm, call out, take back, correct,
    hold.

    What is asked for is done once, also when the connection drops before it is answered. Ctrl-Q
    ends the screen, never the game.
    """
    if not reach.token:
        reach.there()
        raise StartError(
            ["say who you are: give your own access token with --token or EYESDOWN_TOKEN"]
        )
    person = person_of(reach.token)

    async def find(eyesdown: Eyesdown) -> game_pb2.Game:
        return await eyesdown.draw.get_game(name)

    post = POSTS[role] if role else post_of(reach.ask(find), person)

    async def run(eyesdown: Eyesdown) -> None:
        await Caller(eyesdown.draw, post, await find(eyesdown)).run_async()

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise StartError(
            ["the caller's screen needs a terminal: nothing can be keyed or shown here"]
        )
    reach.ask(run, role=post.name.lower())


def person_of(token: str) -> str:
    """Whose token it is, by its own word: the service is who checks it. Raises `StartError`."""
    try:
        return str(jwt.decode(token, options={"verify_signature": False})["sub"])
    except (jwt.PyJWTError, KeyError) as error:
        raise StartError([f"the access token cannot be read: {error}"]) from error


def post_of(game: game_pb2.Game, person: str) -> Post:
    """The post of a person in a game, of those that have a screen.

    Raises `StartError` for somebody who holds none.
    """
    held = {Post(each.post) for each in game.staff if same_person(each.person, person)}
    for post in POSTS.values():
        if post in held:
            return post
    raise StartError(
        [f"you ({person}) are neither caller, announcer nor supervisor of {game.name}; say --role"]
    )
