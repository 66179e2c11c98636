"""Record pai gow histories as this release writes them.

`python -m tests.golden.record_paigow FOLDER`. As for games (`record`): what is
recorded stays for ever, and is never written again.
"""

from __future__ import annotations

import base64
import json
import sys
from dataclasses import replace
from pathlib import Path

from google.protobuf import json_format

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.kernel.build import Build
from services.kernel.journal.store import Stored
from services.kernel.law import Decision, Refused
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.commit import Actor, Given, Place
from services.kernel.record.histories import Snapshot
from services.paigow.codec.sitting import CODEC
from services.paigow.domain.sitting import (
    accidents,
    boxes,
    closing,
    confirming,
    correcting,
    dealing,
    differences,
    directions,
    disputes,
    exposing,
    exposures,
    mixing,
    opening,
    removal,
    setting,
    staff,
    voids,
    wagers,
)
from services.paigow.domain.sitting.chips import Chips
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, SetBy
from services.paigow.domain.sitting.sitting import SITTINGS, Command, Event
from services.paigow.domain.sitting.state import Finding, Gone, Limits, Post, State
from services.paigow.views.sitting import resource
from tests.draw.domain.shell import KEY
from tests.paigow.domain.sitting.play import (
    AT,
    BANK,
    CASINO,
    CASINO2,
    DEALER,
    ENTROPY,
    FLOAT,
    LOSE,
    PUSH,
    SECOND,
    SUPERVISOR,
    WIN,
    WIN2,
    Play,
    bank,
    cut,
    open_sitting,
    pay,
    rest,
    seat,
    stacked,
)
from tests.paigow.domain.sitting.test_house_way import AMISS

NAME = Name("akl", "sittings", "2026-11-29-pg1")
TEN = (Chips(25_00, 10),)
HANDS = {2: WIN, 4: LOSE, 5: PUSH, 6: WIN2}


class Written(Play):
    """A table whose commits are kept as the journal would."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Place.start(NAME)
        self.stored: list[Stored] = []
        self.snapshot: Snapshot[Event, State] = Snapshot(NAME, self.place, self.state)

    def do(self, *commands: Command) -> Written:
        """Tell the table, and put it on record."""
        for command in commands:
            decision = SITTINGS.decide(command, self.state)
            assert decision.refusal is None, f"{command}: {decision.refusal!r}"
            self._write(decision)
        return self

    def tried(self, command: Command) -> Written:
        """Tell the table something that is refused on record."""
        decision = SITTINGS.decide(command, self.state)
        assert isinstance(decision.refusal, Refused)
        self._write(decision)
        return self

    def _write(self, decision: Decision[Event]) -> None:
        after = self.state
        for event in decision.events:
            after = SITTINGS.evolve(after, event)
        request = pb.GetSittingRequest(name=str(NAME))
        number = f"{len(self.stored) + 1:08}"
        given = Given(AT, Actor("somebody", 0), number, "Told", request, None)
        standing = SITTINGS.standing(after)
        body = commits.build(
            NAME, self.place, given, decision, CODEC, after, standing, KEY, Build("test")
        )
        stored = Stored(NAME, self.place.sequence + 1, body, {})
        commit = commits.read(stored, self.place, CODEC, KEY)
        self._take(commit.events)
        self.stored.append(stored)
        self.place = Place(commit.version, commit.sequence, commit.hash)
        self.snapshot = self.snapshot.after(commit, self.state)


def evening() -> Written:
    """Every kind of event there is at a table of the house's own."""
    play = Written()
    play.do(open_sitting(), staff.AssignStaff(SUPERVISOR, Post.DEALER, "dan"))
    play.do(staff.AssignStaff(SUPERVISOR, Post.GAME_SUPERVISOR, "sue"))
    play.do(opening.SignOpening(SECOND)).tried(replace(seat(2), by=SECOND))
    play.do(opening.SetLimits(SUPERVISOR, Limits(5_00, 400_00)))
    play.do(opening.TakeFill(SUPERVISOR, TEN, "sam"), opening.TakeCredit(SUPERVISOR, TEN, "sam"))
    play.do(*(seat(box) for box in range(2, 9)))
    play.do(
        mixing.ShuffleTiles(DEALER, ENTROPY),
        mixing.StackTiles(DEALER, 1),
        mixing.PerformLaja(DEALER, 0),
        exposures.OrderReshuffle(SUPERVISOR, "tracking"),
        removal.OrderRemoval(SUPERVISOR, Gone.BOX, 0, "signs"),
        removal.ShakeForRemoval(DEALER, 1, (1, 1, 1), 3),
        removal.AcknowledgeNotice(CASINO, 1),
        removal.DecideRemoval(CASINO, 1, True),
        removal.Reinstate(CASINO, 1),
        directions.DirectEnglish(CASINO, True, "talk"),
        directions.DirectToSetFirst(CASINO, (2,), "looks"),
    )
    stacked(play).do(cut(), wagers.PlaceWager(DEALER, 2, 5_00), wagers.TakeBackWager(DEALER, 2))
    play.do(wagers.PlaceWager(DEALER, 2, 5_00), wagers.CloseWagers(DEALER))
    play.do(voids.CallOffRound(SUPERVISOR, "the lights went out"))
    _co_banked(play)
    play.do(
        disputes.OpenDispute(SUPERVISOR, 2, 5, "a win", "camera 7"),
        disputes.RuleDispute(CASINO, 1, Finding.FOR_PLAYER, 10_00, "seen"),
        disputes.ReviewDispute(CASINO2, 1),
        boxes.LeaveBox(DEALER, 8),
        closing.CountFloat(SUPERVISOR, FLOAT),
        closing.DecideCount(CASINO, "as it is"),
        closing.SignClosing(SECOND),
    )
    return play


