"""How the reasons of the pai gow law are reached, those from the wagers to the settlement."""

from __future__ import annotations

from services.paigow.domain.sitting import (
    accidents,
    boxes,
    confirming,
    dealing,
    differences,
    directions,
    exposing,
    exposures,
    setting,
    settling,
    wagers,
)
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, SetBy
from tests.paigow.domain.sitting.play import (
    BANK,
    CASINO,
    DEALER,
    LOSE,
    PUSH,
    SUPERVISOR,
    WIN,
    cut,
    deal,
    opened,
    played,
    prepared,
    seat,
    stacked,
    tiles,
    wagered,
)
from tests.paigow.domain.sitting.refusal_rows import (
    AMOUNTS,
    HANDS,
    WAGER,
    Row,
    all_set,
    amiss,
    dealt,
    lost,
    pushed,
    set_hand,
    showdown,
    wagering,
    won,
)
from tests.paigow.domain.sitting.test_house_way import AMISS

ROWS = (
    # wagers
    Row(
        "BANKS_HERE",
        lambda: prepared(1).do(cut()),
        wagers.PlaceWager(DEALER, 1, 5_00),
        "Box 1 has the chung: no player's wager goes there.",
    ),
    Row(
        "OFF_LIMITS",
        lambda: prepared(2).do(cut()),
        wagers.PlaceWager(DEALER, 2, 1_00),
        "A wager of NZD 1.00 is off the limits of this table, NZD 5.00 to NZD 500.00.",
    ),
    Row(
        "NO_WAGER_THERE",
        lambda: prepared(2).do(cut()),
        wagers.TakeBackWager(DEALER, 2),
        "There is no wager on box 2.",
    ),
    Row(
        "NO_WAGERS",
        lambda: prepared(2).do(cut()),
        wagers.CloseWagers(DEALER),
        "Nobody has wagered.",
    ),
    Row(
        "BANKER_WAGERS_LAST",
        lambda: wagering(Mode.CO).do(wagers.PlaceBankersWager(DEALER, 50_00)),
        WAGER,
        "The co-banker has wagered, and no other wager comes after that.",
    ),
    Row(
        "HOUSE_BANKS",
        lambda: prepared(2).do(cut()),
        wagers.PlaceBankersWager(DEALER, 50),
        "The house banks this round, and wagers nothing.",
    ),
    Row(
        "BANKERS_WAGER_DUE",
        lambda: wagering(Mode.PLAYER),
        wagers.CloseWagers(DEALER),
        "The player/banker wagers before the wagers are closed.",
    ),
    Row(
        "BANKERS_WAGER_TOO_SMALL",
        lambda: wagering(Mode.CO),
        wagers.PlaceBankersWager(DEALER, 24_50),
        "The co-banker wagers NZD 24.50, and that must be NZD 25.00 or more: the others "
        "wager NZD 50.00.",
    ),
    Row(
        "NOT_MATCHED",
        lambda: wagering(Mode.CO).do(wagers.PlaceBankersWager(DEALER, 50_00)),
        wagers.MatchBankersWager(DEALER, 49_50),
        "The house puts NZD 49.50 beside the co-banker's wager, which is NZD 50.00.",
    ),
    # steps
    Row("NO_ROUND", opened, WAGER, "There is no round: the tiles have not been cut."),
    Row("NOT_NOW", dealt, WAGER, "This is not the moment for it: in round 1 the hands are set."),
    # dealing
    Row(
        "DICE_IMPOSSIBLE",
        lambda: wagered(AMOUNTS),
        dealing.ShakeDice(DEALER, (0, 7, 1)),
        "Three dice cannot show 0, 7, 1.",
    ),
    Row(
        "NO_SUCH_TILE",
        lambda: wagered(AMOUNTS).do(dealing.ShakeDice(DEALER, (1, 2, 6))),
        dealing.DealHand(DEALER, 1, (0, 1, 2, 32)),
        "There is no tile 32: the 32 tiles are numbered 0 to 31.",
    ),
    Row(
        "TILE_TWICE",
        lambda: wagered(AMOUNTS).do(
            dealing.ShakeDice(DEALER, (1, 2, 6)), dealing.DealHand(DEALER, 1, tiles(BANK))
        ),
        dealing.DealHand(DEALER, 2, (0, 1, 2, 22)),
        "The tile nine 3-6 is dealt already, to box 1.",
    ),
    Row(
        "NOT_FOUR_TILES",
        lambda: wagered(AMOUNTS).do(dealing.ShakeDice(DEALER, (1, 2, 6))),
        dealing.DealHand(DEALER, 1, (0, 1, 2, 3, 4)),
        "A hand is four different tiles; for box 1 this was entered: 5.",
    ),
    Row(
        "NOT_THE_NEXT_BOX",
        lambda: wagered(AMOUNTS).do(dealing.ShakeDice(DEALER, (1, 2, 6))),
        dealing.DealHand(DEALER, 4, (0, 1, 2, 3)),
        "The next set goes to box 1, not to box 4.",
    ),
    Row(
        "TILES_NOT_READ",
        lambda: wagered(AMOUNTS).do(dealing.ShakeDice(DEALER, (1, 2, 6))),
        dealing.DealHand(DEALER, 1, ()),
        "The tiles of the set were not entered.",
    ),
    Row(
        "FROM_THE_SHOE",
        lambda: stacked(opened(practice=True).do(seat(2))).do(
            cut(), WAGER, wagers.CloseWagers(DEALER), dealing.ShakeDice(DEALER, (1, 2, 6))
        ),
        dealing.DealHand(DEALER, 1, (0, 1, 2, 3)),
        "On this training table the tiles come from the recorded shuffle and are not entered.",
    ),
    Row(
        "NO_CO_BANK",
        dealt,
        dealing.PlaceBankersTiles(DEALER),
        "Nobody co-banks with the house in this round.",
    ),
    # setting
    Row("NO_HAND", dealt, set_hand(7, WIN), "There is no hand at box 7."),
    Row(
        "HAND_VOID",
        lambda: dealt().do(
            exposures.RecordExposure(DEALER, 2, (0, 1), True), exposures.CallHandVoid(DEALER, 2)
        ),
        set_hand(2, WIN),
        "The hand at box 2 is void.",
    ),
    Row("NOT_ITS_TILES", dealt, set_hand(2, LOSE), "The hand at box 2 has other tiles."),
    Row(
        "HIGH_BELOW_LOW",
        lambda: deal(wagered({2: 5_00}), {2: PUSH}),
        set_hand(2, Laid(PUSH.low, PUSH.high)),
        "At box 2 the high hand is lower than the low hand.",
    ),
    Row(
        "BANKS_HAND",
        lambda: dealt(Mode.CO),
        set_hand(3, BANK),
        "The hand at box 3 is the bank's, and the dealer sets it the house way.",
    ),
    Row(
        "PLAYERS_OWN_HAND",
        lambda: dealt(Mode.PLAYER),
        setting.SetBankersHand(DEALER, BANK),
        "The player/banker sets the bank's hand in this round.",
    ),
    Row(
        "NOT_ALL_SET",
        dealt,
        setting.SetBankersHand(DEALER, BANK),
        "The hand at box 2 has not been set.",
    ),
    Row(
        "BANKS_HAND_SET",
        lambda: all_set(Mode.CO),
        set_hand(2, WIN),
        "The bank's hand is set, and all other hands stand as they are.",
    ),
    Row(
        "TILES_NOT_PLACED",
        lambda: dealt(Mode.CO).do(set_hand(2, WIN), set_hand(4, LOSE)),
        setting.SetBankersHand(DEALER, BANK),
        "The bank's tiles do not lie in front of the float tray yet.",
    ),
    Row(
        "PLAYER_AWAY",
        lambda: dealt().do(boxes.MarkAbsent(DEALER, 2, True)),
        set_hand(2, WIN),
        "The player of box 2 is away.",
    ),
    Row(
        "PLAYER_THERE",
        dealt,
        setting.SetHouseWay(DEALER, 2, SetBy.ABSENT),
        "The player of box 2 is not marked as away.",
    ),
    Row(
        "SET_WHILE_AWAY",
        lambda: dealt().do(
            boxes.MarkAbsent(DEALER, 2, True),
            setting.SetHouseWay(DEALER, 2, SetBy.ABSENT),
            boxes.MarkAbsent(DEALER, 2, False),
        ),
        set_hand(2, WIN),
        "The hand of box 2 was set the house way while its player was away, and stays so.",
    ),
    Row(
        "SET_FIRST",
        lambda: dealt().do(directions.DirectToSetFirst(CASINO, (4,), "seen")),
        set_hand(2, WIN),
        "The player of box 4 was told to set first, and has not.",
    ),
    Row(
        "DISTURBED",
        lambda: showdown().do(accidents.RecordDisturbed(DEALER, 2)),
        set_hand(2, WIN),
        "The tiles of box 2 were disturbed when they were exposed.",
    ),
    Row(
        "NOT_DISTURBED",
        showdown,
        setting.SetHouseWay(DEALER, 2, SetBy.DISTURBED),
        "The tiles of box 2 were not disturbed.",
    ),
    Row(
        "SET_THE_HOUSE_WAY",
        all_set,
        setting.SetBankersHand(DEALER, AMISS),
        "The bank's hand is set the house way.",
    ),
    Row(
        "HAND_STANDS",
        won,
        setting.SetBankersHand(DEALER, AMISS),
        "The first player's hand has been exposed: the bank's hand stands as it is.",
    ),
    Row(
        "CO_BANKER_SHOWS_TWO",
        dealt,
        setting.ExposeCoBankersTiles(DEALER, (20, 22)),
        "A co-banker may expose two of the bank's four tiles, before the hand is set: "
        "nobody co-banks.",
    ),
    # confirming
    Row(
        "NOT_THE_HOUSE_WAY",
        amiss,
        confirming.ConfirmHouseWay(SUPERVISOR),
        "The bank's hand is not set the house way, which is Look 1-5 and eight 2-6 high, "
        "nine 3-6 and five 1-4 low.",
    ),
    Row(
        "IS_THE_HOUSE_WAY",
        amiss,
        confirming.ReportNotHouseWay(SUPERVISOR, BANK),
        "What was found is the house way.",
    ),
    Row(
        "SET_BY_ITS_PLAYER",
        lambda: all_set(Mode.PLAYER),
        confirming.ConfirmHouseWay(SUPERVISOR),
        "The player/banker set this hand, and need not set it the house way.",
    ),
    Row(
        "BANKS_HAND_NOT_SET",
        dealt,
        confirming.ConfirmHouseWay(SUPERVISOR),
        "The bank's hand has not been set.",
    ),
    Row(
        "HOUSE_WAY_NOT_CONFIRMED",
        lambda: amiss().do(setting.SetBankersHand(DEALER, BANK)),
        exposing.ExposeBankersHand(DEALER),
        "The game supervisor has not confirmed that the bank's hand is set the house way.",
    ),
    # exposing
    Row(
        "NOT_THE_NEXT_HAND",
        showdown,
        exposing.ExposeHand(DEALER, 4, Outcome.LOSE),
        "The next hand is that of box 2, not of box 4.",
    ),
    Row(
        "NOT_EXPOSED",
        showdown,
        exposing.CollectWager(DEALER, 2, 50_00),
        "The hand of box 2 has not been exposed.",
    ),
    Row(
        "EXPOSED_ALREADY",
        showdown,
        exposing.ExposeBankersHand(DEALER),
        "The bank's hand is exposed.",
    ),
    Row(
        "BANK_COMES_FIRST",
        all_set,
        exposing.ExposeHand(DEALER, 2, Outcome.WIN),
        "The bank's hand has not been exposed.",
    ),
    Row(
        "LOSER_NOT_PICKED_UP",
        lost,
        exposing.ExposeHand(DEALER, 2, Outcome.WIN),
        "The losing wager of box 4 lies there still.",
    ),
    Row(
        "PUSH_NOT_CLEARED",
        pushed,
        exposing.ExposeHand(DEALER, 4, Outcome.WIN),
        "The tiles of the push at box 2 lie there still.",
    ),
    Row(
        "NOT_LOST",
        pushed,
        exposing.CollectWager(DEALER, 2, 5_00),
        "The wager of box 2 is not lost: the hand is a push.",
    ),
    Row(
        "NOT_A_PUSH",
        lost,
        exposing.ClearPush(DEALER, 4),
        "The hand of box 4 is no push: it is a loss.",
    ),
    # differences
    Row(
        "DIFFERS",
        showdown,
        exposing.ExposeHand(DEALER, 2, Outcome.PUSH),
        "The result that was entered is a push, and as worked out it is a win.",
    ),
    Row(
        "TABLE_STOPPED",
        lambda: showdown().tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH)),
        seat(5),
        "The table stands still: the result that was entered is a push, and as worked out "
        "it is a win.",
    ),
    Row(
        "NOTHING_DIFFERS",
        showdown,
        differences.DecideDifference(SUPERVISOR, True, "?"),
        "Nothing waits to be decided at this table.",
    ),
    Row(
        "AMOUNT_IS_THE_LAWS",
        lambda: lost().tried(exposing.CollectWager(DEALER, 4, 10_00)),
        differences.DecideDifference(SUPERVISOR, True, "?"),
        "The amount follows from the wagers and the rules, and is not for anybody to choose.",
    ),
    # settling
    Row(
        "NOT_ALL_EXPOSED",
        won,
        settling.PayWinner(DEALER, 2, 0, 50_00, 2_50),
        "Not all hands at the table have been exposed, and nobody is paid before.",
    ),
    Row(
        "NOT_THE_NEXT_WINNER",
        lambda: played({2: 5_00, 4: 5_00}, {2: WIN, 4: Laid((4, 5), (6, 7))}),
        settling.PayWinner(DEALER, 4, 0, 5_00, 0),
        "The next winner is box 2, not box 4.",
    ),
    Row(
        "NOT_WON",
        lambda: played(AMOUNTS, HANDS),
        settling.PayWinner(DEALER, 4, 0, 20_00, 1_00),
        "The wager of box 4 is not won, or paid already.",
    ),
    Row(
        "WINNERS_NOT_PAID",
        lambda: played(AMOUNTS, HANDS),
        settling.HandOverRest(DEALER, 0, 0, 0),
        "The winner at box 2 has not been paid.",
    ),
)
