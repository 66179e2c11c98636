"""Series of cards, and the catalogue of those in use."""

from __future__ import annotations

from dataclasses import replace

from services.kernel.law import Standing
from services.verify.domain.cards.layout import SEVENTY_FIVE
from services.verify.domain.catalogue import (
    CATALOGUES,
    SeriesEntered,
    SeriesWithdrawn,
    UseSeries,
    WithdrawSeries,
)
from services.verify.domain.series import (
    SERIES,
    ChangeSeries,
    SellFrom,
    SeriesChanged,
    SeriesSoldFrom,
)
from tests.kit.law import Given
from tests.verify.domain.sales import (
    BLUE,
    GAME,
    RED,
    SERIAL,
    at,
    cards,
    in_use,
    made,
    make,
)

# -- series ------------------------------------------------------------------------------------


def test_a_series_is_made_changed_and_fixed_by_its_first_sale() -> None:
    (
        Given(SERIES)
        .when(make())
        .then(made())
        .when(ChangeSeries(" Azure ", "B 7", at(1)))
        .then(SeriesChanged("Azure", "B 7", at(1)))
        .when(SellFrom(GAME, at(2)))
        .then(SeriesSoldFrom(GAME, at(2)))
    )


def test_a_series_is_fixed_once_and_the_same_again_changes_nothing() -> None:
    sold = Given(SERIES, made(), SeriesSoldFrom(GAME, at(1)))
    sold.when(SellFrom("venues/akl/games/2026-11-29-08", at(2))).nothing()
    sold.when(ChangeSeries("Blue", SERIAL, at(2))).nothing()
    assert SERIES.standing(sold.state) is Standing.IN_PLAY


def test_cards_for_75_balls_are_made_one_by_one() -> None:
    of = cards(layout=SEVENTY_FIVE)
    assert of.sheet == 1
    Given(SERIES).when(make(of)).then(made(of))


# -- the catalogue -----------------------------------------------------------------------------


def test_series_come_into_use_and_go_out_of_it() -> None:
    use = UseSeries(BLUE, SERIAL, cards(), (), None, at())
    used = Given(CATALOGUES).when(use).then(SeriesEntered(in_use()))
    used.when(replace(use, at=at(9))).nothing()
    used.when(WithdrawSeries(BLUE, "2026", at(1))).then(SeriesWithdrawn(BLUE, at(1)))


def test_a_catalogue_is_open_while_a_series_is_in_it() -> None:
    entered = Given(CATALOGUES, SeriesEntered(in_use()))
    assert CATALOGUES.standing(entered.state) is Standing.IN_PLAY
    emptied = entered.when(WithdrawSeries(BLUE, "2026", at(1))).then(SeriesWithdrawn(BLUE, at(1)))
    assert CATALOGUES.standing(emptied.state) is Standing.WAITING


def test_the_same_numbers_under_another_serial_number_are_other_cards() -> None:
    other = UseSeries(RED, "B 7", cards(digest=b"r" * 32), (b"d" * 32,), None, at())
    Given(CATALOGUES, SeriesEntered(in_use())).when(other).then(
        SeriesEntered(in_use(RED, cards(digest=b"r" * 32), "B 7"))
    )


def test_a_series_that_changed_is_entered_anew() -> None:
    use = UseSeries(BLUE, "B 7", cards(), (), None, at())
    again = (
        Given(CATALOGUES, SeriesEntered(in_use()))
        .when(use)
        .then(SeriesEntered(in_use(serial="B 7")))
    )
    assert len(again.state.series) == 1
