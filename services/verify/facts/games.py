"""The games of the draw, folded from its commits: as new as the journal when a decision rests on
one."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel import reasons
from services.kernel.errors import NotFound, Unavailable
from services.kernel.following.happenings import happenings
from services.kernel.journal.store import Journal, JournalDown, load_all
from services.kernel.latest import Latest
from services.kernel.names import Name
from services.kernel.record.codec import UnknownFact
from services.kernel.record.commit import ChainBroken, Place
from services.kernel.record.histories import RECORD_DAMAGED, RECORD_TOO_NEW
from services.verify.domain.game.folding import evolve
from services.verify.domain.game.game import Game
from services.verify.facts.translating import translated

KEPT = 1_024
"""Games that a process remembers; one that is forgotten is folded anew."""


@dataclass(frozen=True)
class Seen:
    """A game after `place`, which gives its version."""

    place: Place
    game: Game


class Games:
    """Reads games from the journal."""

    def __init__(self, journal: Journal, kept: int = KEPT) -> None:
        self._journal = journal
        self._kept: Latest[Name, Seen] = Latest(kept)

    async def latest(self, name: Name) -> Seen:
        """A game as the journal's leader holds it. Raises `NotFound`, and `Unavailable` when it
        cannot be read."""
        known = self._kept.get(name)
        try:
            seen = await self._read(name, known)
        except JournalDown as down:
            raise Unavailable(reasons.JOURNAL_DOWN) from down
        except ChainBroken as broken:
            raise Unavailable(RECORD_DAMAGED, name=name) from broken
        except UnknownFact as unknown:
            raise Unavailable(RECORD_TOO_NEW, name=name) from unknown
        if seen is None:
            raise NotFound(str(name))
        self._kept[name] = seen
        return seen

    async def _read(self, name: Name, known: Seen | None) -> Seen | None:
        place = known.place if known is not None else Place.start(name)
        game = known.game if known is not None else None
        commits = await load_all(self._journal, name, place.sequence)
        for happening, after in happenings(commits, place):
            for message in happening.events:
                for event in translated(message):
                    game = evolve(game, event)
            place = after
        return Seen(place, game) if game is not None else None
