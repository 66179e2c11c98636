"""What is told to be due: step by step through a round, whose each is, and by which clause."""

from __future__ import annotations

from services.paigow.domain.sitting import (
    accidents,
    boxes,
    closing,
    confirming,
    correcting,
    dealing,
    disputes,
    exposing,
    mixing,
    removal,
    setting,
    wagers,
)
from services.paigow.domain.sitting.next_steps import next_steps
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, SetBy
from services.paigow.domain.sitting.state import Finding, Gone
from tests.paigow.domain.sitting.play import (
    BANK,
    CASINO,
    CASINO2,
    DEALER,
    FLOAT,
    LOSE,
    PUSH,
    SUPERVISOR,
    WIN,
    Play,
    cut,
    deal,
    expose,
    open_sitting,
    opened,
    pay,
    played,
    prepared,
    rest,
    set_all,
    stacked,
    wagered,
)

Told = tuple[str, str, str, str]
DEAL, SUPER, CHIEF, SECOND = "dealer", "game supervisor", "casino supervisor", "second person"
HANDS = {2: WIN, 4: LOSE, 5: PUSH}
AMOUNTS = {2: 50_00, 4: 20_00, 5: 10_00}

STAFF: Told = ("AssignStaff", SUPER, "", "Relieve the dealer or the game supervisor.")
OFF: Told = ("CallOffRound", SUPER, "", "Call the round off: everything goes back.")
RESHUFFLE: Told = ("OrderReshuffle", SUPER, "PG-10.5", "Void the round and reshuffle.")
BEFORE = (OFF, RESHUFFLE, STAFF)
"""What may go wrong before a tile is dealt, and who relieves whom."""
DEALING: tuple[Told, ...] = (
    RESHUFFLE,
    ("RecordExposure", DEAL, "PG-10.4", "Record tiles that were exposed."),
    (
        *("CallHandVoid", DEAL, "PG-10.3(a)"),
        "A player calls the hand void, two tiles or more exposed by the dealer.",
    ),
    ("MarkAbsent", DEAL, "PG-10.17", "Record that a player is away, or back."),
    ("CorrectDice", SUPER, "", "Correct dice that were entered wrongly."),
)
MISDEAL: Told = ("DeclareMisdeal", SUPER, "PG-10.14", "Void a round dealt wrongly.")
HANDS_WRONG: tuple[Told, ...] = (
    ("CorrectDeal", SUPER, "", "Correct a hand that was entered wrongly."),
    ("RecordMixedHands", SUPER, "PG-10.16", "Record hands that were mixed."),
)
WHILE_DEALT = (*DEALING, MISDEAL, *HANDS_WRONG, STAFF)
NOT_HOUSE_WAY: Told = (
    *("ReportNotHouseWay", SUPER, "PG-10.8(a)"),
    "Report that the bank's hand is not set the house way.",
)
EXPOSED: tuple[Told, ...] = (
    *HANDS_WRONG,
    (
        *("RecordDisturbed", DEAL, "PG-10.15"),
        "Record that the hand being exposed was knocked down.",
    ),
    (
        *("RecordFouled", DEAL, ""),
        "Record that a hand was found with its high hand lower than its low hand.",
    ),
)
WHILE_EXPOSED = (MISDEAL, NOT_HOUSE_WAY, *EXPOSED, STAFF)
BETWEEN: tuple[Told, ...] = (
    ("GiveBank", DEAL, "PG-9.3(a)", "Offer the bank round; the chung goes with it."),
    ("SeatPlayer", DEAL, "PG-10.12", "Seat players at free boxes."),
    ("OrderReshuffle", SUPER, "PG-10.5", "Have the tiles reshuffled."),
    ("TakeCredit", SUPER, "", "Take a fill or a credit."),
)
CLOSE: Told = ("CountFloat", SUPER, "", "Count the float to close the table.")
TAKE_OUT: Told = (
    *("OrderRemoval", SUPER, "PG-10.9"),
    "Take a box or a player out for talking of tiles.",
)
CONFIRM: Told = (
    *("ConfirmHouseWay", SUPER, "PG-10.8(a)"),
    "Confirm that the bank's hand is set the house way.",
)
SHOW_BANK: Told = ("ExposeBankersHand", DEAL, "", "Expose the bank's hand.")


