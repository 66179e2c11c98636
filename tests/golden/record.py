"""Record a game's history as this release writes it: `python -m tests.golden.record FILE`.

A history that is recorded stays for ever: every later release must fold it to what it says. So a
file that is there is never written again; a release whose commits look different records another.
"""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path

from google.protobuf import json_format

from services.draw.views.game import resource
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    CALLER,
    LINE,
    NOT_VALID,
    ONLY_LINE,
    SAM,
    SUPERVISOR,
    VALID,
    announce,
    assign,
    call,
    call_out,
    confirm,
    decide,
    end,
    open_game,
    select,
)
from tests.draw.domain.shell import KEY, NAME, Shell

# Every kind of event there is: a ball keyed wrongly and put right, one who is not the supervisor
# tries to confirm, a call out that is not valid and one that is.
EVENING = (
    open_game(version=2, stages=ONLY_LINE, selector=BALLS),
    assign(CALLER, ANA),
    assign(SUPERVISOR, BEN),
    announce(version=2, stages=ONLY_LINE),
    select(1, ball=45),
    select(1, ball=54),
    call(1),
    confirm(1, 54, by=SAM),
    confirm(1, 54),
    call_out(1),
    decide(1, NOT_VALID),
    select(2, ball=7),
    call(2),
    confirm(2, 7),
    call_out(2),
    decide(2, VALID, LINE),
    end(),
)


def record(file: Path) -> None:
    """Play the evening and keep its commits, and what they come to."""
    shell = Shell()
    for command in EVENING:
        shell.send(command)
    last = shell.snapshots(KEY)[-1]
    history = {
        "name": str(NAME),
        "commits": [base64.b64encode(stored.body).decode() for stored in shell.stored],
        "game": json_format.MessageToDict(resource(last)),
    }
    with file.open("x") as out:
        json.dump(history, out, indent=1, sort_keys=True)


if __name__ == "__main__":
    record(Path(sys.argv[1]))
