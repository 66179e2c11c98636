"""A desk whose claims are decided and whose prizes are paid, for tests of the law.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from typing import Any

from services.kernel.money import Money
from services.verify.domain.desk import course, paying, players, recovering, signing
from services.verify.domain.desk.claim import Verdict
from services.verify.domain.desk.claims import TakeRighting, TakeVerdict, VoidedStage
from services.verify.domain.desk.prizes import (
    PaymentWay,
    PrizeKind,
    Recovery,
    Stage,
    StagePrize,
)
from services.verify.domain.desk.rules import ClaimRules, PrizeRules
from services.verify.domain.desk.settlement import Settlement, settlement_of
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry
from tests.verify.domain.claims import BINGO, LINE, Desk, Told
from tests.verify.domain.sales import at, nzd

OF_STAGE = PrizeKind.STAGE
DAY = "2026-11-29"
PRIZES = (
    StagePrize(LINE, nzd(10_000), "any_row", 0),
    StagePrize(BINGO, nzd(50_000), "full_card", 0),
)
MANY = ClaimRules(last_number=False)
"""Under these rules several cards can win on one call, whatever numbers they have."""


class Till(Desk):
    """A desk, the draw that follows it, and the cashier who pays. Time passes step by step."""

    def __init__(
        self,
        told: Told | None = None,
        rules: ClaimRules | None = None,
        prizes: PrizeRules | None = None,
        stages: tuple[StagePrize, ...] = PRIZES,
        **more: Any,
    ) -> None:
        super().__init__(told, rules, stages=stages, prizes=prizes, **more)
        self.seconds = 100

    def tick(self) -> Any:
        """The next moment."""
        self.seconds += 1
        return at(self.seconds)

    # -- the draw ------------------------------------------------------------------------------

    def follow(self, number: int, *stages: Stage, unverified: bool = False) -> Any:
        """The draw decides a call out as valid."""
        won = stages or (LINE,)
        self.told.tell(game.Decided(number, tuple(each.value for each in won), False))
        return self.when(
            TakeVerdict(number, Verdict.VALID, won, unverified, False, "sup", self.tick())
        )

    def refuse(self, number: int) -> Any:
        """The supervisor decides in the draw that a call out is not valid."""
        self.told.tell(game.Decided(number, (), False))
        return self.when(
            TakeVerdict(number, Verdict.NOT_VALID, (), True, False, "sup", self.tick())
        )

    def win(self, number: int, card: int = 1) -> None:
        """A claim is examined, allowed, and the draw follows."""
        made = self.examined(number, card)
        assert made.refusal is None, made.refusal
        self.follow(number, *made.events[0].stages)

    def go_on(self, number: int = 90) -> Any:
        """The next number is called."""
        self.told.call(number)
        return self.when(course.TakePlay(False, self.told.calls, False, False, False, self.tick()))

    def end(self, *, void: bool = False) -> Any:
        """The game is over."""
        self.told.tell(game.Ended(void=void))
        return self.when(course.TakePlay(True, 0, True, void, False, self.tick()))

    def void(self, *numbers: int, stage: Stage = LINE) -> Any:
        """Two persons void winners in the draw."""
        self.told.tell(game.WinnersVoided(stage.value, numbers))
        voided = (VoidedStage(stage, numbers),)
        return self.when(TakeRighting((), voided, self.tick()))

    # -- prizes --------------------------------------------------------------------------------

    def settlement(self, stage: Stage = LINE) -> Settlement:
        """The settlement of a stage."""
        found = settlement_of(self.state.settlements, OF_STAGE, stage)
        assert found is not None, f"the {stage.title} is not settled"
        return found

    def amounts(self, stage: Stage = LINE) -> list[int]:
        """What each winner gets, in cents, in order."""
        return [each.amount.minor_units for each in self.settlement(stage).shares if each.amount]

    def paying(self, share: int = 1, cents: int = 10_000, **more: Any) -> paying.PayPrize:
        """The cashier pays a share."""
        given: dict[str, Any] = {
            "kind": OF_STAGE,
            "stage": LINE,
            "share": share,
            "amount": nzd(cents),
            "payee": "ref",
            "way": PaymentWay.CASH,
            "venue": "akl",
            "day": DAY,
            "seen": self.told.seen(),
            "by": "cora",
            "at": self.tick(),
            **more,
        }
        return paying.PayPrize(**given)

    def pay(self, share: int = 1, cents: int = 10_000, **more: Any) -> Any:
        """What comes of it."""
        return self.when(self.paying(share, cents, **more))

    def sign(self, payment: int = 1, by: str = "mere", venue: str = "akl") -> Any:
        """A second person signs."""
        seen = self.told.seen()
        return self.when(signing.SignPayment(payment, venue, DAY, seen, by, self.tick()))

    def reject(self, payment: int = 1, venue: str = "akl") -> Any:
        """A second person does not."""
        return self.when(
            signing.RejectPayment(payment, "no such player", venue, "mere", self.tick())
        )

    def tell(self, *call_outs: int, same: bool = True) -> Any:
        """The supervisor says who is one player."""
        return self.when(players.TellPlayers(call_outs, same, "sup", self.tick()))

    def recover(
        self, share: int = 1, cents: int = 10_000, recovery: Recovery = Recovery.REPAID, **more: Any
    ) -> Any:
        """Money came back, or is given up."""
        given: dict[str, Any] = {"venue": "akl", "by": "mere", "amount": nzd(cents), **more}
        return self.when(
            recovering.RecordRecovery(
                OF_STAGE,
                LINE,
                share,
                recovery,
                given["amount"],
                "found out",
                given["venue"],
                given["by"],
                self.tick(),
            )
        )

    def receipt(self, payment: int = 1, number: int = 1) -> Any:
        """The receipt of a payment is there."""
        roll = f"venues/akl/receiptRolls/{DAY}"
        return self.when(paying.TakeReceipt(payment, roll, number, self.tick()))


TOPS = (*(1, 11, 21, 31), *(2, 12, 22, 32), *(3, 13, 23, 33))


def tied(players_: int = 2, told: Told | None = None, **more: Any) -> Till:
    """A desk at which so many cards have won the line on call 15, by calls out 1, 2, …; play has
    not gone on yet."""
    till = Till(told or Told().call(*TOPS, 41, 42, 43), MANY, **more)
    numbers = [till.cry() for _ in range(players_)]
    for number in numbers:
        till.win(number, number)
    return till


def settled(players_: int = 2, **more: Any) -> Till:
    """And the next number was called."""
    till = tied(players_, **more)
    till.go_on()
    return till


def usd(cents: int) -> Money:
    """Another currency."""
    return Money("USD", cents)


def cried(till: Till, after: int, cry: Cry = Cry.LINE) -> int:
    """A player is entered who had called out for an earlier call."""
    return till.cry(after=after, cry=cry)
