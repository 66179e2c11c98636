"""By whose word something was opened, held against the venue's own books.

What an opening says of its profile is a fact that its service looked up. Here it is looked up
again, in the book and version that it names.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from google.protobuf.message import DecodeError, Message
from google.protobuf.symbol_database import Default as symbols

from eyesdown.common.v1 import profiles_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.approval import Approval, Standing
from services.kernel.audit.again import said
from services.kernel.journal.archive import Raw
from services.kernel.journal.store import Stored
from services.kernel.names import BadName, Name
from services.kernel.record import commit as commits
from services.kernel.record.codec import UnknownFact, unpack
from services.kernel.record.commit import ChainBroken
from services.kernel.record.profile_books import APPROVAL, CODEC, evolve, found_in
from services.kernel.record.profile_changes import Changes
from services.kernel.record.shapes import NoWord, instant

Read = Callable[[Name], Awaitable[Sequence[Raw]]]
"""The messages of an aggregate; none where there is no such one."""

UNDER_WAY = timedelta(minutes=1)
"""How long after it was looked up an opening may have been decided."""


class Books:
    """The venues' books as far as openings name them."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._books: dict[Name, list[Changes]] = {}

    async def wrong(self, opened: Name, commit: commit_pb2.Commit, told: Approval) -> str:
        """What is wrong with the approval that an opening says it rests on; empty where nothing is,
        or where it says that there is none: whether that will do, the law decides."""
        if told.standing is not Standing.APPROVED:
            return ""
        try:
            name = Name.parse(told.book)
        except BadName:
            return f"it names no book in which {told.profile} was approved"
        if name.venue != opened.venue:
            return f"{name} is another venue's, and approves nothing here"
        try:
            versions = await self._versions(name)
        except (ChainBroken, DecodeError, LookupError, NoWord, UnknownFact) as error:
            return f"{name}, in which it was approved, cannot be read: {said(error)}"
        seen = versions[told.book_version] if told.book_version < len(versions) else ()
        if not 0 < told.change <= len(seen):
            return f"{name} has no change {told.change} in version {told.book_version}"
        if found_in(name, told.book_version, seen[told.change - 1]) != told:
            return f"{name} says otherwise of change {told.change} in version {told.book_version}"
        withdrawn = versions[-1][told.change - 1].withdrawn_at
        if withdrawn is not None and withdrawn + UNDER_WAY < instant(commit.at):
            return f"change {told.change} of {name} was withdrawn by then"
        return ""

    async def _versions(self, name: Name) -> list[Changes]:
        """The book after each of its versions, beginning with none."""
        if name not in self._books:
            self._books[name] = list(_folded(name, await self._read(name)))
        return self._books[name]


def approvals_in(commit: commit_pb2.Commit, opened: type[Message] | None = None) -> list[Approval]:
    """The approvals that an opening says it rests on; none for what is no opening.

    What is begun under a profile has one. What is opened later, by the event `opened`, with the
    profiles of a whole programme, has one for each. Where either says nothing, as before it was
    asked, that counts as one where it was not demanded.
    """
    if not commit.command.HasField("facts"):
        return []
    begun = commit.version == 1 and commit.HasField("profile")
    try:
        several = _has(commit.command.facts.TypeName(), "approvals")
        one = begun and _has(commit.command.facts.TypeName(), "approval")
    except KeyError:
        return []  # a finding of its chain
    if not several and not one:
        return []
    facts: Any = unpack(commit.command.facts)
    if several and facts.approvals:
        return list(map(APPROVAL.of, facts.approvals))
    if one and facts.HasField("approval"):
        return [APPROVAL.of(facts.approval)]
    if one or (opened is not None and _opens(commit, opened)):
        return [Approval(Standing.NOT_DEMANDED, commit.profile.id, commit.profile.sha256)]
    return []


def _opens(commit: commit_pb2.Commit, opened: type[Message]) -> bool:
    return any(each.TypeName() == opened.DESCRIPTOR.full_name for each in commit.events)


@functools.cache
def _has(facts: str, name: str) -> bool:
    """Whether facts of this full name have such a field with approvals. Raises `KeyError` where
    there is no such message."""
    field = symbols().GetSymbol(facts).DESCRIPTOR.fields_by_name.get(name)
    return field is not None and field.message_type is profiles_pb2.ProfileApproval.DESCRIPTOR


def _folded(name: Name, raws: Sequence[Raw]) -> Iterator[Changes]:
    changes: Changes = ()
    yield changes
    for raw in raws:
        commit = commits.parse(Stored(name, raw.sequence, raw.body, raw.headers))
        for packed in commit.events:
            changes = evolve(changes, CODEC.event(unpack(packed), None))
        yield changes
