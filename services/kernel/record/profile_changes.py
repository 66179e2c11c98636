"""The words of a venue's book of rules: reasons, changes, what it is told and what happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.approval import Approval, Standing
from services.kernel.law import Reason

MOST = 5_000
"""Texts of a venue and year: each takes three commits at most, and a book ends under 20,000."""

OTHER_PROFILE_TEXT = Reason(
    "OTHER_PROFILE_TEXT",
    "You speak of the text {told} of {profile}, and {which} is {text}.",
    "Look at that text (`eyesdown profile show` says whose hash it is), and give its hash.",
)
PUT_FORWARD_BEFORE = Reason(
    "PROFILE_PUT_FORWARD_BEFORE",
    "{person} put this text of {profile} forward before: change {change} of {book}.",
    "Have another person approve that one; what is approved needs no more.",
)
OWN_PROFILE_CHANGE = Reason(
    "OWN_PROFILE_CHANGE",
    "{person} put this text of {profile} forward and cannot sign it as well.",
    "Have another person read the text and approve it.",
    alone=True,
)
CHANGE_WITHDRAWN = Reason(
    "PROFILE_CHANGE_WITHDRAWN",
    "{person} withdrew this text of {profile}.",
    "Put it forward again if it is to be played by after all.",
)
NO_SUCH_CHANGE = Reason(
    "NO_SUCH_PROFILE_CHANGE",
    "There is no change {change} in this book.",
    "Take its number from the book.",
)
BOOK_FULL = Reason(
    "PROFILE_BOOK_FULL",
    "{most} texts were put forward in this venue and year.",
    "Call operations: no house changes its rules so often.",
)


@dataclass(frozen=True, slots=True)
class Change:
    """A text of a profile that was put forward; a person is empty where there is none yet."""

    change: int
    profile: str
    sha256: bytes
    put_forward_by: str
    put_forward_at: datetime
    note: str
    approved_by: str = ""
    approved_at: datetime | None = None
    withdrawn_by: str = ""
    withdrawn_at: datetime | None = None
    reason: str = ""

    @property
    def standing(self) -> Standing:
        """How it stands."""
        if self.withdrawn_by:
            return Standing.WITHDRAWN
        return Standing.APPROVED if self.approved_by else Standing.PUT_FORWARD


@dataclass(frozen=True, slots=True)
class PutForward:
    """Put a text forward. `loaded` is the one that the service has, and `found` how that stands by
    all of the venue's books."""

    profile: str
    sha256: bytes
    note: str
    loaded: bytes
    found: Approval
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Approve:
    """Approve the text that a change is about."""

    change: int
    sha256: bytes
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take a change back."""

    change: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ProfilePutForward:
    """A text waits for another person."""

    change: int
    profile: str
    sha256: bytes
    note: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ProfileApproved:
    """Two persons stand for it."""

    change: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ProfileWithdrawn:
    """Nothing new is opened under it."""

    change: int
    reason: str
    by: str
    at: datetime


Changes = tuple[Change, ...]
Command = PutForward | Approve | Withdraw
Event = ProfilePutForward | ProfileApproved | ProfileWithdrawn