def told(play: Play) -> tuple[Told, ...]:
    return tuple((each.method, each.who, each.clause, each.says) for each in next_steps(play.state))


def sets(box: int) -> Told:
    return ("SetHand", DEAL, "", f"The player of box {box} sets the hand.")


# -- opening, between rounds, closing --------------------------------------------------------------


def test_before_it_is_open_the_float_is_counted_and_signed_for() -> None:
    assert told(Play().do(open_sitting())) == (
        ("SignOpening", SECOND, "", "Count the float and sign."),
        ("CountFloat", SUPER, "", "If the count was wrong, make it again."),
        STAFF,
    )


def test_between_rounds_the_tiles_are_shuffled_stacked_and_cut() -> None:
    play = opened()
    shuffle = ("ShuffleTiles", DEAL, "", "Shuffle all the tiles.")
    assert told(play) == (shuffle, *BETWEEN, CLOSE, STAFF)
    play.do(mixing.ShuffleTiles(DEALER, bytes(32)))
    stack = ("StackTiles", DEAL, "", "Stack the tiles in eight stacks of four.")
    assert told(play) == (stack, *BETWEEN, CLOSE, STAFF)
    play.do(mixing.StackTiles(DEALER, 1))
    laja = ("PerformLaja", DEAL, "PG-10.1", "A tile showed: perform a laja.")
    assert told(play) == (laja, *BETWEEN, CLOSE, STAFF)
    ready = ("CutTiles", DEAL, "", "Cut the tiles: a round begins.")
    assert told(stacked(opened())) == (ready, *BETWEEN, CLOSE, STAFF)


def test_a_counted_float_is_signed_for_or_decided_on() -> None:
    assert told(opened().do(closing.CountFloat(SUPERVISOR, FLOAT))) == (
        ("SignClosing", SECOND, "", "Count the float again and sign."),
        ("DecideCount", CHIEF, "", "If the count differs, decide with a reason."),
    )


# -- a round of the house --------------------------------------------------------------------------


def test_a_round_of_the_house() -> None:
    play = prepared(2, 4, 5).do(cut())
    assert told(play) == (
        ("PlaceWager", DEAL, "", "Take wagers."),
        ("CloseWagers", DEAL, "", "Close the wagers."),
        *BEFORE,
    )
    play = wagered(AMOUNTS)
    dice = ("ShakeDice", DEAL, "", "Shake the dice; the chung's box counts as one.")
    assert told(play) == (dice, *BEFORE)
    play.do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    first = play.round.order[0]
    assert told(play) == (
        ("DealHand", DEAL, "", f"The next set goes to box {first}."),
        *WHILE_DEALT,
    )
    play = deal(wagered(AMOUNTS), HANDS)
    waiting = tuple(sets(hand.box) for hand in play.round.players_hands)
    assert {each[3] for each in waiting} == {sets(box)[3] for box in HANDS}
    assert told(play) == (*waiting, *WHILE_DEALT)
    for box, laid in HANDS.items():
        play.do(setting.SetHand(DEALER, box, laid))
    house_way = ("SetBankersHand", DEAL, "", "Set the bank's hand the house way.")
    assert told(play) == (house_way, *WHILE_DEALT)
    play.do(setting.SetBankersHand(DEALER, BANK))
    assert told(play) == (CONFIRM, SHOW_BANK, *WHILE_DEALT)


