"""How the reasons of the session table are reached from the first card to the last chip."""

from __future__ import annotations

from services.tournament.domain.table.leaving import DisqualifiedFor, LeaveGround
from services.tournament.domain.table.state import Disposal
from tests.tournament.domain.table.play import (
    LOST,
    back,
    correct_chips,
    correct_round,
    count,
    deal,
    dealt,
    disqualify,
    hand,
    hand_in,
    hold,
    leave,
    record,
    record_cards,
    resume,
    rule_begun,
    shuffle,
    started,
    void_round,
    wager,
    wagered,
)
from tests.tournament.domain.table.refusals import FOUR, Row, after, finished, low_twice, over

ROWS = (
    # rounds
    Row("CARDS_OUT", dealt, deal(), "Round 1 is under way: its first card has left the shoe."),
    Row("WAGERS_MISSING", started, deal(), "Not all have wagered: it is the turn of box 1."),
    Row(
        "NOBODY_WAGERS",
        lambda: after(started(), *(leave(box) for box in (1, 3, 4, 7))),
        deal(),
        "No wager lies on the layout.",
    ),
    Row(
        "COUNT_UNDECIDED",
        lambda: after(started(), count((1, 995)), *(wager(box) for box in (1, 3, 4, 7))),
        deal(),
        "The count of box 1 differs from the ledger and is not decided.",
    ),
    Row("NO_CARD_OUT", wagered, record(), "The first card of round 1 has not left the shoe."),
    Row(
        "WAGER_RULING_NEEDED",
        lambda: after(low_twice(), wager(1, 5, 2, oversight=True), deal(2)),
        record(round_=2),
        "A void wager of box 1 waits for the director's ruling.",
    ),
    Row("HANDS_DIFFER", dealt, record(hand(2, LOST)), "No wager that counts lies on box 2."),
    Row(
        "ROUND_GONE",
        started,
        correct_round(),
        "Round 1 cannot be recorded anew: something else has followed it.",
    ),
    Row(
        "NOT_ENDED_BY_TIME",
        over,
        rule_begun(),
        "No complete round of wagers was stopped by the time.",
    ),
    Row(
        "SHUFFLE_NEEDED",
        lambda: after(wagered(), hold(vacated=True), resume()),
        deal(),
        "The cards have to be shuffled first: the table was vacant.",
    ),
    Row(
        "ROUND_LEFT_ALONE",
        lambda: after(dealt(), hold(vacated=True), resume()),
        shuffle(second=170),
        "Round 1 was under way when the table was left.",
    ),
    Row("SHUFFLE_NOT_DUE", started, shuffle(), "No shuffle is due: shoe 1 is in play."),
    Row(
        "CARDS_IMPOSSIBLE",
        dealt,
        record_cards("10H 7X", *FOUR),
        "'7X' is no card.",
    ),
    Row(
        "PLAY_NOT_ALLOWED",
        dealt,
        record_cards("10H 6D", *FOUR),
        "The dealer stood on 16.",
    ),
    # the table and its clock
    Row(
        "TABLE_HELD",
        lambda: after(started(), hold()),
        wager(1),
        "The table is held since 08:01:40 UTC: fire alarm.",
    ),
    Row(
        "HELD_BEFORE",
        lambda: after(started(), hold()),
        hold(),
        "The table is held already, since 08:01:40 UTC.",
    ),
    Row("TABLE_NOT_HELD", started, resume(), "The table is not held."),
    Row(
        "SESSION_HELD_TOO",
        lambda: after(started(), hold(session=True)),
        resume(),
        "The whole session is held, not this table alone.",
    ),
    Row("SAY_WHY", dealt, void_round(reason=" "), "No reason was given."),
    Row(
        "LEAVE_NOT_GIVEN",
        started,
        leave(3, LeaveGround.NONE),
        "The player of box 3 may not leave: it is no emergency, and the director did not approve.",
    ),
    Row(
        "AWAY_ALREADY",
        lambda: after(started(), leave(3)),
        leave(3),
        "The player of box 3 is away already.",
    ),
    Row("NOT_AWAY", started, back(3), "The player of box 3 is not away."),
    Row(
        "OUT_ALREADY",
        lambda: after(started(), disqualify(3)),
        disqualify(3),
        "The player of box 3 is out of the session already.",
    ),
    Row(
        "LEFT_FOR_GOOD",
        lambda: after(started(), leave(3, for_good=True)),
        back(3),
        "The player of box 3 left for good.",
    ),
    Row(
        "CHIPS_IN_VIEW",
        started,
        disqualify(3, DisqualifiedFor.HIDDEN_CHIPS, ""),
        "The chips of box 3 were neither hidden nor removed as far as this says.",
    ),
    # chips
    Row("COUNT_BETWEEN_ROUNDS", wagered, count((1, 5)), "Wagers of round 1 lie on the layout."),
    Row("COUNTED_TWICE", over, count((1, 5), (1, 6)), "A box stands twice in this count."),
    Row(
        "CHIPS_IN_PLAY",
        wagered,
        correct_chips(1, 99),
        "100 of box 1 lies on the layout, more than the 99 it is to have.",
    ),
    Row("TALLIED_BEFORE", finished, count((1, 5)), "The session is tallied at this table."),
    Row(
        "CHIPS_NOT_PRESENTED",
        over,
        hand_in(1),
        "The session at this table is not tallied yet.",
    ),
    Row(
        "CHIPS_GO_BACK",
        finished,
        hand_in(1, Disposal.KEPT),
        "The chips of box 1 were given free and are the operator's.",
    ),
    Row(
        "NOT_REDEEMED",
        finished,
        hand_in(1, Disposal.REDEEMED),
        "The chips of box 1 were given free: the rule on redeeming chips does not hold for them.",
    ),
    Row(
        "NOT_YET_KEPT",
        lambda: over(free=False),
        hand_in(1, Disposal.KEPT),
        "Chips are kept or redeemed when the session has ended and they are tallied.",
    ),
    Row(
        "DISPOSED_BEFORE",
        lambda: after(finished(), hand_in(1)),
        hand_in(1),
        "It is on record what became of the chips of box 1.",
    ),
)
