"""What makes a request the same as one before, and what its caller is told when time is up."""

from __future__ import annotations

import hashlib

from services.kernel import reasons
from services.kernel.errors import Contended, Failure, OutcomeUnknownFailure, Unavailable
from services.kernel.journal.store import Conflict, JournalDown, OutcomeUnknown
from services.kernel.names import Name
from services.kernel.record.commit import Given
from services.kernel.record.people import without_people


def digest(given: Given) -> bytes:
    """What makes two requests the same: method, person and request, names of people apart.

    Never stored: of a sealed number there are only ninety to try.
    """
    request = without_people(given.request).SerializeToString(deterministic=True)
    parts = (given.method.encode(), given.actor.person.encode(), request)
    return hashlib.sha256(b"\0".join(parts)).digest()


class Course:
    """How far a command has come: `failure` is what its caller is told if time is up now."""

    def __init__(self, name: Name) -> None:
        self._name = str(name)
        self._unknown = False
        self.failure: Failure = Unavailable(reasons.JOURNAL_DOWN)

    def appending(self) -> None:
        """An append is on its way."""
        self.failure = OutcomeUnknownFailure(self._name)

    def ended(self, trouble: Conflict | OutcomeUnknown | JournalDown) -> None:
        """The attempt came to nothing.

        Once an outcome was unknown it stays so for the caller: a conflict that follows may be
        with our own append.
        """
        self._unknown = self._unknown or isinstance(trouble, OutcomeUnknown)
        if self._unknown:
            self.failure = OutcomeUnknownFailure(self._name)
        elif isinstance(trouble, Conflict):
            self.failure = Contended(self._name)
        else:
            self.failure = Unavailable(reasons.JOURNAL_DOWN)
