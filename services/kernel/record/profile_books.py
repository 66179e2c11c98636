"""The rules that a venue plays by, by year: which text of a profile was put forward by whom, who
approved it, who withdrew it.

A text is known by its hash, so a file that changed is another text and needs two persons anew.
"""

from __future__ import annotations

from dataclasses import replace

from eyesdown.common.v1 import profile_service_pb2 as pb
from eyesdown.common.v1 import profiles_pb2
from services.kernel.approval import Approval, Standing
from services.kernel.law import Decider, Decision, Refused, happened
from services.kernel.law import Standing as InLists
from services.kernel.names import Name
from services.kernel.persons import same_person
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Given
from services.kernel.record.profile_changes import (
    BOOK_FULL,
    CHANGE_WITHDRAWN,
    MOST,
    NO_SUCH_CHANGE,
    OTHER_PROFILE_TEXT,
    OWN_PROFILE_CHANGE,
    PUT_FORWARD_BEFORE,
    Approve,
    Change,
    Changes,
    Command,
    Event,
    ProfileApproved,
    ProfilePutForward,
    ProfileWithdrawn,
    PutForward,
    Withdraw,
)
from services.kernel.record.shapes import Shape

KIND = "profileBooks"


def make(given: Given) -> Command:
    """The command of a request."""
    by, at = given.actor.person, given.at
    match given.request:
        case pb.PutProfileForwardRequest() as request:
            facts = given.facts
            if not isinstance(facts, profiles_pb2.ProfileBookFacts):
                raise TypeError(f"{given.method} was decided without its facts")
            found = APPROVAL.of(facts.found)
            return PutForward(
                request.profile, request.sha256, request.note, facts.loaded_sha256, found, by, at
            )
        case pb.ApproveProfileRequest() as request:
            return Approve(request.change, request.sha256, by, at)
        case pb.WithdrawProfileRequest() as request:
            return Withdraw(request.change, request.reason, by, at)
    raise TypeError(f"{given.method} is nothing that a book of profiles is told")


def decide(command: Command, changes: Changes) -> Decision[Event]:
    """What a command leads to."""
    match command:
        case PutForward():
            return put_forward(command, changes)
        case Approve():
            return approve(command, changes)
        case Withdraw():
            return withdraw(command, changes)


def put_forward(command: PutForward, changes: Changes) -> Decision[Event]:
    """What is put forward is the text that is loaded, and nobody has put it forward yet."""
    if command.sha256 != command.loaded:
        raise _other(command.sha256, command.profile, command.loaded, "what is loaded here")
    found = command.found
    here = next((each for each in reversed(changes) if _waits(each, command)), None)
    if here is not None or found.standing in (Standing.PUT_FORWARD, Standing.APPROVED):
        raise PUT_FORWARD_BEFORE(
            person=here.put_forward_by if here else found.put_forward_by,
            profile=command.profile,
            change=here.change if here else found.change,
            book="this book" if here else found.book,
        )
    if len(changes) >= MOST:
        raise BOOK_FULL(most=MOST)
    number = len(changes) + 1
    return happened(
        ProfilePutForward(
            number, command.profile, command.sha256, command.note, command.by, command.at
        )
    )


def approve(command: Approve, changes: Changes) -> Decision[Event]:
    """Nobody changes the rules of the house alone, and nobody approves what they have not seen."""
    change = _change(command.change, changes)
    if same_person(change.put_forward_by, command.by):
        raise OWN_PROFILE_CHANGE(person=change.put_forward_by, profile=change.profile)
    if change.withdrawn_by:
        raise CHANGE_WITHDRAWN(person=change.withdrawn_by, profile=change.profile)
    if change.sha256 != command.sha256:
        raise _other(command.sha256, change.profile, change.sha256, "what was put forward")
    if change.approved_by:
        return Decision()
    return happened(ProfileApproved(change.change, command.by, command.at))


def withdraw(command: Withdraw, changes: Changes) -> Decision[Event]:
    """One person is enough to have a house play by its rules no longer."""
    change = _change(command.change, changes)
    if change.withdrawn_by:
        return Decision()
    return happened(ProfileWithdrawn(change.change, command.reason, command.by, command.at))


def evolve(changes: Changes, event: Event) -> Changes:
    """The book after an event; checks no rule."""
    match event:
        case ProfilePutForward():
            made = Change(event.change, event.profile, event.sha256, event.by, event.at, event.note)
            return (*changes, made)
        case ProfileApproved(number, by, at):
            change = replace(changes[number - 1], approved_by=by, approved_at=at)
        case ProfileWithdrawn(number, reason, by, at):
            change = replace(changes[number - 1], withdrawn_by=by, withdrawn_at=at, reason=reason)
    return (*changes[: number - 1], change, *changes[number:])


def found_in(book: Name, version: int, change: Change) -> Approval:
    """How a text stands by a change in a version of a book."""
    return Approval(
        change.standing,
        change.profile,
        change.sha256,
        str(book),
        change.change,
        version,
        change.put_forward_by,
        change.approved_by,
        change.approved_at,
        change.withdrawn_by,
    )


def _waits(change: Change, command: PutForward) -> bool:
    """Whether a change is about the same text, and was not withdrawn."""
    same = (change.profile, change.sha256) == (command.profile, command.sha256)
    return same and not change.withdrawn_by


def _change(number: int, changes: Changes) -> Change:
    if number > len(changes):
        raise NO_SUCH_CHANGE(change=number)
    return changes[number - 1]


def _other(told: bytes, profile: str, text: bytes, which: str) -> Refused:
    return OTHER_PROFILE_TEXT(
        told=told.hex()[:12], profile=profile, text=text.hex()[:12] or "nothing", which=which
    )


BOOKS: Decider[Command, Event, Changes] = Decider(
    kind=KIND,
    initial=(),
    decide=decide,
    evolve=evolve,
    standing=lambda _: InLists.WAITING,
    anytime=(PutForward,),
)

CODEC: Codec[Event, Changes] = Codec(
    shapes=(
        Shape(ProfilePutForward, profiles_pb2.ProfilePutForward),
        Shape(ProfileApproved, profiles_pb2.ProfileApproved),
        Shape(ProfileWithdrawn, profiles_pb2.ProfileWithdrawn),
    ),
    row=lambda changes: profiles_pb2.ProfileBookRow(changes=len(changes)),
)
CHANGE = Shape(Change, profiles_pb2.ProfileChange)
APPROVAL = Shape(Approval, profiles_pb2.ProfileApproval)
"""How a text stands, as facts of commands have it."""
