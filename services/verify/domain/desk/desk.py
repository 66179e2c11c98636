"""The claim desk as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from services.kernel.law import Decider, Decision, Standing
from services.verify.domain.desk import opening, selling
from services.verify.domain.desk.opening import DeskOpened, OpenDesk
from services.verify.domain.desk.selling import (
    BlockRegistered,
    BlockReported,
    CloseSales,
    OpenSales,
    RegisterBlock,
    SalesAmended,
    SalesClosed,
    SalesClosing,
    SalesOpened,
    StopSales,
    TakeLateSale,
    TakeReport,
)
from services.verify.domain.desk.state import Desk, NotOnSale, State, Unopened

Command = OpenDesk | OpenSales | RegisterBlock | CloseSales | StopSales | TakeReport | TakeLateSale
Event = (
    DeskOpened
    | SalesOpened
    | BlockRegistered
    | SalesClosing
    | BlockReported
    | SalesClosed
    | SalesAmended
)


def decide(command: Command, desk: State) -> Decision[Event]:
    """What a command leads to."""
    match command, desk:
        case OpenDesk(), Unopened():
            return opening.open_desk(command)
        case OpenSales(), Desk():
            return selling.open_sales(command, desk)
        case RegisterBlock(), Desk():
            return selling.register_block(command, desk)
        case CloseSales(), Desk():
            return selling.close_sales(command, desk)
        case StopSales(), Desk():
            return selling.stop_sales(command, desk)
        case TakeReport(), Desk():
            return selling.take_report(command, desk)
        case TakeLateSale(), Desk():
            return selling.take_late_sale(command, desk)
    raise TypeError(f"{type(command).__name__} does not come to a desk {type(desk).__name__}")


_FOLDS = {
    SalesOpened: selling.sales_opened,
    BlockRegistered: selling.block_registered,
    SalesClosing: selling.sales_closing,
    BlockReported: selling.block_reported,
    SalesClosed: selling.sales_closed,
    SalesAmended: selling.sales_amended,
}


def evolve(desk: State, event: Event) -> State:
    """The desk after an event; checks no rule."""
    if isinstance(event, DeskOpened):
        return opening.desk_opened(event)
    return _FOLDS[type(event)](desk, event)  # type: ignore[operator,no-any-return]  # by its class


def standing(desk: State) -> Standing:
    """A desk is in play once cards are on sale."""
    if isinstance(desk, Desk) and not isinstance(desk.sales, NotOnSale):
        return Standing.IN_PLAY
    return Standing.WAITING


DESKS: Decider[Command, Event, State] = Decider(
    kind="claimDesks",
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(OpenDesk,),
)
