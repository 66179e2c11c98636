"""The steps by which a claim is examined: the card is collected, its numbers are read aloud, and
the caller verifies them (rule 5.7(c); Tennessee 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, expect, happened
from services.kernel.persons import same_person
from services.verify.domain.desk.barring import bars
from services.verify.domain.desk.claim import Claim, Collected, Verified
from services.verify.domain.desk.claims import claim_at, with_claim
from services.verify.domain.desk.examining import (
    Examination,
    Found,
    Seen,
    answered,
    examine_card,
    judged_on,
)
from services.verify.domain.desk.state import Desk, NotOnSale
from services.verify.domain.game.posts import Post, holder, holds

CLAIM_DECIDED = Reason(
    "CLAIM_DECIDED",
    "Claim {call_out} was decided before: {outcome}.",
    "The decision stands; nothing has been changed.",
    clause="NZB-5.7(c)",
)
CARDS_NOT_HERE = Reason(
    "CARDS_NOT_HERE",
    "No cards of {game} are sold here, so none can be examined.",
    "Look at the card itself, and decide the call out in the draw.",
    clause="NZB-5.7(c)(i)",
)
NOT_IN_CHARGE = Reason(
    "NOT_IN_CHARGE",
    "Only the {post} of this game does this; that is {holder}.",
    "Leave it to them, or have another person take the post first, on record.",
    clause="NZB-5.7(c)",
)
NOT_CALLER_NOW = Reason(
    "NOT_CALLER_NOW",
    "Only whoever is the caller now verifies the numbers; the caller is {holder}.",
    "Have the caller verify them.",
    clause="NZB-5.7(c)(iv)",
)
OTHER_HALL = Reason(
    "OTHER_HALL",
    "This player called out in {room}; the card is examined there.",
    "Name that room; in a hall that plays along its deputy supervisor does it.",
    clause="NZB-5.7(c)",
)
SELLER_NOT_VERIFIER = Reason(
    "SELLER_NOT_VERIFIER",
    "{seller} sold this card, and does not examine it as well.",
    "Have another person take this step.",
    clause="NZB-5.7(c)",
    alone=True,
)
CARD_NOT_COLLECTED = Reason(
    "CARD_NOT_COLLECTED",
    "No card has been collected for claim {call_out}.",
    "Collect the card first. If the player has none to show, say so and decide the claim.",
    clause="NZB-5.7(c)",
)
CALL_NOT_ON_RECORD = Reason(
    "CALL_NOT_ON_RECORD",
    "The call out answers call {position}, which is drawn and not on record as announced.",
    "The caller announces it on record; then go on with the claim.",
    clause="NZB-5.7(c)(iii)",
)
NUMBERS_NOT_READ = Reason(
    "NUMBERS_NOT_READ",
    "The numbers of the card have not been read aloud.",
    "Have them read before the players; then the caller verifies them.",
    clause="NZB-5.7(c)(iv)",
)
TWO_PERSONS = Reason(
    "TWO_PERSONS",
    "{person} had the numbers read, and another person verifies them.",
    "Have whoever is the caller and did not read them verify them.",
    clause="NZB-5.7(c)(iv)",
    alone=True,
)
WITNESS_NEEDED = Reason(
    "WITNESS_NEEDED",
    "No disinterested player was named who stands by: {why}.",
    "Name a player who stands by, has made no claim, and is not of the staff.",
    clause="TNB-8",
)


@dataclass(frozen=True, slots=True)
class Witness:
    """A person who stands by: a reference, and whether they are a claimant or of the staff."""

    person: str
    claimant: bool
    staff: bool


@dataclass(frozen=True, slots=True)
class CollectCard:
    """`by` has the card in hand; `serial_number` is what is printed on it, `room` where it was
    collected."""

    call_out: int
    serial_number: str
    room: str
    found: Found
    seen: Seen
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReadCard:
    """The numbers of the card are read aloud; `found` is the card as it is now, None where none
    was collected."""

    call_out: int
    room: str
    found: Found | None
    seen: Seen
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class VerifyNumbers:
    """The caller verifies the numbers that were read; `unconfirmed` are those that do not agree."""

    call_out: int
    unconfirmed: tuple[int, ...]
    witnesses: tuple[Witness, ...]
    seen: Seen
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CardCollected:
    """The card is at the desk, and this is what it looks like."""

    call_out: int
    card: int
    serial_number: str
    examination: Examination
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NumbersRead:
    """These numbers were read before the players; `examination` is what the card was then."""

    call_out: int
    numbers: tuple[int, ...]
    by: str
    at: datetime
    examination: Examination | None = None


@dataclass(frozen=True, slots=True)
class NumbersVerified:
    """The caller has verified the numbers, in front of `witnesses`."""

    call_out: int
    unconfirmed: tuple[int, ...]
    witnesses: tuple[str, ...]
    by: str
    at: datetime


@clause("NZB-5.7(c)")
def collect_card(command: CollectCard, desk: Desk) -> Decision[CardCollected]:
    """The card is collected by the supervisor, in a hall that plays along by the deputy there. A
    card that was taken by mistake is replaced by the right one."""
    claim = undecided(desk, command.call_out)
    cards_are_here(desk)
    in_charge(claim, command.seen, command.by, command.room)
    not_the_seller(desk, command.found.seller, command.by)
    examination = examined(command.found, command.serial_number, command.seen, claim, desk)
    return happened(
        CardCollected(
            command.call_out,
            command.found.card,
            command.serial_number,
            examination,
            command.by,
            command.at,
        )
    )


@clause("NZB-5.7(c)(iv)")
def read_card(command: ReadCard, desk: Desk) -> Decision[NumbersRead]:
    """The numbers are read publicly: those of what the card wins, or all that were called on it,
    by the record of now. A call that is being made is finished first."""
    claim = undecided(desk, command.call_out)
    in_charge(claim, command.seen, command.by, command.room)
    card = _card(claim)
    if command.found is None:
        raise CARD_NOT_COLLECTED(call_out=claim.call_out)
    expect("card of the claim", command.found.card, card.card)
    not_the_seller(desk, command.found.seller or card.examination.seller, command.by)
    finished(command.seen)
    looked = examined(command.found, card.serial_number, command.seen, claim, desk)
    numbers = to_read(looked)
    return happened(NumbersRead(command.call_out, numbers, command.by, command.at, looked))


@clause("NZB-5.7(c)(iv)")
def verify_numbers(command: VerifyNumbers, desk: Desk) -> Decision[NumbersVerified]:
    """Verified by whoever is the caller then, in person, after they were read by another."""
    claim = undecided(desk, command.call_out)
    if not holds(command.seen.staff, Post.CALLER, command.by):
        raise NOT_CALLER_NOW(holder=holder(command.seen.staff, Post.CALLER) or "not assigned yet")
    card = _card(claim)
    if not claim.read_by:
        raise NUMBERS_NOT_READ()
    if same_person(claim.read_by, command.by):
        raise TWO_PERSONS(person=claim.read_by)
    not_the_seller(desk, card.examination.seller, command.by)
    if desk.rules.witness_needed:
        witnessed(command.witnesses)
    return happened(
        NumbersVerified(
            command.call_out,
            command.unconfirmed,
            tuple(each.person for each in command.witnesses),
            command.by,
            command.at,
        )
    )


@clause("TNB-8")
def witnessed(witnesses: Sequence[Witness]) -> None:
    """At least one disinterested player stands by: none who claims, none of the staff."""
    if any(not each.claimant and not each.staff for each in witnesses):
        return
    why = "nobody was named"
    if any(each.claimant for each in witnesses):
        why = "a player who claims has an interest"
    elif witnesses:
        why = "who is of the staff is no player"
    raise WITNESS_NEEDED(why=why)


def card_collected(desk: Desk, event: CardCollected) -> Desk:
    """The card is at the desk; another that was there goes back, with all that was done on it."""
    collected = Collected(event.card, event.serial_number, event.by, event.examination)
    claim = claim_at(desk, event.call_out)
    anew = replace(claim, collected=collected, read_by="", read=(), verified=None)
    return with_claim(desk, anew)


def numbers_read(desk: Desk, event: NumbersRead) -> Desk:
    """They wait for the caller."""
    claim = claim_at(desk, event.call_out)
    collected = claim.collected
    if collected is not None and event.examination is not None:
        collected = replace(collected, examination=event.examination)
    anew = replace(claim, collected=collected, read_by=event.by, read=event.numbers, verified=None)
    return with_claim(desk, anew)


def numbers_verified(desk: Desk, event: NumbersVerified) -> Desk:
    """The claim can be decided."""
    verified = Verified(event.by, event.unconfirmed, event.witnesses)
    return with_claim(desk, replace(claim_at(desk, event.call_out), verified=verified))


# -- what the steps have in common ---------------------------------------------------------------


def undecided(desk: Desk, call_out: int) -> Claim:
    """A claim that can be examined. Raises NO_SUCH_CLAIM and CLAIM_DECIDED."""
    claim = claim_at(desk, call_out)
    if claim.decided is not None:
        raise CLAIM_DECIDED(call_out=call_out, outcome=claim.decided.outcome.name.lower())
    return claim


def cards_are_here(desk: Desk) -> None:
    """Cards of the game are sold here. Else it is not known which were, and none is refused."""
    if isinstance(desk.sales, NotOnSale):
        raise CARDS_NOT_HERE(game=desk.game)


@clause("NZB-5.7(c)")
def in_charge(claim: Claim, seen: Seen, person: str, room: str) -> None:
    """The game's supervisor examines; for a hall that plays along its deputy does."""
    if room != claim.room:
        raise OTHER_HALL(room=claim.room)
    post, where = Post.SUPERVISOR, ""
    if claim.linked:
        post, where = Post.DEPUTY_SUPERVISOR, claim.room
    if not holds(seen.staff, post, person, where):
        held = next((e.person for e in seen.staff if e.post is post and where in ("", e.room)), "")
        said = post.name.lower().replace("_", " ")
        raise NOT_IN_CHARGE(post=said, holder=held or "not assigned yet")


