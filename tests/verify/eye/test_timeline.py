"""What was seen after each announcement as the record is put right: as if it had always been so."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from services.verify.domain.cards.layout import SEVENTY_FIVE, Layout
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.game import folding, game
from services.verify.domain.game.announcing import counted, counts
from services.verify.domain.game.game import Game, Stage, Won
from services.verify.eye.engine import Engine, Look
from services.verify.eye.timeline import Timeline
from tests.verify.domain.claims import STAGES, TOP, Told
from tests.verify.domain.sales import at
from tests.verify.eye.kit import OF_CLAIMS, PACKS, naive, numbered

SOLD = range(101, 161)


def watching(told: Told) -> Timeline:
    """The three cards of the kit under our eye."""
    engine = Engine([each.pattern for each in STAGES])
    engine.load(OF_CLAIMS, numbered([1, 2, 3]))
    timeline = Timeline(engine, STAGES)
    timeline.follow(told.game)
    return timeline


def seen(timeline: Timeline, index: int, stage: int = 1) -> Look | None:
    """What was seen of a stage after an announcement."""
    return timeline.steps[index].of(stage)


def test_each_announcement_is_seen_once() -> None:
    told = Told().call(*TOP[:4])
    timeline = watching(told)
    assert seen(timeline, 3) == Look(0, (), 1)
    first = timeline.steps
    timeline.follow(told.call(TOP[4]).game)
    assert timeline.steps[:4] == first
    assert seen(timeline, 4) == Look(1, (1,), 0)


def test_a_wrong_announcement_completes_nothing_and_the_right_one_does() -> None:
    told = Told().call(*TOP[:4], 88)
    timeline = watching(told)
    told.tell(game.SaidWrongly(5, 88, TOP[4], 5, at(0)))
    timeline.follow(told.game)
    assert [counts(step.said) for step in timeline.steps] == [True] * 4 + [False, True]
    assert seen(timeline, 4) == Look(0, (), 1)
    assert seen(timeline, 5) == Look(1, (1,), 0)


def test_what_was_only_keyed_wrongly_had_been_announced_all_along() -> None:
    told = Told().call(*TOP[:3], 88, TOP[4])
    timeline = watching(told)
    assert seen(timeline, 4) == Look(0, (), 1)
    timeline.follow(told.tell(game.KeyedWrongly(4, TOP[3])).game)
    assert seen(timeline, 4) == Look(1, (1,), 0)


def test_a_stage_that_is_won_is_watched_no_longer_and_again_when_its_winner_is_voided() -> None:
    told = Told().call(*TOP)
    told.tell(game.Decided(told.cry(), (1,), False))
    told.call(2, 12, 22, 32, 42)
    timeline = watching(told)
    assert seen(timeline, 4) == Look(1, (1,), 0), "on the call that it was won on it still is"
    assert [step.open for step in timeline.steps[5:]] == [(2,)] * 5
    timeline.follow(told.tell(game.WinnersVoided(1, (1,))).game)
    assert seen(timeline, 9) == Look(1, (2,), 0)


def test_other_cards_are_looked_at_from_the_first_announcement_on() -> None:
    told = Told().call(*TOP)
    engine = Engine([each.pattern for each in STAGES])
    timeline = Timeline(engine, STAGES)
    timeline.follow(told.game)
    assert seen(timeline, 4) == Look(0, (), 0)
    engine.load(OF_CLAIMS, numbered([1]))
    timeline.again()
    timeline.follow(told.game)
    assert (seen(timeline, 3), seen(timeline, 4)) == (Look(0, (), 1), Look(1, (1,), 0))


# -- any game ----------------------------------------------------------------------------------


def opened(layout: Layout) -> Game:
    """A new game for these cards."""
    stages = (
        Stage(1, "line", Pattern("any_line" if layout is SEVENTY_FIVE else "any_row")),
        Stage(3, "second line", Pattern("two_rows")),
        Stage(2, "bingo", Pattern("full_card")),
    )
    window = WindowEnds.NEXT_SELECTED
    made = game.Opened("p", layout.numbers, "S", stages, "", window)
    return folding.opened(made)


@st.composite
def events(draw: st.DrawFn, known: Game, layout: Layout) -> game.Event:
    """Something that happens in a game, or is put right."""
    said = known.said
    used = {each.number for each in counted(said)}
    free = st.sampled_from([each for each in range(1, layout.numbers + 1) if each not in used])
    last = max((each.position for each in said), default=0)
    standing = [each for each in said if counts(each)]
    kind = draw(st.integers(0, 9)) if standing else 9
    if kind > 3:
        return game.Called(last + 1, draw(free), at(0))
    one = draw(st.sampled_from(standing)) if standing else said[0]
    if kind == 0:
        place = draw(st.sampled_from([one.position, last + 1]))
        return game.SaidWrongly(one.position, one.number, draw(free), place, at(0))
    if kind == 1:
        return game.KeyedWrongly(one.position, draw(free))
    if kind == 2:
        return game.TakenBack(one.position)
    return game.WinnersVoided(draw(st.sampled_from((1, 2, 3))), (1, 2))


@given(st.data())
@settings(max_examples=80)
def test_it_is_as_if_the_record_had_always_been_so(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(list(PACKS)))
    pack, known = PACKS[layout], opened(layout)
    engine = Engine([each.pattern for each in known.stages])
    engine.load(pack, numbered(SOLD))
    timeline = Timeline(engine, known.stages)
    for number in data.draw(st.permutations(range(1, layout.numbers + 1)))[:30]:
        known = folding.evolve(known, game.Called(len(known.said) + 1, number, at(0)))
    for _ in range(data.draw(st.integers(1, 12))):
        known = folding.evolve(known, data.draw(events(known, layout)))
        if data.draw(st.integers(0, 4)) == 0:
            won = Won(data.draw(st.sampled_from((1, 2, 3))), data.draw(st.integers(1, 30)), (1,))
            known = _with(known, won)
        timeline.follow(known)
    for index in data.draw(st.sets(st.integers(0, len(known.said) - 1), max_size=6)):
        called = [each.number for each in counted(known.said[: index + 1])]
        said = known.said[index]
        for place in timeline.steps[index].seen:
            by = said.number if counts(said) else 0
            wanted = naive(pack, SOLD, place.stage.pattern, called, by)
            assert place.look == wanted
    assert timeline.steps == _anew(known, layout).steps


def _with(known: Game, won: Won) -> Game:
    others = tuple(each for each in known.won if each.stage != won.stage)
    return replace(known, won=(*others, won))


def _anew(known: Game, layout: Layout) -> Timeline:
    """By an eye that was opened only now."""
    engine = Engine([each.pattern for each in known.stages])
    engine.load(PACKS[layout], numbered(SOLD))
    timeline = Timeline(engine, known.stages)
    timeline.follow(known)
    return timeline
