"""The typed asyncio client of Eyesdown for operators.

```python
from eyesdown_client import Eyesdown, Refused, Selector, bingo, line, money

async with Eyesdown("127.0.0.1:7400", token=token) as eyesdown:
    try:
        game = await eyesdown.draw.open_game(
            venue="akl",
            game_id="2026-11-29-07",
            profile="nz-casino-bingo",
            game_version=3,
            stages=[line(money("NZD", 200_00)), bingo(money("NZD", 500_00))],
            selector=Selector.ELECTRONIC,
            rooms=["main", "mezzanine"],
        )
    except Refused as refused:
        print(refused.sentence, refused.advice)
```
"""

from eyesdown_client.access.player_lists import (
    BarCategory,
    PlayerAnswer,
    PlayerLists,
    player_shown,
)
from eyesdown_client.access.revoking import Access
from eyesdown_client.common.connection import Backoff
from eyesdown_client.common.errors import (
    AlreadyExists,
    Denied,
    EyesdownError,
    Invalid,
    NotFound,
    Refused,
    Stale,
    TimedOut,
    Unauthenticated,
    Unavailable,
)
from eyesdown_client.common.words import Stage, money
from eyesdown_client.draw.displays import DisplayPhase, Displays
from eyesdown_client.draw.disputes import DisputePhase, Disputes, EvidenceKind, Finding, evidence
from eyesdown_client.draw.equipment import Equipment, EquipmentPhase, Respect, defect
from eyesdown_client.draw.games import Draw
from eyesdown_client.draw.sessions import SessionPhase, Sessions, programmed
from eyesdown_client.draw.words import (
    Cry,
    Ending,
    ErrorKind,
    HoldCause,
    IrregularityKind,
    Phase,
    Post,
    Remedy,
    Sales,
    Selector,
    Verdict,
    bingo,
    line,
    stage_prize,
)
from eyesdown_client.house import Eyesdown
from eyesdown_client.journal import Journal
from eyesdown_client.paigow.sittings import PaiGow
from eyesdown_client.paigow.words import (
    Gone,
    Mode,
    Outcome,
    SetBy,
    SittingFinding,
    SittingPhase,
    SittingPost,
    chips,
    laid,
    limits,
)
from eyesdown_client.rules import Profiles, ProfileStanding
from eyesdown_client.tournament.session_tables import SessionTables
from eyesdown_client.tournament.tournaments import Tournaments
from eyesdown_client.tournament.words import (
    Admission,
    Cancelling,
    ChipIssue,
    Failing,
    SessionTablePhase,
    TournamentPhase,
    ValueKind,
    minutes,
    rounds,
    shoes,
    stage,
)
from eyesdown_client.verify.cards import Cards, Columns, ExportForm, layout
from eyesdown_client.verify.claims import ClaimOutcome, ClaimPhase, Claims
from eyesdown_client.verify.eye import Eye
from eyesdown_client.verify.jackpots import EntryKind, JackpotPhase, Jackpots
from eyesdown_client.verify.prizes import PaymentState, PaymentWay, PrizeKind, Prizes, Recovery
from eyesdown_client.verify.sales import CardSales, SalesPhase, span

__all__ = [
    "Access",
    "Admission",
    "AlreadyExists",
    "Backoff",
    "BarCategory",
    "Cancelling",
    "CardSales",
    "Cards",
    "ChipIssue",
    "ClaimOutcome",
    "ClaimPhase",
    "Claims",
    "Columns",
    "Cry",
    "Denied",
    "DisplayPhase",
    "Displays",
    "DisputePhase",
    "Disputes",
    "Draw",
    "Ending",
    "EntryKind",
    "Equipment",
    "EquipmentPhase",
    "ErrorKind",
    "EvidenceKind",
    "ExportForm",
    "Eye",
    "Eyesdown",
    "EyesdownError",
    "Failing",
    "Finding",
    "Gone",
    "HoldCause",
    "Invalid",
    "IrregularityKind",
    "JackpotPhase",
    "Jackpots",
    "Journal",
    "Mode",
    "NotFound",
    "Outcome",
    "PaiGow",
    "PaymentState",
    "PaymentWay",
    "Phase",
    "PlayerAnswer",
    "PlayerLists",
    "Post",
    "PrizeKind",
    "Prizes",
    "ProfileStanding",
    "Profiles",
    "Recovery",
    "Refused",
    "Remedy",
    "Respect",
    "Sales",
    "SalesPhase",
    "Selector",
    "SessionPhase",
    "SessionTablePhase",
    "SessionTables",
    "Sessions",
    "SetBy",
    "SittingFinding",
    "SittingPhase",
    "SittingPost",
    "Stage",
    "Stale",
    "TimedOut",
    "TournamentPhase",
    "Tournaments",
    "Unauthenticated",
    "Unavailable",
    "ValueKind",
    "Verdict",
    "bingo",
    "chips",
    "defect",
    "evidence",
    "laid",
    "layout",
    "limits",
    "line",
    "minutes",
    "money",
    "player_shown",
    "programmed",
    "rounds",
    "shoes",
    "span",
    "stage",
    "stage_prize",
]
