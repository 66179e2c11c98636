"""Pai gow tables in words: the table, its rounds move by move, and what may be done now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from eyesdown.paigow.v1 import sitting_pb2
from services.cli.common.output import clock_time, columns, last_change, plain, short
from services.kernel.money import Money
from services.paigow.domain.tiles.tiles import face_of

PHASES = {
    sitting_pb2.PHASE_OPENED: "opened, its float to be signed",
    sitting_pb2.PHASE_IN_PLAY: "in play",
    sitting_pb2.PHASE_STOPPED: "stopped by a difference",
    sitting_pb2.PHASE_COUNTED: "counted, to be signed",
    sitting_pb2.PHASE_CLOSED: "closed",
}
MODES = {
    sitting_pb2.MODE_HOUSE: "the house",
    sitting_pb2.MODE_PLAYER: "the player/banker",
    sitting_pb2.MODE_CO: "the co-bankers",
}
SET_BY = {
    sitting_pb2.SET_BY_PLAYER: "by its player",
    sitting_pb2.SET_BY_REQUEST: "the house way, on request",
    sitting_pb2.SET_BY_ABSENT: "the house way, the player away",
    sitting_pb2.SET_BY_DISTURBED: "the house way, disturbed",
    sitting_pb2.SET_BY_BANK: "by the dealer",
    sitting_pb2.SET_BY_FOULED: "the house way, found with the high hand lower",
}


def table(found: Sequence[sitting_pb2.SittingRow]) -> Iterator[str]:
    """A line for each sitting."""
    if not found:
        yield "No sittings."
        return
    head = ("sitting", "table", "phase", "rounds", "boxes", "limits", "float", "")
    cells = [
        (
            short(row.name),
            plain(row.table),
            phase_words(row.phase),
            str(row.rounds),
            str(row.seats),
            f"{_money(row, row.limits.least)} to {_money(row, row.limits.most)}",
            _money(row, row.float_total),
            "practice" if row.practice else "",
        )
        for row in found
    ]
    yield from columns([head, *cells])


def phase_words(phase: int) -> str:
    """A phase of a sitting as people say it."""
    return next((words for each, words in PHASES.items() if each == phase), "unknown")


def sheet(sitting: sitting_pb2.Sitting, zone: tzinfo) -> Iterator[str]:
    """A table in words; instants are shown on the clock of `zone`."""
    practice = ", practice" if sitting.practice else ""
    yield f"{sitting.name}   {phase_words(sitting.phase)}{practice}"
    yield from columns(list(_about(sitting, zone)), "  ")
    yield ""
    yield "Boxes"
    yield from columns([_box(box, sitting) for box in range(1, 9)], "  ")
    yield ""
    yield "Float"
    yield from columns([_entry(each, sitting, zone) for each in sitting.ledger], "  ")
    yield from _cases(sitting)
    yield ""
    yield from explained(sitting)


def explained(sitting: sitting_pb2.Sitting) -> Iterator[str]:
    """What may be done now, whose it is, and by which clause."""
    if sitting.HasField("difference"):
        waits = sitting.difference
        where = f" at box {waits.box}" if waits.box else ""
        yield f"What differs{where}: entered {waits.entered}; worked out {waits.computed}."
    if not sitting.next_steps:
        yield "Nothing more is to be done."
        return
    yield "What may be done now"
    cells = [(each.method, each.who, each.clause, each.says) for each in sitting.next_steps]
    yield from columns(cells, "  ")


def record(played: sitting_pb2.Round, currency: str) -> Iterator[str]:
    """A round in words: who banked, every wager, every hand, what it came to."""
    bank = played.bank
    step = sitting_pb2.Step.Name(played.step).removeprefix("STEP_").lower()
    void = f" under {played.void}" if played.void else ""
    yield (
        f"Round {played.number}: {MODES.get(bank.mode, 'unknown')} with the chung on box "
        f"{bank.box}; {step}{void}"
    )
    if played.bankers_wager:
        yield f"  banker's wager {Money(currency, played.bankers_wager).shown}"
    if played.dice:
        dice = " + ".join(map(str, played.dice))
        yield f"  dice {dice} = {sum(played.dice)}, first set to box {played.first_box}"
    wagers = {wager.box: wager for wager in played.wagers}
    cells = []
    for box in sorted({*wagers, *(hand.box for hand in played.hands)}):
        hand = next((each for each in played.hands if each.box == box), None)
        wager = wagers.get(box)
        staked = Money(currency, wager.amount).shown if wager else "bank"
        cells.append((f"box {box}", staked, *_hand(hand)))
    if cells:
        yield from columns(cells, "  ")


def tiles(numbers: Sequence[int]) -> str:
    """ "Teen 6-6 and nine 3-6"."""
    return " and ".join(face_of(tile).shown for tile in numbers)


def _hand(hand: sitting_pb2.Hand | None) -> tuple[str, str, str]:
    if hand is None:
        return ("", "", "")
    if hand.HasField("laid"):
        lying = f"{tiles(hand.laid.high)} over {tiles(hand.laid.low)}"
    else:
        lying = ", ".join(face_of(tile).shown for tile in hand.tiles)
    marks = [SET_BY[hand.set_by]] if hand.set_by in SET_BY else []
    if hand.shown:
        marks.append(f"exposed by the dealer: {tiles(hand.shown)}")
    if hand.shown_by_player:
        marks.append(f"exposed by its player: {tiles(hand.shown_by_player)}")
    if hand.void:
        return (lying, f"void under {hand.void}", ", ".join(marks))
    outcome = sitting_pb2.Outcome.Name(hand.outcome).removeprefix("OUTCOME_").lower()
    return (lying, outcome if hand.outcome else "", ", ".join(marks))


def _about(sitting: sitting_pb2.Sitting, zone: tzinfo) -> Iterator[tuple[str, str]]:
    rules = sitting.rules
    rounding = sitting_pb2.Rounding.Name(rules.commission_rounding).removeprefix("ROUNDING_")
    smallest = _money(sitting, min(sitting.denominations, default=0))
    yield "table", plain(sitting.table)
    yield "profile", sitting.profile
    least, most = (_money(sitting, each) for each in (sitting.limits.least, sitting.limits.most))
    yield "limits", f"{least} to {most}"
    rate = f"{rules.commission / 100:g} %"
    yield "commission", f"{rate}, rounded {rounding.lower()} to {smallest} (assumed)"
    yield "house way", f"{rules.house_way}, ties {rules.house_way_ties}"
    yield "bank", f"{MODES.get(sitting.bank.mode, 'unknown')}, chung on box {sitting.bank.box}"
    for each in sitting.staff:
        post = sitting_pb2.Post.Name(each.post).removeprefix("POST_").lower().replace("_", " ")
        yield post, f"{plain(each.person)}, since {clock_time(each.since, zone)}"
    if sitting.english_only:
        yield "directed", "English only"
    if sitting.first_boxes:
        boxes = ", ".join(map(str, sitting.first_boxes))
        yield "directed", f"boxes {boxes} set their hands first"
    yield "rounds", str(sitting.rounds)
    yield "last change", last_change(sitting, zone)


def _box(box: int, sitting: sitting_pb2.Sitting) -> tuple[str, str, str, str]:
    seat = next((each for each in sitting.seats if each.box == box), None)
    wager = next((each for each in sitting.round.wagers if each.box == box), None)
    marks = [
        *(["Off"] if box in sitting.off else []),
        *(["chung"] if box == sitting.bank.box else []),
        *(["away"] if seat and seat.absent else []),
    ]
    return (
        str(box),
        plain(seat.player) if seat else "",
        _money(sitting, wager.amount) if wager else "",
        ", ".join(marks),
    )


def _entry(
    entry: sitting_pb2.FloatEntry, sitting: sitting_pb2.Sitting, zone: tzinfo
) -> tuple[str, ...]:
    kind = sitting_pb2.Entry.Name(entry.entry).removeprefix("ENTRY_").lower()
    chips = ", ".join(
        f"{each.count} x {_money(sitting, each.denomination)}" for each in entry.chips
    )
    signed = f"{plain(entry.by)} and {plain(entry.signed_by)}" if entry.signed_by else entry.by
    return (clock_time(entry.at, zone), kind, _money(sitting, entry.total), signed, chips)


def _cases(sitting: sitting_pb2.Sitting) -> Iterator[str]:
    if sitting.removals:
        yield ""
        yield "Taken out of play"
        for each in sitting.removals:
            what = f"player {each.player}" if each.player else f"box {each.box or 'to be named'}"
            state = "back" if each.over else "out" if each.out else "to be decided"
            yield f"  {each.removal}  {what}, {state}: {plain(each.suspicion)}"
    if sitting.disputes:
        yield ""
        yield "Disputes"
        for case in sitting.disputes:
            state = (
                "reviewed" if case.reviewed_by else "ruled" if case.HasField("ruling") else "open"
            )
            yield (
                f"  {case.dispute}  round {case.record.number}, box {case.box}, {state}: "
                f"{plain(case.about)}"
            )


def _money(of: sitting_pb2.Sitting | sitting_pb2.SittingRow, amount: int) -> str:
    return Money(of.currency, amount).shown
