"""Stories in which everything happens that a tournament and a session table keep on record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from services.tournament.domain.terms import TableEnd
from services.tournament.domain.tournament import (
    books,
    conditions,
    entries,
    extraordinary,
    goods,
    holding,
    leaving,
    log,
    prizes,
    results,
    rulings,
    seating,
    sessions,
)
from services.tournament.domain.tournament.conditions_state import Prize
from services.tournament.domain.tournament.parts import Cancelling, FrozenRecord, Kind
from services.tournament.domain.tournament.pool import pool_of
from tests.tournament.domain.table import play as tables
from tests.tournament.domain.tournaments import (
    CASS,
    DORA,
    EARLY,
    FINAL,
    HEAT,
    HOUR,
    OLGA,
    START,
    Story,
    confirm,
    nzd,
    seat_session,
    tallied,
)
from tests.tournament.domain.tournaments import conditions as usual

RULES, NO_GO = leaving.Failing.RULES, Cancelling.DOES_NOT_PROCEED
PRIZES = (Prize(1, 0, 6000, ""), Prize(2, 60_00, 0, ""), Prize(3, 0, 0, "a weekend"))
STAGES = (replace(HEAT, advance=2), FINAL)


def played_to_the_end() -> Sequence[Any]:
    """Eight players, a heat and a final of three; a ruling, and placings that are opened again."""
    made = usual(stages=STAGES, prizes=PRIZES, most=8)
    story = Story(made)
    story.do(conditions.AmendConditions(replace(made, title="Summer Open"), OLGA, EARLY))
    story.publish().enter(7)
    story.apply(endorsed=False).do(
        entries.EndorseConditions(8, True, True, True, EARLY),
        entries.AcceptApplicant(8, EARLY),
    )
    story.apply(2).do(
        entries.AcceptApplicant(9, EARLY),
        entries.RefuseApplicant(10, "barred", OLGA, EARLY),
        leaving.WithdrawEntry(9, EARLY),
        leaving.PayRefund(9, CASS, EARLY),
        prizes.AddValue(Kind.CASH, nzd(100), "from the house", OLGA, EARLY),
        prizes.AddValue(Kind.GOODS, None, "a cup", OLGA, EARLY),
        log.GiveNotice("Doors open at six", "by letter", (), OLGA, EARLY),
    )
    _heat(story)
    _final(story)
    return story.events


def _heat(story: Story) -> None:
    dropped = story.seat()
    story.do(seating.DropSession(dropped, "another room", OLGA, EARLY))
    heat = story.seat()
    player = story.players(heat, 1)[0]
    story.do(
        seating.ChangeSeat(heat, player, 1, 7, "sees badly", OLGA, EARLY),
        sessions.MoveSession(heat, START + HOUR, "a fair", "by letter", DORA, EARLY),
    )
    story.start(heat).do(
        holding.HoldSession(heat, "alarm", DORA, story.at),
        holding.ResumeSession(heat, DORA, story.at),
        log.WarnPlayer(player, "talked", DORA, story.at),
    )
    for table, chips in ((1, (900, 700, 500, 0)), (2, (900, 800, 700, 700))):
        by_box = dict(zip(story.players(heat, table), chips, strict=True))
        story.tally(heat, table, tallied(by_box))
    corrected = tallied(dict(zip(story.players(heat, 2), (900, 700, 700, 0), strict=True)))
    about = ("a stack counted twice", "gus", story.at)
    story.do(results.CorrectTableResult(heat, 2, corrected.tallies, TableEnd.LENGTH, (), *about))
    story.played(story.playoff(heat, 2), (900, 0), table=2)
    for out in story.players(heat, 1)[1:]:
        story.do(leaving.DisqualifyPlayer(out, RULES, "hid chips", DORA, story.at))


def _final(story: Story) -> None:
    story.do(
        extraordinary.AllowFewer(2, "three were disqualified", DORA, story.at),
        sessions.PlanSession(2, story.at, story.at),
    )
    final = len(story.state.sessions)
    story.do(seat_session(final))
    story.played(final, (900, 700, 500)).do(confirm(story))
    first, second, third = story.players(final)
    story.do(
        rulings.RuleOnResult(final, 1, second, 1000, "a miscount", DORA, story.at),
        confirm(story),
        goods.DecideGoods(0, 2, third, "as announced", DORA, story.at),
        log.OpenDispute("the last card", (first,), (FrozenRecord("a table", 7),), OLGA, story.at),
        log.RuleDispute(1, "it stands", DORA, story.at),
        leaving.PayRefund(10, CASS, story.at),
    )
    free = pool_of(story.state).free
    story.do(rulings.RuleOnHeld(third, nzd(0, free), "the rest", DORA, story.at))
    due = [each.award for each in story.state.awards if each.due]
    story.do(*(prizes.PayPrize(number, CASS, story.at) for number in due))
    story.do(books.CloseTournament(OLGA, story.at))


def cancelled() -> Sequence[Any]:
    """Nobody comes but one who waits and one who is disqualified; what was added comes back."""
    made = usual(stages=(FINAL,), most=4)
    story = Story(made).publish().enter(4).apply()
    story.do(
        entries.AcceptApplicant(5, EARLY),
        leaving.DisqualifyPlayer(1, RULES, "rude", OLGA, EARLY),
        prizes.AddValue(Kind.CASH, nzd(100), "from the house", OLGA, EARLY),
        leaving.CancelTournament(NO_GO, "a fire", OLGA, EARLY),
        extraordinary.ReturnHeld("added by the house", OLGA, EARLY),
    )
    return story.events


def without_a_final() -> Sequence[Any]:
    """A heat, and then a fire."""
    story = Story(usual(stages=STAGES)).publish().enter(8)
    story.start(story.seat())
    for table in (1, 2):
        chips = dict(zip(story.players(1, table), (900, 700, 500, 300), strict=True))
        story.tally(1, table, tallied(chips))
    story.do(extraordinary.EndWithoutFinal("a fire", DORA, story.at))
    return story.events


def never_played() -> Sequence[Any]:
    """Seats that are changed, and drawn again elsewhere."""
    play = tables.Play(tables.open_table(), tables.director())
    play.do(tables.change_seats(*tables.seats(1, 3, 4, 6)), tables.void_seating())
    return play.events


def wagers() -> Sequence[Any]:
    """What is done with wagers, a round that is void, a hold, and a player who goes and comes."""
    play = tables.started()
    play.do(tables.change_sign(replace(tables.SIGN, maximum=600)))
    play.do(tables.name(3), tables.leave(7), tables.back(7))
    play.do(tables.wager(1, 105), tables.take_back(1), tables.wager(1, 105))
    play.do(tables.correct_wager(1, 100))
    play.do(*(tables.wager(box, 100) for box in (3, 4, 7)), tables.deal(), tables.void_round())
    play.do(tables.hold(), tables.resume())
    return play.events


def late_and_low() -> Sequence[Any]:
    """A wager that comes too late, and a second one that is too low and waits for a ruling."""
    play = tables.started()
    play.do(tables.limit_time(), tables.wager(1, 5, oversight=True))
    play.do(*(tables.wager(box) for box in (3, 4, 7)), tables.deal())
    lost = (tables.hand(box, tables.LOST) for box in (3, 4, 7))
    play.do(tables.record(tables.hand(1, tables.LOST, 5), *lost))
    play.do(tables.restrict(3, 2, second=40), tables.wager(3, 10, 2, second=41))
    play.do(tables.wager(4, 100, 2, second=42), tables.wager(7, 100, 2, second=43))
    play.do(tables.wager(1, 5, 2, oversight=True, second=44), tables.deal(2, second=45))
    play.do(tables.rule_on_wager(1, False))
    return play.events


def by_the_clock() -> Sequence[Any]:
    """Time is up, and the director rules that the round had begun."""
    play = tables.wagered(tables.terms(tables.MINUTES_20))
    play.do(tables.time(1200), tables.rule_begun())
    return play.events


def to_the_tally() -> Sequence[Any]:
    """One round, read wrongly and put right; a tally that is corrected; chips that are returned."""
    play = tables.dealt(tables.terms(tables.rounds(2)))
    boxes = (1, 3, 4, 7)
    lost = [tables.hand(box, tables.LOST) for box in boxes]
    play.do(tables.record(*lost))
    play.do(tables.correct_round(tables.hand(1, tables.WON), *lost[1:]))
    play.do(tables.disqualify(7))
    play.round()
    play.do(tables.count(*play.chips.items()), tables.correct_chips(3, 950))
    play.do(*(tables.hand_in(box) for box in boxes), tables.close())
    return play.events


def timed() -> Sequence[Any]:
    """Time is up while a round is played."""
    play = tables.dealt(tables.terms(tables.MINUTES_20))
    play.do(tables.time(1200))
    return play.events


TOURNAMENT_STORIES: Mapping[str, Callable[[], Sequence[Any]]] = {
    "played": played_to_the_end,
    "cancelled": cancelled,
    "without-a-final": without_a_final,
}
TABLE_STORIES: Mapping[str, Callable[[], Sequence[Any]]] = {
    "never-played": never_played,
    "wagers": wagers,
    "late-and-low": late_and_low,
    "by-the-clock": by_the_clock,
    "timed": timed,
    "to-the-tally": to_the_tally,
}
