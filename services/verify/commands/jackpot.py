"""The commands to a jackpot cycle."""

from __future__ import annotations

from collections.abc import Callable

from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from services.kernel.record.approvals import approval_of
from services.kernel.record.commit import Given, ProfileRef
from services.kernel.record.making import facts_of, under_profile
from services.verify.codec.values import DECLARED_GAME, JACKPOT_TERMS, MONEY, NEWS
from services.verify.domain.jackpot.carrying import TakeCarried
from services.verify.domain.jackpot.ending import CarryOver, CloseJackpot
from services.verify.domain.jackpot.jackpot import Command, TakeNews
from services.verify.domain.jackpot.opening import OpenJackpot, OpenNextCycle
from services.verify.domain.jackpot.terms import JackpotRules, Terms

RulesOf = Callable[[ProfileRef], JackpotRules]


def maker(rules_of: RulesOf) -> Callable[[Given], Command]:
    """How commands are made; `rules_of` finds the rules of a profile by its id and hash."""
    return under_profile(pb.OpenJackpotRequest, rules_of, _open, command)


def command(given: Given) -> Command:
    """The command to a cycle, but for the one that opens a jackpot."""
    match given.request:
        case jackpots_pb2.OpenNextCycle() as request:
            return OpenNextCycle(
                JACKPOT_TERMS.of(request.terms),
                request.word,
                request.number,
                request.previous,
                MONEY.of(request.left),
                tuple(map(DECLARED_GAME.of, request.games)),
                given.at,
            )
        case jackpots_pb2.TakeNews() as request:
            return TakeNews(NEWS.of(request.news), given.at)
        case jackpots_pb2.TakeCarried() as request:
            through = tuple(request.through)
            return TakeCarried(request.previous, MONEY.of(request.amount), through, given.at)
        case pb.CarryJackpotOverRequest():
            return CarryOver(given.actor.person, given.at)
        case pb.CloseJackpotRequest() as request:
            into = facts_of(given, jackpots_pb2.CloseJackpotFacts).into
            return CloseJackpot(request.name, into, given.actor.person, given.at)
    raise TypeError(f"{given.method} is nothing that a jackpot is told")


def _open(given: Given, request: pb.OpenJackpotRequest, rules: JackpotRules) -> OpenJackpot:
    facts = facts_of(given, jackpots_pb2.OpenJackpotFacts)
    most = MONEY.of(request.most) if request.HasField("most") else None
    terms = Terms(request.title, request.share, MONEY.of(request.seed), most, rules)
    word = request.jackpot_id.partition("-")[2]
    by, approval = given.actor.person, approval_of(given)
    return OpenJackpot(terms, word, facts.currency, facts.taken, by, given.at, approval)