def test_the_hands_of_a_round_of_the_house_are_exposed_and_paid() -> None:
    play = set_all(deal(wagered(AMOUNTS), HANDS), HANDS)
    assert told(play) == (SHOW_BANK, *WHILE_DEALT)
    play.do(exposing.ExposeBankersHand(DEALER))
    show = ("ExposeHand", DEAL, "", "Expose and match the hand of box 2.")
    assert told(play) == (show, *WHILE_EXPOSED)
    play.do(
        exposing.ExposeHand(DEALER, 2, Outcome.WIN), exposing.ExposeHand(DEALER, 4, Outcome.LOSE)
    )
    lost = ("CollectWager", DEAL, "", "Pick up the losing wager and the tiles of box 4.")
    assert told(play) == (lost, *WHILE_EXPOSED)
    play.do(exposing.CollectWager(DEALER, 4, 20_00), exposing.ExposeHand(DEALER, 5, Outcome.PUSH))
    push = ("ClearPush", DEAL, "", "Remove the tiles of the push at box 5; the wager remains.")
    assert told(play) == (push, *WHILE_EXPOSED)
    play.do(exposing.ClearPush(DEALER, 5))
    winner = ("PayWinner", DEAL, "PG-6.16", "Pay the winner at box 2.")
    assert told(play) == (winner, MISDEAL, NOT_HOUSE_WAY, STAFF)
    play.do(pay(play, 2))
    over = ("HandOverRest", DEAL, "", "Hand over what is left.")
    assert told(play) == (over, NOT_HOUSE_WAY, STAFF)


# -- co-banking and a player's bank ----------------------------------------------------------------


def test_a_round_with_a_co_banker_goes_by_9_3() -> None:
    play = prepared(2, 3, 4, 5, mode=Mode.CO, box=3).do(cut())
    after = ("PlaceBankersWager", DEAL, "PG-9.3(b)", "After all others the banker wagers.")
    assert told(play) == (("PlaceWager", DEAL, "", "Take wagers."), after, *BEFORE)
    for box, wager in AMOUNTS.items():
        play.do(wagers.PlaceWager(DEALER, box, wager))
    play.do(wagers.PlaceBankersWager(DEALER, 40_50))
    match = ("MatchBankersWager", DEAL, "PG-9.3(c)", "Put NZD 40.50 from the float beside it.")
    assert told(play) == (match, *BEFORE)
    play = wagered(AMOUNTS, Mode.CO, 3).do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    for box in play.round.order:
        law = "PG-9.3(a)" if box == 3 else ""
        assert told(play)[0] == ("DealHand", DEAL, law, f"The next set goes to box {box}.")
        laid = HANDS.get(box, BANK)
        play.do(dealing.DealHand(DEALER, box, (*laid.high, *laid.low)))
    place = (
        *("PlaceBankersTiles", DEAL, "PG-9.3(d)"),
        "Put the bank's tiles in front of the float tray.",
    )
    assert told(play)[0] == place
    play.do(dealing.PlaceBankersTiles(DEALER))
    see = (
        *("ExposeCoBankersTiles", DEAL, "PG-9.3(e)"),
        "The co-banker may be let expose two of the bank's tiles.",
    )
    assert told(play)[0] == see
    for box, laid in HANDS.items():
        play.do(setting.SetHand(DEALER, box, laid))
    last = ("SetBankersHand", DEAL, "PG-9.3(e)", "Set the bank's hand the house way.")
    assert told(play)[:2] == (see, last)
    play.do(setting.SetBankersHand(DEALER, BANK))
    assert told(play) == (CONFIRM, SHOW_BANK, *WHILE_DEALT)


def test_a_co_banker_who_has_seen_two_tiles_is_shown_no_more() -> None:
    play = deal(wagered(AMOUNTS, Mode.CO, 3), HANDS).do(dealing.PlaceBankersTiles(DEALER))
    play.do(setting.ExposeCoBankersTiles(DEALER, (20, 28)))
    assert "ExposeCoBankersTiles" not in {each[0] for each in told(play)}