def _co_banked(play: Written) -> None:
    """A round with a co-banker, in which much goes wrong."""
    stacked(play.do(bank(Mode.CO, 3))).do(cut())
    for box, amount in {2: 50_00, 4: 20_00, 5: 10_00, 6: 35_00, 7: 5_00}.items():
        play.do(wagers.PlaceWager(DEALER, box, amount))
    play.do(wagers.PlaceBankersWager(DEALER, 60_00), wagers.MatchBankersWager(DEALER, 60_00))
    spare = (12, 13, 14, 15)
    play.do(dealing.ShakeDice(DEALER, (1, 1, 1)), correcting.CorrectDice(SUPERVISOR, (1, 2, 6)))
    for box in play.round.order:
        laid = HANDS.get(box, BANK)
        tiles = spare if box == 7 else (*laid.high, *laid.low)
        play.do(dealing.DealHand(DEALER, box, tiles))
    play.do(
        correcting.CorrectDeal(SUPERVISOR, 7, (12, 13, 14, 16)),
        correcting.CorrectDeal(SUPERVISOR, 7, spare),
        dealing.PlaceBankersTiles(DEALER),
        setting.ExposeCoBankersTiles(DEALER, (20, 28)),
        exposures.RecordExposure(DEALER, 7, (12, 13), True),
        exposures.CallHandVoid(DEALER, 7),
        exposures.RecordViewed(DEALER, 4),
        boxes.MarkAbsent(DEALER, 6, True),
        setting.SetHand(DEALER, 2, WIN),
        setting.SetHand(DEALER, 4, LOSE),
        setting.SetHand(DEALER, 5, PUSH),
        setting.SetHouseWay(DEALER, 6, SetBy.ABSENT),
        accidents.RecordMixedHands(SUPERVISOR, (4, 5), True),
        setting.SetBankersHand(DEALER, BANK),
        confirming.ReportNotHouseWay(SUPERVISOR, AMISS),
        setting.SetBankersHand(DEALER, BANK),
        confirming.ConfirmHouseWay(SUPERVISOR),
        exposing.ExposeBankersHand(DEALER),
    )
    play.tried(exposing.ExposeHand(DEALER, 4, Outcome.PUSH))
    play.do(
        differences.DecideDifference(SUPERVISOR, False, "looked"),
        exposing.CollectWager(DEALER, 4, 20_00),
        accidents.RecordFouled(DEALER, 5, Laid(PUSH.low, PUSH.high)),
        exposing.ExposeHand(DEALER, 5, Outcome.PUSH),
        exposing.ClearPush(DEALER, 5),
        exposing.ExposeHand(DEALER, 6, Outcome.WIN),
        accidents.RecordDisturbed(DEALER, 2),
        setting.SetHouseWay(DEALER, 2, SetBy.DISTURBED),
        exposing.ExposeHand(DEALER, 2, Outcome.WIN),
    )
    play.do(pay(play, 6)).do(pay(play, 2)).do(rest(play))


def training() -> Written:
    """A table that is dealt from a recorded shuffle."""
    play = Written()
    play.do(open_sitting(practice=True), staff.AssignStaff(SUPERVISOR, Post.DEALER, "dan"))
    play.do(staff.AssignStaff(SUPERVISOR, Post.GAME_SUPERVISOR, "sue"))
    stacked(play.do(opening.SignOpening(SECOND), seat(2))).do(cut())
    play.do(wagers.PlaceWager(DEALER, 2, 5_00), wagers.CloseWagers(DEALER))
    play.do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    play.do(*(dealing.DealHand(DEALER, box, ()) for box in (1, 2)))
    return play


def record(folder: Path) -> None:
    """Keep the commits of both tables, and what they come to."""
    for name, play in {"sitting-0.1": evening(), "training-0.1": training()}.items():
        history = {
            "name": str(NAME),
            "commits": [base64.b64encode(stored.body).decode() for stored in play.stored],
            "sitting": json_format.MessageToDict(resource(play.snapshot)),
        }
        with (folder / f"{name}.json").open("x") as out:
            json.dump(history, out, indent=1, sort_keys=True)


if __name__ == "__main__":
    record(Path(sys.argv[1]))
