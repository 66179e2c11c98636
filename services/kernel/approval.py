"""Whether the rules of a house were stood for by two persons, as the law of every service asks it.
Pure: a domain imports it.

The shell looks the text of a profile up in the venue's books; what comes of it is a fact of the
command, so that anybody can see by whose word a game was played as it was.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Reason
from services.kernel.persons import same_person

PROFILE_NOT_APPROVED = Reason(
    "PROFILE_NOT_APPROVED",
    "Nothing can be opened under {profile} here: its text {text} {why}.",
    "A game manager, casino supervisor or operator puts that text forward, and another person in "
    "one of these roles approves it "
    "(`eyesdown profile standing` shows how it stands). Then try again.",
)


class Standing(enum.Enum):
    """How the text of a profile stands in a venue."""

    NOT_DEMANDED = 1
    NOT_PUT_FORWARD = 2
    PUT_FORWARD = 3
    APPROVED = 4
    WITHDRAWN = 5


@dataclass(frozen=True, slots=True)
class Approval:
    """How the text of a profile stood when something was opened under it.

    `change` is its number in `book`, which was read in `book_version`. What follows `sha256` is
    empty where nothing was looked up or found.
    """

    standing: Standing
    profile: str
    sha256: bytes
    book: str = ""
    change: int = 0
    book_version: int = 0
    put_forward_by: str = ""
    approved_by: str = ""
    approved_at: datetime | None = None
    withdrawn_by: str = ""

    @property
    def text(self) -> str:
        """The text, as people tell it from another."""
        return self.sha256.hex()[:12]


def stood_for(approval: Approval | None, clause: str = "") -> None:
    """Nothing is opened under rules that two persons have not stood for, where that is demanded.
    What was decided before it was asked has no approval.

    Raises `PROFILE_NOT_APPROVED`, which leaves nothing; `clause` is the service's own.
    """
    if approval is None or approval.standing is Standing.NOT_DEMANDED:
        return
    why = _why(approval)
    if why:
        raise PROFILE_NOT_APPROVED(
            clause=clause, profile=approval.profile, text=approval.text, why=why
        )


def _why(approval: Approval) -> str:
    """Why it does not stand, in words; empty where it does."""
    match approval.standing:
        case Standing.NOT_PUT_FORWARD:
            return "was never put forward"
        case Standing.PUT_FORWARD:
            return f"was put forward by {approval.put_forward_by}, and nobody has approved it"
        case Standing.WITHDRAWN:
            return f"was withdrawn by {approval.withdrawn_by}"
    if not approval.approved_by or same_person(approval.approved_by, approval.put_forward_by):
        return "has the word of one person alone"
    return ""
