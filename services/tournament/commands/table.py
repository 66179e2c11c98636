"""What was given as a command of a session table: pure, so that anyone can make it again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from google.protobuf.message import Message

from eyesdown.tournament.v1 import table_events_pb2, table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as pb
from eyesdown.tournament.v1 import terms_pb2 as seam
from services.kernel.record.commit import Given, ProfileRef
from services.kernel.record.making import by_request
from services.kernel.record.shapes import Shape, instant
from services.tournament.domain.table import (
    cards,
    clock,
    closing,
    conduct,
    leaving,
    missing,
    opening,
    rounds,
    rulings,
    seating,
    shuffling,
    state,
    tally,
    terms,
    wagering,
)
from services.tournament.domain.table.options import TableOptions
from services.tournament.domain.table.table import Command, FollowTournament, Word
from services.tournament.domain.terms import ChipIssue, Length, Seat

OptionsOf = Callable[[ProfileRef], TableOptions]

_SEAT = Shape(Seat, seam.Seat)
_LENGTH = Shape(Length, seam.Length)
_SIGN = Shape(terms.Sign, table_pb2.TableSign)
_PLAYED = Shape(rounds.Played, table_pb2.PlayedHand)
_CARD_HAND = Shape(cards.CardHand, table_pb2.CardHand)
_INSURANCE = Shape(cards.Insurance, table_pb2.Insurance)
_COUNT = Shape(tally.Count, table_pb2.BoxCount)


def maker(options_of: OptionsOf) -> Callable[[Given], Command]:
    """How commands are made; `options_of` reads the profile of an id and hash."""

    def make(given: Given) -> Command:
        if isinstance(given.request, table_events_pb2.FollowTournament):
            return _follow(given, given.request, options_of)
        return _command(given)

    return make


# -- what the tournament says ------------------------------------------------------------------


def _follow(
    given: Given, request: table_events_pb2.FollowTournament, options_of: OptionsOf
) -> FollowTournament:
    tournament = request.tournament.rpartition("/")[2]
    words = (_word(each, tournament, given, options_of) for each in request.words)
    return FollowTournament(tuple(words))


def _word(word: Any, tournament: str, given: Given, options_of: OptionsOf) -> Word:
    which = word.WhichOneof("word")
    said = getattr(word, which)
    at = instant(said.at)
    match which:
        case "seated":
            if given.profile is None:
                raise TypeError("a table is opened under its tournament's profile")
            return _open(said, tournament, given.profile, options_of(given.profile), at)
        case "seats_changed":
            return seating.ChangeSeats(_seats(said.seats), said.reason, at)
        case "voided":
            return seating.VoidSeating(said.reason, at)
        case "started":
            return seating.CallSession(_ends_at(said), at)
        case "held":
            cause = state.HoldCause.OTHER
            return clock.HoldTable(cause, said.reason, False, True, said.by, at)
        case "resumed":
            return clock.ResumeTable("", True, said.by, at)
        case "director":
            return conduct.ReportDirector(said.present, said.person, at)
        case "disqualified":
            return leaving.ExpelPlayer(said.player, said.reason, said.by, at)
        case "withdrawn":
            return leaving.WithdrawPlayer(said.player, at)
        case "closed":
            return closing.CloseTable(at)
    raise TypeError(f"{which} is nothing that a table is told")


def _open(
    said: Any, tournament: str, profile: ProfileRef, options: TableOptions, at: datetime
) -> seating.OpenTable:
    given = said.terms
    fewest, most = options.play_off_players if given.playoff else options.players
    fewest = given.fewest or fewest
    return seating.OpenTable(
        tournament=tournament,
        session=said.session,
        table=said.table,
        profile=profile.id,
        terms=terms.Terms(
            free=ChipIssue(given.issue) is ChipIssue.FREE,
            length=_LENGTH.of(given.length),
            play_off=given.playoff,
            chip_design=options.chip_designs[0],
            approved_designs=options.chip_designs,
            fewest=fewest,
            most=most,
            away_excused=options.away_excused,
            payout=options.payout,
            cards=options.cards,
            readings=options.readings,
        ),
        sign=terms.Sign(given.min_wager, given.max_wager, given.increment, given.multiples),
        seats=_seats(said.seats),
        starts_at=instant(said.starts_at),
        at=at,
    )


def _seats(seats: Any) -> tuple[Seat, ...]:
    return tuple(_SEAT.of(each) for each in seats)


def _ends_at(said: Any) -> datetime | None:
    return instant(said.ends_at) if said.HasField("ends_at") else None


# -- what is done at the table -----------------------------------------------------------------


def _place(given: Given, request: pb.PlaceWagerRequest) -> wagering.PlaceWager:
    return wagering.PlaceWager(
        request.round,
        request.box,
        request.amount,
        request.design,
        request.player,
        request.by_oversight,
        given.actor.person,
        given.at,
    )


def _correct_wager(given: Given, request: pb.CorrectWagerRequest) -> wagering.CorrectWager:
    return wagering.CorrectWager(
        request.round,
        request.box,
        request.amount,
        request.by_oversight,
        request.reason,
        given.actor.person,
        given.at,
    )


def _cards(given: Given, request: pb.RecordCardsRequest) -> cards.RecordCards:
    return cards.RecordCards(
        request.round,
        tuple(request.dealer),
        tuple(_CARD_HAND.of(each) for each in request.hands),
        tuple(_INSURANCE.of(each) for each in request.insurances),
        request.cutting_card,
        given.actor.person,
        given.at,
    )


def _played(hands: Any) -> tuple[rounds.Played, ...]:
    return tuple(_PLAYED.of(each) for each in hands)


def _leave(given: Given, request: pb.LeaveTableRequest) -> leaving.LeaveTable:
    return leaving.LeaveTable(
        request.box,
        leaving.LeaveGround(request.ground),
        request.for_good,
        request.reason,
        given.actor.person,
        given.at,
    )


def _hold(given: Given, request: pb.HoldTableRequest) -> clock.HoldTable:
    cause = state.HoldCause(request.cause)
    return clock.HoldTable(
        cause, request.reason, request.vacated, False, given.actor.person, given.at
    )


def _by(given: Given) -> tuple[str, datetime]:
    return given.actor.person, given.at


_MAKERS: dict[type[Message], Callable[[Given, Any], Command]] = {
    table_events_pb2.CallTime: lambda given, asked: clock.CallTime(given.at),
    pb.IssueChipsRequest: lambda given, asked: opening.IssueChips(
        asked.box, asked.amount, asked.design, *_by(given)
    ),
    pb.RecordNameRequest: lambda given, asked: opening.RecordName(
        asked.box, asked.player_name, *_by(given)
    ),
    pb.ShuffleCardsRequest: lambda given, asked: shuffling.ShuffleCards(
        asked.shoe_shown, asked.reason, *_by(given)
    ),
    pb.StartTableRequest: lambda given, asked: opening.StartTable(
        asked.marker, asked.shoe_shown, *_by(given)
    ),
    pb.PlaceWagerRequest: _place,
    pb.TakeBackWagerRequest: lambda given, asked: wagering.TakeBackWager(
        asked.round, asked.box, *_by(given)
    ),
    pb.CorrectWagerRequest: _correct_wager,
    pb.LimitWagerTimeRequest: lambda given, asked: missing.LimitWagerTime(
        asked.seconds, asked.notice, *_by(given)
    ),
    pb.RestrictWagerRequest: lambda given, asked: missing.RestrictWager(
        asked.round, asked.box, *_by(given)
    ),
    pb.RecordMissedWagerRequest: lambda given, asked: missing.RecordMissedWager(
        asked.round, asked.box, *_by(given)
    ),
    pb.RuleOnWagerRequest: lambda given, asked: missing.RuleOnWager(
        asked.box, asked.failed, asked.reason, *_by(given)
    ),
    pb.DealRoundRequest: lambda given, asked: rounds.DealRound(asked.round, *_by(given)),
    pb.RecordRoundRequest: lambda given, asked: rounds.RecordRound(
        asked.round, _played(asked.hands), asked.cutting_card, *_by(given)
    ),
    pb.RecordCardsRequest: _cards,
    pb.CorrectRoundRequest: lambda given, asked: rulings.CorrectRound(
        asked.round, _played(asked.hands), asked.cutting_card, asked.reason, *_by(given)
    ),
    pb.VoidRoundRequest: lambda given, asked: rulings.VoidRound(
        asked.round, asked.cutting_card, asked.reason, *_by(given)
    ),
    pb.RuleRoundBegunRequest: lambda given, asked: rulings.RuleRoundBegun(
        asked.reason, *_by(given)
    ),
    pb.LeaveTableRequest: _leave,
    pb.ReturnToTableRequest: lambda given, asked: leaving.ReturnToTable(asked.box, *_by(given)),
    pb.DisqualifyBoxRequest: lambda given, asked: leaving.DisqualifyBox(
        asked.box, leaving.DisqualifiedFor(asked.ground), asked.reason, *_by(given)
    ),
    pb.ChangeSignRequest: lambda given, asked: conduct.ChangeSign(
        _SIGN.of(asked.sign), asked.reason, *_by(given)
    ),
    pb.HoldTableRequest: _hold,
    pb.ResumeTableRequest: lambda given, asked: clock.ResumeTable(asked.reason, False, *_by(given)),
    pb.CountChipsRequest: lambda given, asked: tally.CountChips(
        tuple(_COUNT.of(each) for each in asked.counts), *_by(given)
    ),
    pb.CorrectChipsRequest: lambda given, asked: tally.CorrectChips(
        asked.box, asked.chips, asked.reason, *_by(given)
    ),
    pb.HandInChipsRequest: lambda given, asked: closing.HandInChips(
        asked.box, state.Disposal(asked.disposal), *_by(given)
    ),
}

_command = by_request(_MAKERS, "a session table")