def test_the_showdown_of_a_round_with_a_co_banker_goes_by_9_3() -> None:
    play = set_all(deal(wagered(AMOUNTS, Mode.CO, 3), HANDS), HANDS)
    play.do(exposing.ExposeBankersHand(DEALER))
    show = ("ExposeHand", DEAL, "PG-9.3(f)", "Expose and match the hand of box 4.")
    assert told(play) == (show, *WHILE_EXPOSED)
    play.do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE))
    lost = ("CollectWager", DEAL, "PG-9.3(g)", "Pick up the losing wager and the tiles of box 4.")
    assert told(play) == (lost, *WHILE_EXPOSED)


def test_the_hands_of_a_round_with_a_co_banker_are_exposed_and_paid() -> None:
    play = expose(set_all(deal(wagered(AMOUNTS, Mode.CO, 3), HANDS), HANDS), HANDS)
    winner = ("PayWinner", DEAL, "PG-9.3(i)", "Pay the winner at box 2.")
    assert told(play) == (winner, MISDEAL, NOT_HOUSE_WAY, STAFF)
    play.do(pay(play, 2))
    assert told(play)[0] == ("HandOverRest", DEAL, "PG-9.3(j)", "Hand over what is left.")


def test_a_push_with_a_co_banker_leaves_its_wager() -> None:
    play = set_all(deal(wagered({4: 10_00}, Mode.CO, 3), {4: PUSH}), {4: PUSH})
    play.do(exposing.ExposeBankersHand(DEALER), exposing.ExposeHand(DEALER, 4, Outcome.PUSH))
    assert told(play)[0][:3] == ("ClearPush", DEAL, "PG-9.3(h)")


def test_a_player_who_banks_sets_the_own_hand() -> None:
    play = deal(wagered(AMOUNTS, Mode.PLAYER, 3), HANDS)
    for box, laid in HANDS.items():
        play.do(setting.SetHand(DEALER, box, laid))
    assert told(play) == (sets(3), *WHILE_DEALT)
    play.do(setting.SetHand(DEALER, 3, BANK))
    assert told(play) == (SHOW_BANK, *WHILE_DEALT)
    over = played(AMOUNTS, HANDS, Mode.PLAYER, 3)
    winner = ("PayWinner", DEAL, "PG-9.2(j)", "Pay the winner at box 2.")
    assert told(over) == (winner, MISDEAL, STAFF)
    over.do(pay(over, 2))
    assert told(over)[0] == ("HandOverRest", DEAL, "PG-9.2(k)", "Hand over what is left.")
    assert "HandOverRest" not in {each[0] for each in told(over.do(rest(over)))}


# -- what goes wrong -------------------------------------------------------------------------------


def test_who_is_away_has_the_hand_set_the_house_way() -> None:
    play = deal(wagered({2: 50_00}), {2: WIN}).do(boxes.MarkAbsent(DEALER, 2, True))
    away = (
        *("SetHouseWay", DEAL, "PG-10.17"),
        "Set the hand of box 2 the house way: its player is away.",
    )
    assert told(play) == (away, *WHILE_DEALT)


def test_tiles_that_were_knocked_down_are_set_the_house_way() -> None:
    play = set_all(deal(wagered(AMOUNTS), HANDS), HANDS)
    play.do(exposing.ExposeBankersHand(DEALER), accidents.RecordDisturbed(DEALER, 2))
    upset = (
        *("SetHouseWay", DEAL, "PG-10.15"),
        "Set the disturbed tiles of box 2 the house way.",
    )
    assert told(play) == (upset, *WHILE_EXPOSED)


def test_a_hand_that_was_corrected_at_the_showdown_is_set_again() -> None:
    misread = Laid((0, 1), (2, 14))
    hands = {2: misread, 4: LOSE}
    play = set_all(deal(wagered(AMOUNTS), {**HANDS, 2: misread}), {**HANDS, **hands})
    play.do(exposing.ExposeBankersHand(DEALER), correcting.CorrectDeal(SUPERVISOR, 2, (0, 1, 2, 3)))
    assert told(play) == (sets(2), *WHILE_EXPOSED)


