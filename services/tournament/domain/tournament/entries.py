"""From applicant to player: fee, endorsement, acceptance, the waiting list (3.1 to 3.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.admission import Check, turned_away
from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money
from services.tournament.domain.tournament.conditions_state import Admission
from services.tournament.domain.tournament.parts import APPLICANTS, Entry, EntryStatus
from services.tournament.domain.tournament.state import InPlay, Open, Planned, Tournament

NOT_PUBLISHED = Reason(
    "NOT_PUBLISHED",
    "The conditions of this tournament are not published yet.",
    "Publish them first: every applicant is told how prizes are shared out and what governs play.",
    clause="TBJ-3.7",
)
FEE_DIFFERS = Reason(
    "FEE_DIFFERS",
    "The entry fee is {fee}; {paid} was paid.",
    "Take the fee that the conditions give, no more and no less.",
    clause="TBJ-3.1",
)
APPLICANT_UNNAMED = Reason(
    "APPLICANT_UNNAMED",
    "The applicant gave no name.",
    "Ask for it: every player gives a name for the record.",
    clause="TBJ-5.3",
)
NO_SUCH_ENTRY = Reason(
    "NO_SUCH_ENTRY",
    "The tournament has no entry {player}.",
    "Look up the player's number in the list of entries.",
)
NOT_AN_APPLICANT = Reason(
    "NOT_AN_APPLICANT",
    "Entry {player} is {status}: only an applicant is accepted or refused.",
    "A player leaves by withdrawing or by disqualification.",
    clause="TBJ-1.0-applicant",
)
NOT_ENDORSING = Reason(
    "NOT_ENDORSING",
    "The form of player {player} does not say that the player {what}.",
    "All three belong on the form: told of the conditions, understanding and accepting them.",
    clause="TBJ-3.7",
)
PLACES_GONE = Reason(
    "PLACES_GONE",
    "All {most} places are taken; applicant {player} waits already.",
    "Accept when a player has withdrawn, or refuse the application.",
    clause="TBJ-3.2(e)",
)
ENDORSED_TOO_LATE = Reason(
    "ENDORSED_TOO_LATE",
    "Play has begun, and player {player} had not endorsed the form before that.",
    "Only a reserve endorses it now, before being seated; this player does not play.",
    clause="TBJ-3.7",
)
ENTRIES_OVER = Reason(
    "ENTRIES_OVER",
    "Play has begun: nobody enters this tournament any more.",
    "A reserve can be seated in the first stage before its session starts.",
    clause="TBJ-3.7",
)


@dataclass(frozen=True, slots=True)
class Apply:
    """Somebody applies. `reference` stands for the name, `fee` was paid, `box` is needed.

    `member_number` and `date_of_birth` are references too, or empty; `check` is what was answered
    about the applicant.
    """

    reference: str
    fee: Money | None
    box: int
    endorsed: bool
    at: datetime
    member_number: str = ""
    date_of_birth: str = ""
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class EndorseConditions:
    """What the endorsement on the application form says."""

    player: int
    notified: bool
    understood: bool
    accepted: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class AcceptApplicant:
    """Make a player of an applicant; `check` is what was answered about them."""

    player: int
    at: datetime
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class RefuseApplicant:
    """Turn an application down."""

    player: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ApplicationReceived:
    """There is an applicant, who was told the published conditions, and the fee is received."""

    player: int
    reference: str
    fee: int
    box: int
    at: datetime
    member_number: str = ""
    date_of_birth: str = ""


@dataclass(frozen=True, slots=True)
class ConditionsEndorsed:
    """The form bears the endorsement."""

    player: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ApplicantAccepted:
    """The applicant is a player."""

    player: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ApplicantWaitlisted:
    """There was no place; the applicant waits for one."""

    player: int
    at: datetime


@dataclass(frozen=True, slots=True)
class ApplicantRefused:
    """The application is turned down, and the fee is due back."""

    player: int
    reason: str
    refund: int
    by: str
    at: datetime


@clause("TBJ-3.1", "TBJ-3.7", "TBJ-5.3")
def apply(
    command: Apply, tournament: Planned | Open | InPlay
) -> Decision[ApplicationReceived | ConditionsEndorsed | ApplicantAccepted | ApplicantWaitlisted]:
    """Whoever applies has been told the conditions, gives a name, may play, and pays the fee."""
    if isinstance(tournament, Planned):
        raise NOT_PUBLISHED()
    if isinstance(tournament, InPlay):
        raise ENTRIES_OVER()
    if not command.reference:
        raise APPLICANT_UNNAMED()
    fee = tournament.conditions.fee or Money(tournament.currency, 0)
    paid = command.fee or Money(fee.currency, 0)
    if paid != fee:
        raise FEE_DIFFERS(fee=fee.shown if fee.minor_units else "nothing", paid=paid.shown)
    refused = turned_away(command.check)
    if refused is not None:
        return Decision(refusal=refused)
    player = len(tournament.entries) + 1
    received = ApplicationReceived(
        player,
        command.reference,
        fee.minor_units,
        command.box,
        command.at,
        command.member_number,
        command.date_of_birth,
    )
    endorsed = (ConditionsEndorsed(player, command.at),) if command.endorsed else ()
    if tournament.conditions.admission is not Admission.FIRST_COME:
        return happened(received, *endorsed)
    there_is_room = places_left(tournament) > 0 and not first_in_line(tournament)
    answered = (ApplicantAccepted if there_is_room else ApplicantWaitlisted)(player, command.at)
    return happened(received, *endorsed, answered)


def application_received(tournament: Open, event: ApplicationReceived) -> Open:
    """There is one more entry."""
    entry = Entry(
        event.player,
        event.reference,
        EntryStatus.APPLIED,
        event.fee,
        refund_due=0,
        refunded=0,
        endorsed_at=None,
        box=event.box,
        applied_at=event.at,
        member_number=event.member_number,
        date_of_birth=event.date_of_birth,
    )
    return replace(tournament, entries=(*tournament.entries, entry))


@clause("TBJ-3.7")
def endorse_conditions(
    command: EndorseConditions, tournament: Open | InPlay
) -> Decision[ConditionsEndorsed]:
    """The form says to have been told the conditions, to understand and to accept them.

    That is before the tournament commences; a reserve who is to be seated has it said then.
    """
    entry = entry_of(tournament, command.player)
    says = {
        "was told of them": command.notified,
        "understands the conditions": command.understood,
        "accepts the conditions": command.accepted,
    }
    for what, said in says.items():
        if not said:
            raise NOT_ENDORSING(player=command.player, what=what)
    if entry.endorsed_at is not None:
        return Decision()
    if isinstance(tournament, InPlay) and entry.status not in APPLICANTS:
        raise ENDORSED_TOO_LATE(player=command.player)
    return happened(ConditionsEndorsed(command.player, command.at))


def conditions_endorsed(tournament: Open | InPlay, event: ConditionsEndorsed) -> Open | InPlay:
    """It is endorsed."""
    entry = entry_of(tournament, event.player)
    return tournament.with_entry(replace(entry, endorsed_at=event.at))


@clause("TBJ-1.0-applicant", "TBJ-3.2(e)")
def accept_applicant(
    command: AcceptApplicant, tournament: Open | InPlay
) -> Decision[ApplicantAccepted | ApplicantWaitlisted]:
    """An applicant who is accepted is a player; never more than the conditions have places."""
    entry = applicant_of(tournament, command.player)
    if isinstance(tournament, InPlay):
        raise ENTRIES_OVER()
    refused = turned_away(command.check)
    if refused is not None:
        return Decision(refusal=refused)
    if places_left(tournament) > 0:
        return happened(ApplicantAccepted(command.player, command.at))
    if entry.status is EntryStatus.WAITING:
        raise PLACES_GONE(most=tournament.conditions.most, player=command.player)
    return happened(ApplicantWaitlisted(command.player, command.at))


def applicant_accepted(tournament: Open | InPlay, event: ApplicantAccepted) -> Open | InPlay:
    """There is one more player."""
    return _now(tournament, event.player, EntryStatus.ACCEPTED)


def applicant_waitlisted(tournament: Open, event: ApplicantWaitlisted) -> Open:
    """The applicant waits."""
    entry = entry_of(tournament, event.player)
    return tournament.with_entry(replace(entry, status=EntryStatus.WAITING))


@clause("TBJ-3.3(a)", "TBJ-1.0-applicant")
def refuse_applicant(
    command: RefuseApplicant, tournament: Open | InPlay
) -> Decision[ApplicantRefused]:
    """The operator may refuse any application; what the applicant paid goes back."""
    entry = applicant_of(tournament, command.player, "TBJ-3.3(a)")
    refused = ApplicantRefused(command.player, command.reason, entry.fee, command.by, command.at)
    return happened(refused)


def applicant_refused(tournament: Open | InPlay, event: ApplicantRefused) -> Open | InPlay:
    """The application is turned down."""
    entry = entry_of(tournament, event.player)
    changed = replace(entry, status=EntryStatus.REFUSED, refund_due=event.refund)
    return tournament.with_entry(changed)


def places_left(tournament: Tournament) -> int:
    """How many players may still be accepted."""
    return tournament.conditions.most - len(tournament.with_status(EntryStatus.ACCEPTED))


def first_in_line(tournament: Tournament) -> int:
    """Who has waited longest for a place; 0 when nobody waits."""
    return min(tournament.with_status(EntryStatus.WAITING), default=0)


def entry_of(tournament: Tournament, player: int) -> Entry:
    """The entry with this number. Raises `NO_SUCH_ENTRY`."""
    entry = tournament.entry(player)
    if entry is None:
        raise NO_SUCH_ENTRY(player=player)
    return entry


@clause("TBJ-1.0-applicant")
def is_player(entry: Entry) -> bool:
    """Whether somebody who applied is a player, with a player's rights and duties."""
    return entry.status is EntryStatus.ACCEPTED


def applicant_of(tournament: Tournament, player: int, law: str = "TBJ-1.0-applicant") -> Entry:
    """The entry of an applicant who was not answered for good yet. Raises `NOT_AN_APPLICANT`."""
    entry = entry_of(tournament, player)
    if entry.status not in APPLICANTS:
        status = entry.status.name.lower()
        raise NOT_AN_APPLICANT(clause=law, player=player, status=status)
    return entry


def _now(tournament: Open | InPlay, player: int, status: EntryStatus) -> Open | InPlay:
    entry = entry_of(tournament, player)
    return tournament.with_entry(replace(entry, status=status))
