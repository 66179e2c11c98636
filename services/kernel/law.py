"""The words a domain is written in: clauses, reasons, decisions, secrets. Pure.

The only kernel module that a `domain/` imports. Nothing here knows a clock, chance or I/O.
"""

from __future__ import annotations

import enum
import functools
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C")
E = TypeVar("E")
E_co = TypeVar("E_co", covariant=True)
S = TypeVar("S")
T = TypeVar("T")


# -- clauses ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Witnessed:
    """One call of a function that carries a clause: what it gave back or raised."""

    function: str
    clauses: tuple[str, ...]
    result: Any = None
    raised: BaseException | None = None


_witnesses: list[Callable[[Witnessed], None]] = []


@contextmanager
def witness(seen: Callable[[Witnessed], None]) -> Iterator[None]:
    """Tell `seen` of every call of a clause's function until the block ends.

    The rule table is made from this: a test counts for a clause only if the clause's function
    ran in it.
    """
    _witnesses.append(seen)
    try:
        yield
    finally:
        _witnesses.remove(seen)


def clause(*ids: str) -> Callable[[F], F]:
    """Mark a function as the one that carries the clauses `ids` of `rules/index.tsv`."""

    def carry(function: F) -> F:
        name = f"{function.__module__}.{function.__qualname__}"

        @functools.wraps(function)
        def carried(*args: Any, **kwargs: Any) -> Any:
            if not _witnesses:
                return function(*args, **kwargs)
            try:
                result = function(*args, **kwargs)
            except BaseException as raised:
                _tell(Witnessed(name, ids, raised=raised))
                raise
            _tell(Witnessed(name, ids, result=result))
            return result

        carried.__clauses__ = ids  # type: ignore[attr-defined]
        return cast(F, carried)

    return carry


def _tell(call: Witnessed) -> None:
    for seen in list(_witnesses):
        seen(call)


# -- refusals --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused: a stable code, and what people are told.

    `says` and `do` are sentences for a person at a table; `{names}` in `says` are filled from
    the facts of the refusal. `alone` marks that somebody wanted to be the second person to what
    they had done themselves. Call the reason to make the refusal: `raise NOT_ANNOUNCED()`.
    """

    code: str
    says: str
    do: str
    clause: str = ""
    alone: bool = False

    def __call__(self, *, clause: str | None = None, **facts: object) -> Refused:
        """A refusal for this reason; `clause` overrides the reason's own."""
        texts = {name: str(value) for name, value in facts.items()}
        return Refused(self, self.clause if clause is None else clause, texts)


class Refused(Exception):
    """The law, or the state of things, does not allow a command.

    `reason.code` is stable, `clause` is an id of the rule index or empty, `facts` fill the
    sentence.
    """

    def __init__(self, reason: Reason, clause: str, facts: Mapping[str, str]) -> None:
        super().__init__(reason.code)
        self.reason = reason
        self.clause = clause
        self.facts = facts

    @property
    def sentence(self) -> str:
        """What a person at the table is told."""
        return self.reason.says.format_map(_Gaps(self.facts))

    @property
    def advice(self) -> str:
        """What that person can do about it."""
        return self.reason.do.format_map(_Gaps(self.facts))

    def __repr__(self) -> str:
        return f"Refused({self.reason.code}, {self.clause or 'no clause'}, {dict(self.facts)})"


class Stale(Refused):
    """The command was made from an older state than the present one: look again.

    `state` is the fresh state, filled in by the kernel before it answers.
    """

    state: object = None


class _Gaps(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"({name})"


STALE = Reason(
    "STALE",
    "The {what} is {now}; you have {seen}.",
    "Look at the fresh state that comes with this answer and decide again.",
)


def expect(what: str, seen: object, now: object) -> None:
    """Raise `Stale` unless what the person saw is what is."""
    if seen != now:
        raise Stale(STALE, "", {"what": what, "seen": str(seen), "now": str(now)})


# -- decisions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decision(Generic[E_co]):
    """What a command leads to: events, and a refusal if one has to go on record.

    Both empty means that the command changes nothing. A refusal that need not be on record is
    raised instead.
    """

    events: tuple[E_co, ...] = ()
    refusal: Refused | None = None


def happened(*events: E) -> Decision[E]:
    """The command is carried out as these events."""
    return Decision(events)


def tried(attempt: E, refused: Refused, known: bool) -> Decision[E]:
    """A refusal of which a regulator would ask who tried: on record, with the attempt, once.

    Raises the refusal where the attempt is `known`, or anybody could fill the record.
    """
    if known:
        raise refused
    return Decision((attempt,), refused)


class Standing(enum.Enum):
    """How an aggregate stands in lists: made, in play, or done."""

    WAITING = 1
    IN_PLAY = 2
    ENDED = 3


@dataclass(frozen=True, slots=True)
class Due:
    """Something that is to happen by itself at the UTC instant `at`, as an aggregate's state says.

    `key` tells the timers of one aggregate apart, in letters, digits and hyphens.
    """

    key: str
    at: datetime


def never(state: object) -> Iterable[Due]:
    """Nothing happens by itself."""
    return ()


@dataclass(frozen=True)
class Decider(Generic[C, E, S]):
    """An aggregate as pure functions.

    `kind` is the collection in names ("games"). `evolve` accepts every event that `decide` ever
    gave and checks no rule. Commands in `creates` make an aggregate that must not exist; those in
    `anytime` come whether it exists or not; any other on one that does not exist is NOT_FOUND.
    `due` tells what is to happen by itself while the aggregate is as it is.
    """

    kind: str
    initial: S
    decide: Callable[[C, S], Decision[E]]
    evolve: Callable[[S, E], S]
    standing: Callable[[S], Standing]
    creates: tuple[type, ...] = ()
    anytime: tuple[type, ...] = ()
    due: Callable[[S], Iterable[Due]] = never


# -- secrets and chance ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opening:
    """What anybody needs to check the commitment in commit `version` of the same aggregate."""

    version: int
    salt: bytes = field(repr=False)
    content: bytes = field(repr=False)


class KeyMissing(Exception):
    """A sealed value is needed and its key is not at hand."""


@dataclass(frozen=True, slots=True)
class Secret(Generic[T]):
    """A value that is committed to now and opened later.

    A decision makes one with `value` alone. Read back from the journal it also has its
    `opening`; both are None where the key is not at hand. Its repr tells nothing.
    """

    value: T | None = field(repr=False)
    opening: Opening | None = field(default=None)

    def reveal(self) -> T:
        """The value; raises `KeyMissing` without the key."""
        if self.value is None:
            raise KeyMissing
        return self.value


def pick(entropy: bytes, options: tuple[T, ...]) -> T:
    """Choose one of `options`, all equally likely, from 32 bytes of entropy.

    Rejection sampling over SHA-256(entropy, counter), so anyone who holds the entropy can choose
    again. The first 8 bytes of each digest are a number; one at or above the largest multiple of
    the count of options is thrown away.
    """
    if len(entropy) != 32 or not options:
        raise ValueError("pick needs 32 bytes of entropy and at least one option")
    limit = (1 << 64) - (1 << 64) % len(options)
    counter = 0
    while True:
        digest = hashlib.sha256(entropy + counter.to_bytes(4, "big")).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < limit:
            return options[number % len(options)]
        counter += 1
