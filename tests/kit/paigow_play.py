"""A pai gow table on a running service, played by the floor's people.

PYTEST_DONT_REWRITE: see `tests.kit.paigow`. The hands are those of
`tests/paigow/domain/sitting/play.py`, whose outcomes are worked out there by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from eyesdown.paigow.v1 import paigow_service_pb2_grpc, sitting_pb2
from services.kernel.names import Name
from tests.kit.draw_hall import Person
from tests.kit.paigow import Floor, laid, open_sitting, request_id

# In quotes: the class is in the stubs alone.
Stub: TypeAlias = "paigow_service_pb2_grpc.PaiGowServiceAsyncStub"
Hand = tuple[tuple[int, int], tuple[int, int]]

BANK: Hand = ((20, 24), (22, 28))
WIN: Hand = ((0, 1), (2, 3))
LOSE: Hand = ((21, 25), (23, 29))
PUSH: Hand = ((8, 9), (11, 18))
HOUSE, PLAYER, CO = sitting_pb2.MODE_HOUSE, sitting_pb2.MODE_PLAYER, sitting_pb2.MODE_CO
DEALER, SUPERVISOR = sitting_pb2.POST_DEALER, sitting_pb2.POST_GAME_SUPERVISOR
OUTCOMES = {
    WIN: sitting_pb2.OUTCOME_WIN,
    LOSE: sitting_pb2.OUTCOME_LOSE,
    PUSH: sitting_pb2.OUTCOME_PUSH,
}
HANDS = {2: WIN, 4: LOSE, 5: PUSH}
AMOUNTS = {2: 50_00, 4: 20_00, 5: 10_00}


class TablePlay:
    """One sitting. `sitting` is what the last reply showed; `restriction` is the last one made."""

    restriction = 1

    def __init__(self, floor: Floor, stub: Stub, sitting: sitting_pb2.Sitting) -> None:
        self.floor = floor
        self.stub = stub
        self.sitting = sitting

    @classmethod
    async def opened(cls, floor: Floor, stub: Stub, **more: Any) -> TablePlay:
        """A table whose float is counted by one person."""
        reply = await stub.OpenSitting(open_sitting(floor, **more), metadata=floor.supervisor.at)
        return cls(floor, stub, reply.sitting)

    @classmethod
    async def in_play(cls, floor: Floor, stub: Stub, **more: Any) -> TablePlay:
        """A table open for play, with its dealer and game supervisor."""
        play = await cls.opened(floor, stub, **more)
        await play.do("AssignStaff", floor.supervisor, post=DEALER, person="dan")
        await play.do("AssignStaff", floor.supervisor, post=SUPERVISOR, person="sue")
        await play.do("SignOpening", floor.dealer)
        return play

    @property
    def id(self) -> Name:
        """The sitting's name."""
        return Name.parse(self.sitting.name)

    @property
    def round(self) -> sitting_pb2.Round:
        """The round in play."""
        return self.sitting.round

    def request(self, method: str, **fields: Any) -> Any:
        """A request of this table, under a new id, on the version that was seen where it needs
        one."""
        made = getattr(pb, f"{method}Request")
        if "version" in made.DESCRIPTOR.fields_by_name:
            fields.setdefault("version", self.sitting.version)
        return made(request_id=request_id(), name=self.sitting.name, **fields)

    async def do(self, method: str, by: Person | None = None, **fields: Any) -> None:
        """Tell the table, as its dealer unless another is named."""
        at = (by or self.floor.dealer).at
        request = self.request(method, **fields)
        self.sitting = (await getattr(self.stub, method)(request, metadata=at)).sitting

    async def look(self) -> sitting_pb2.Sitting:
        """The sitting as the service shows it now."""
        request = pb.GetSittingRequest(name=self.sitting.name)
        return (await self.stub.GetSitting(request, metadata=self.floor.auditor.at)).sitting

    # -- a round, up to where a test wants it -----------------------------------------------

    async def seat(self, *boxes: int) -> None:
        """Seat a player at each box."""
        for box in boxes:
            await self.do("SeatPlayer", box=box, player=f"p{box}")

    async def stack(self) -> None:
        """Shuffle and stack."""
        await self.do("ShuffleTiles")
        await self.do("StackTiles")

    async def wager(self, amounts: Mapping[int, int] = AMOUNTS) -> None:
        """Cut and place wagers; the house closes them, or the banker wagers their total."""
        await self.do("CutTiles")
        for box, amount in amounts.items():
            await self.do("PlaceWager", box=box, amount=amount)
        mode, total = self.round.bank.mode, sum(amounts.values())
        if mode == HOUSE:
            return await self.do("CloseWagers")
        await self.do("PlaceBankersWager", amount=total)
        if mode == CO:
            await self.do("MatchBankersWager", amount=total)
        return None

    async def deal(self, hands: Mapping[int, Hand] = HANDS) -> None:
        """Shake 9, which is the chung's own box, and deal."""
        await self.do("ShakeDice", dice=[1, 2, 6])
        for box in self.round.order:
            hand = hands.get(box, BANK)
            await self.do("DealHand", box=box, tiles=[*hand[0], *hand[1]])

    async def set(self, hands: Mapping[int, Hand] = HANDS) -> None:
        """Every hand is set, and the bank's confirmed."""
        for box, hand in hands.items():
            await self.do("SetHand", box=box, laid=laid(hand))
        mode = self.round.bank.mode
        if mode == PLAYER:
            return await self.do("SetHand", box=self.round.bank.box, laid=laid(BANK))
        if mode == CO:
            await self.do("PlaceBankersTiles")
        await self.do("SetBankersHand", laid=laid(BANK))
        await self.do("ConfirmHouseWay", self.floor.supervisor)
        return None

    async def expose(self, hands: Mapping[int, Hand] = HANDS) -> None:
        """Every hand is matched, and losers and pushes are dealt with."""
        await self.do("ExposeBankersHand")
        start = self.round.bank.box
        for box in sorted(hands, key=lambda box: (box - start) % 8):
            await self.do("ExposeHand", box=box, outcome=OUTCOMES[hands[box]])
            if hands[box] == LOSE:
                wager = next(each.amount for each in self.round.wagers if each.box == box)
                await self.do("CollectWager", box=box, amount=wager)
            elif hands[box] == PUSH:
                await self.do("ClearPush", box=box)

    async def to(self, stage: str, *, mode: int = HOUSE, box: int = 0) -> TablePlay:
        """Play a round of `HANDS` up to a stage: "seated", "stacked", "wagered", "dealt", "set",
        "exposed" or "settled"."""
        await self.seat(*AMOUNTS, *([box] if box else []))
        if mode != HOUSE:
            await self.do("GiveBank", mode=mode, box=box, chung=box)
        for name, step in (
            ("seated", None),
            ("stacked", self.stack),
            ("wagered", self.wager),
            ("dealt", self.deal),
            ("set", self.set),
            ("exposed", self.expose),
            ("settled", self.settle),
        ):
            if step is not None:
                await step()
            if name == stage:
                return self
        raise ValueError(f"there is no stage {stage}")

    async def settle(self) -> None:
        """Pay box 2, which won 50 against 20 lost, and hand over the rest."""
        await self.do("PayWinner", box=2, from_losing_area=20_00, from_bank=30_00, commission=2_50)
        # The bank has lost 30: nothing is left of the losing wagers.
        left = {HOUSE: (0, 0), PLAYER: (50_00, 0), CO: (65_00, 65_00)}
        banker, house = left[self.round.bank.mode]
        await self.do("HandOverRest", to_banker=banker, to_float=house, commission=0)