@clause("NZB-5.7(c)(iii)")
def finished(seen: Seen) -> None:
    """The call that is answered is on record."""
    if seen.call_out is None:
        return
    last = max((each.position for each in seen.said), default=0)
    if seen.call_out.after_position > last:
        raise CALL_NOT_ON_RECORD(position=seen.call_out.after_position)


def not_the_seller(desk: Desk, seller: str, person: str) -> None:
    """By profile, whoever sold a card does not examine it."""
    if seller and not desk.rules.seller_may_verify and same_person(seller, person):
        raise SELLER_NOT_VERIFIER(seller=seller)


def examined(found: Found, serial_number: str, seen: Seen, claim: Claim, desk: Desk) -> Examination:
    """The card of a claim, at its call."""
    readings = desk.rules.readings(seen.window_ends)
    barred = bars(desk, claim, seen, found.card)
    said, on = answered(seen), judged_on(seen)
    return examine_card(found, serial_number, said, seen, readings, barred, on)


def to_read(examination: Examination) -> tuple[int, ...]:
    """The numbers that are read aloud, in ascending order."""
    winning = [each.arrangement for each in examination.findings if each.wins]
    numbers = {number for each in winning for number in each}
    return tuple(sorted(numbers or {each.number for each in examination.called}))


def _card(claim: Claim) -> Collected:
    if claim.collected is None:
        raise CARD_NOT_COLLECTED(call_out=claim.call_out)
    return claim.collected
