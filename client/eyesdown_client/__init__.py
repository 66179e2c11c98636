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

from eyesdown_client.connection import Backoff
from eyesdown_client.draw import Draw
from eyesdown_client.errors import (
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
from eyesdown_client.house import Eyesdown
from eyesdown_client.journal import Journal
from eyesdown_client.paigow import PaiGow
from eyesdown_client.table_words import (
    Gone,
    Mode,
    Outcome,
    Ruling,
    SetBy,
    TablePhase,
    TablePost,
    chips,
    laid,
    limits,
)
from eyesdown_client.words import (
    Cry,
    Ending,
    Phase,
    Post,
    Selector,
    Stage,
    Verdict,
    bingo,
    line,
    money,
)

__all__ = [
    "AlreadyExists",
    "Backoff",
    "Cry",
    "Denied",
    "Draw",
    "Ending",
    "Eyesdown",
    "EyesdownError",
    "Gone",
    "Invalid",
    "Journal",
    "Mode",
    "NotFound",
    "Outcome",
    "PaiGow",
    "Phase",
    "Post",
    "Refused",
    "Ruling",
    "Selector",
    "SetBy",
    "Stage",
    "Stale",
    "TablePhase",
    "TablePost",
    "TimedOut",
    "Unauthenticated",
    "Unavailable",
    "Verdict",
    "bingo",
    "chips",
    "laid",
    "limits",
    "line",
    "money",
]
