"""Jackpots, their ledgers and the figures of sessions in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from eyesdown.common.v1 import money_pb2
from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from eyesdown_client import EntryKind, JackpotPhase
from services.cli.common.output import amount, columns, last_change, plain, short, when
from services.cli.common.words import stage_word
from services.kernel.money import Money

PHASES = {
    JackpotPhase.RUNNING: "played for",
    JackpotPhase.WON: "won, not divided",
    JackpotPhase.SHARED: "won, not all paid",
    JackpotPhase.PAID: "won and paid",
    JackpotPhase.CARRIED_OVER: "carried over",
}
KINDS = {
    EntryKind.SEED: "the house's seed",
    EntryKind.HELD: "held of the receipts",
    EntryKind.GIVEN_BACK: "given back",
    EntryKind.ODD_CENTS: "did not divide",
    EntryKind.CARRIED_OVER: "carried over",
    EntryKind.WON: "won",
    EntryKind.SHARED: "shared",
    EntryKind.PAID: "paid",
    EntryKind.MADE_UP: "made up by the house",
    EntryKind.REPAID: "repaid",
    EntryKind.WRITTEN_OFF: "written off",
    EntryKind.LAPSED: "not collected",
}


def sheet(shown: jackpots_pb2.Jackpot, zone: tzinfo | None = None) -> Iterator[str]:
    """A cycle in words, with its last change on the clock of a zone."""
    terms = shown.terms
    yield f"{shown.name}   {plain(terms.title)}   {PHASES[JackpotPhase(shown.phase)]}"
    limits = f", at most {amount(terms.most)} at once" if terms.HasField("most") else ""
    share = f"{percent(terms.share)} of the receipts where a game says nothing else"
    yield f"  seed {amount(terms.seed)}, {share}{limits}"
    if shown.previous:
        yield f"  after {shown.previous}"
    if shown.won_by:
        yield f"  {amount(shown.won)} won by {shown.won_by} on call {shown.position}"
        yield f"  paid {amount(shown.paid)}; played for next: {shown.next}"
    elif shown.next:
        yield f"  closed; played for: {shown.next}"
    else:
        yield f"  played for: {amount(shown.pool)}"
    rows = [
        (
            each.game.rpartition("/")[2],
            "void" if each.void else "over" if each.ended else "",
            conditions(each.declared),
            percent(each.declared.share),
            amount(each.receipts) if each.HasField("receipts") else "",
            amount(each.held),
        )
        for each in shown.games
    ]
    if rows:
        head = ("game", "", "won by", "share", "receipts", "held")
        yield from columns([head, *rows], "  ")
    if zone:
        yield f"  last change {last_change(shown, zone, when)}"


def table(rows: Sequence[jackpots_pb2.JackpotRow]) -> Iterator[str]:
    """A line for each cycle."""
    if not rows:
        yield "No jackpots."
        return
    head = ("jackpot", "title", "", "played for", "won")
    cells = [
        (
            short(row.name),
            plain(row.terms.title),
            PHASES[JackpotPhase(row.phase)],
            amount(row.pool) if not row.won_by else "",
            f"{amount(row.won)} by {row.won_by.rpartition('/')[2]}" if row.won_by else "",
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def ledger_lines(shown: pb.ListEntriesResponse, currency: str) -> Iterator[str]:
    """Every entry in order, and what is in each account then."""
    rows = [
        (
            str(number),
            each.at.ToDatetime().strftime("%Y-%m-%d %H:%M:%S"),
            each.source,
            each.target,
            amount(each.amount),
            KINDS[EntryKind(each.kind)],
        )
        for number, each in enumerate(shown.entries, start=1)
    ]
    yield from columns([("", "UTC", "from", "to", "amount", ""), *rows])
    yield ""
    balances = [
        (each.account, Money(currency, each.minor_units).shown)
        for each in shown.balances
        if each.minor_units
    ]
    yield from columns([("account", "balance"), *balances])
    total = sum(each.minor_units for each in shown.balances)
    yield f"together {Money(currency, total).shown}"


def declared_words(shown: jackpots_pb2.GameJackpot) -> str:
    """What a game has to do with which jackpot."""
    if not shown.jackpot:
        return "no jackpot"
    how = conditions(shown.declared) or "it is only fed"
    return f"{shown.jackpot}, {percent(shown.declared.share)} of its receipts; {how}"


def figures(shown: jackpots_pb2.SessionFigures) -> Iterator[str]:
    """What a session took, paid and held."""
    head = ("game", "cards", "receipts", "prizes", "held", "payout", "jackpots", "paid", "")
    rows = [_figures(each, each.game.rpartition("/")[2]) for each in shown.games]
    yield shown.session
    yield from columns([head, *rows, _figures(shown.total, "together")], "  ")


def conditions(declared: jackpots_pb2.Declaration) -> str:
    """How it is won: "bingo in 50 calls"."""
    if not declared.stage:
        return ""
    title = stage_word(declared.stage)
    return f"{title} in {declared.within} calls" if declared.within else f"{title} on any call"


def percent(points: int) -> str:
    """Basis points as people read them: "12.5 %"."""
    whole, part = divmod(points, 100)
    return f"{whole}.{part:02}".rstrip("0") + " %" if part else f"{whole} %"


def _figures(shown: jackpots_pb2.GameFigures, name: str) -> tuple[str, ...]:
    amounts: list[money_pb2.Money] = [shown.receipts, shown.prizes, shown.held]
    return (
        name,
        str(shown.cards),
        *map(amount, amounts),
        percent(shown.payout),
        amount(shown.jackpots),
        amount(shown.paid),
        "may change" if shown.open else "",
    )