def test_the_banks_hand_that_was_found_not_to_be_the_house_way_is_set_again() -> None:
    for mode, command in ((Mode.HOUSE, "SetBankersHand"), (Mode.PLAYER, "SetHouseWay")):
        box = 1 if mode is Mode.HOUSE else 3
        play = deal(wagered(AMOUNTS, mode, 0 if mode is Mode.HOUSE else 3), HANDS)
        for each, laid in HANDS.items():
            play.do(setting.SetHand(DEALER, each, laid))
        if mode is Mode.PLAYER:
            play.do(setting.SetHouseWay(DEALER, box, SetBy.REQUEST))
        else:
            play.do(setting.SetBankersHand(DEALER, BANK))
        play.do(confirming.ConfirmHouseWay(SUPERVISOR), exposing.ExposeBankersHand(DEALER))
        amiss = confirming.ReportNotHouseWay(SUPERVISOR, Laid((22, 24), (20, 28)))
        play.do(amiss)
        again = (command, DEAL, "PG-10.8(a)", "Set the bank's hand again, the house way.")
        assert told(play)[0] == again


def test_a_removal_is_ordered_shaken_for_acknowledged_and_decided() -> None:
    play = prepared(*range(2, 9))
    ready = ("CutTiles", DEAL, "", "Cut the tiles: a round begins.")
    assert told(play) == (ready, *BETWEEN, TAKE_OUT, CLOSE, STAFF)
    assert TAKE_OUT in told(prepared(*range(2, 9)).do(cut()))
    assert TAKE_OUT not in told(prepared(*range(2, 8)))
    assert TAKE_OUT not in told(prepared(*range(1, 9), mode=Mode.PLAYER, box=3))
    play.do(removal.OrderRemoval(SUPERVISOR, Gone.BOX, 0, "signs between boxes 4 and 5"))
    notice = ("AcknowledgeNotice", CHIEF, "PG-10.9", "Acknowledge the notice of removal 1.")
    shake = ("ShakeForRemoval", DEAL, "PG-10.10", "Shake the dice for the box of removal 1.")
    assert told(play)[:3] == (notice, shake, ready)
    play.do(removal.AcknowledgeNotice(CASINO, 1))
    decide = (
        *("DecideRemoval", CHIEF, "PG-10.9"),
        "Decide whether removal 1 holds in later rounds.",
    )
    assert told(play)[:3] == (decide, shake, ready)


def test_a_dispute_is_ruled_on() -> None:
    play = played(AMOUNTS, HANDS).do(disputes.OpenDispute(SUPERVISOR, 1, 4, "a push", ""))
    rule = ("RuleDispute", CHIEF, "", "Rule dispute 1.")
    assert told(play)[-2:] == (rule, STAFF)
    play.do(disputes.RuleDispute(CASINO, 1, Finding.STANDS, 0, "seen on camera 7"))
    review = ("ReviewDispute", CHIEF, "", "Another casino supervisor reviews dispute 1.")
    assert told(play)[-2:] == (review, STAFF)
    play.do(disputes.ReviewDispute(CASINO2, 1))
    assert told(play)[-1] == STAFF
    assert "ReviewDispute" not in {each[0] for each in told(play)}


def test_what_differs_is_decided_first() -> None:
    play = set_all(deal(wagered(AMOUNTS), HANDS), HANDS)
    play.do(exposing.ExposeBankersHand(DEALER)).tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH))
    first = (
        *("DecideDifference", SUPER, ""),
        "Decide what differs; until then the table stands still.",
    )
    fill = ("TakeFill", SUPER, "", "Take a fill.")
    assert told(play) == (first, MISDEAL, *EXPOSED, fill, STAFF)
