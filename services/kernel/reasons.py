"""Why the kernel itself turns a call down: who may call, what was asked, and what is out of order.

A service's own reasons stand beside its rules.
"""

from __future__ import annotations

from services.kernel.law import Reason

# -- who is it -------------------------------------------------------------------------------

TOKEN_MISSING = Reason(
    "TOKEN_MISSING",
    "The call came without an access token.",
    "Sign in and send the token as `authorization: Bearer …`.",
)
TOKEN_MALFORMED = Reason(
    "TOKEN_MALFORMED", "The access token cannot be read.", "Sign in again to get a new one."
)
TOKEN_NOT_TRUSTED = Reason(
    "TOKEN_NOT_TRUSTED",
    "The access token is not signed by a key that is trusted here.",
    "Sign in again; if it goes on, tell operations that the issuer's keys have changed.",
)
TOKEN_EXPIRED = Reason("TOKEN_EXPIRED", "The access token has expired.", "Sign in again.")
TOKEN_REVOKED = Reason(
    "TOKEN_REVOKED",
    "The access token was taken back in {venue}.",
    "Sign in again; if that is refused too, ask whoever runs the venue.",
)
TOKEN_LASTS_TOO_LONG = Reason(
    "TOKEN_LASTS_TOO_LONG",
    "The access token is good for longer than {hours} hours.",
    "Tell operations that the issuer has to give tokens that last no longer than that.",
)
TOKEN_NOT_YET_VALID = Reason(
    "TOKEN_NOT_YET_VALID",
    "The access token is not valid yet.",
    "Check the clock of the device and sign in again.",
)
TOKEN_WRONG_ISSUER = Reason(
    "TOKEN_WRONG_ISSUER",
    "The access token comes from another issuer than the one trusted here.",
    "Sign in at this operator.",
)
TOKEN_WRONG_AUDIENCE = Reason(
    "TOKEN_WRONG_AUDIENCE",
    "The access token is meant for another system.",
    "Sign in for this system.",
)

# -- may they do it --------------------------------------------------------------------------

ROLE_NOT_PERMITTED = Reason(
    "ROLE_NOT_PERMITTED",
    "None of the roles used for this call may do it in {venue}.",
    "Ask somebody whose role it is: {permitted}.",
)
ROLE_NOT_HELD = Reason(
    "ROLE_NOT_HELD",
    "Your access token does not hold the role {role} in {venue}.",
    "Act in a role that you hold there, or ask the operator for this one.",
)
VENUE_NOT_PERMITTED = Reason(
    "VENUE_NOT_PERMITTED",
    "You hold no role in {venue}.",
    "Check the venue; if it is right, ask the operator for a role there.",
)
METHOD_NOT_PERMITTED = Reason(
    "METHOD_NOT_PERMITTED", "Nobody may call this.", "Check the name of the method."
)

# -- what was asked --------------------------------------------------------------------------

REQUEST_NOT_VALID = Reason(
    "REQUEST_NOT_VALID", "The request is not well formed: {wrong}.", "Put it right and send again."
)
NOT_FOUND = Reason(
    "NOT_FOUND", "There is no {resource}.", "Check the name; names are in lower case."
)
ALREADY_EXISTS = Reason(
    "ALREADY_EXISTS", "{resource} exists already.", "Choose another id, or use the one there is."
)
REQUEST_ID_REUSED = Reason(
    "REQUEST_ID_REUSED",
    "The request id {request_id} was used before for something else.",
    "Use a new request id for each thing you do, and the same one only to repeat it.",
)

# -- what is out of order here ---------------------------------------------------------------

CONTENDED = Reason(
    "CONTENDED",
    "Others changed {resource} at the same moment, again and again; nothing was done.",
    "Look at the fresh state and try again.",
)
OUTCOME_UNKNOWN = Reason(
    "OUTCOME_UNKNOWN",
    "It is not known whether this was done.",
    "Repeat it with the same request_id: it will not be done twice.",
)
DEADLINE_EXCEEDED = Reason(
    "DEADLINE_EXCEEDED",
    "The time for this call was used up; it is not known whether it was done.",
    "Repeat it with the same request_id: it will not be done twice.",
)
STOPPING = Reason(
    "STOPPING",
    "This server is being stopped; nothing was done.",
    "Connect again and go on where you were; repeat a call with the same request_id.",
)
TOO_MANY_CALLS = Reason(
    "TOO_MANY_CALLS",
    "Too many calls are under way: {limit} of {whose} are answered at a time.",
    "Wait a moment and repeat the call with the same request_id; nothing was done.",
)
CALLING_TOO_FAST = Reason(
    "CALLING_TOO_FAST",
    "You make this call more than {limit} times a second.",
    "Wait a second and repeat it with the same request_id; nothing was done.",
)
TOO_MANY_STREAMS = Reason(
    "TOO_MANY_STREAMS",
    "Too many streams are open: {limit} of {whose} are served at a time.",
    "End a stream that is not looked at any more, then ask again.",
)
TOO_SLOW = Reason(
    "TOO_SLOW",
    "What was sent on this stream was not read for {seconds} seconds, so it was ended.",
    "Read faster or on a better link; connect again and go on where you were.",
)
JOURNAL_DOWN = Reason(
    "JOURNAL_DOWN",
    "The journal cannot be reached, so nothing can be put on record just now.",
    "Repeat the call with the same request_id; nothing was lost or half done.",
)
JOURNAL_DAMAGED = Reason(
    "JOURNAL_DAMAGED",
    "The journal of {venue} is not whole, so nothing more is put on record there.",
    "Stop play and call operations: what lies on the disks must be kept as it is and examined.",
)
KEY_MISSING = Reason(
    "KEY_MISSING",
    "A key that is needed for this is not on this machine.",
    "Call operations: the key has to be restored from its backup.",
)
INTERNAL = Reason(
    "INTERNAL",
    "Something went wrong here, through no fault of yours.",
    "Repeat it with the same request_id; if it goes on, give operations the trace {trace}.",
)
