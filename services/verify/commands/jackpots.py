"""The commands to a claim desk, and to jackpot cycles, that have to do with jackpots."""

from __future__ import annotations

from collections.abc import Callable

from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from services.kernel.record.commit import Given, ProfileRef
from services.verify.domain.desk.jackpots import DeclareJackpot, TakeJackpot
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.jackpots.carrying import TakeCarried
from services.verify.domain.jackpots.cycle import Command, TakeNews
from services.verify.domain.jackpots.ending import CarryOver, CloseJackpot
from services.verify.domain.jackpots.opening import OpenJackpot, OpenNextCycle
from services.verify.domain.jackpots.terms import Declaration, JackpotRules, Terms
from services.verify.messages import DECLARED_GAME, JACKPOT_TERMS, MONEY, NEWS

RulesOf = Callable[[ProfileRef], JackpotRules]


def jackpot_command(given: Given) -> DeclareJackpot | TakeJackpot | None:
    """The command to a claim desk; None for one that has nothing to do with jackpots."""
    match given.request, given.facts:
        case pb.DeclareJackpotRequest() as request, jackpots_pb2.DeclareFacts() as facts:
            terms = JACKPOT_TERMS.of(facts.terms)
            return DeclareJackpot(
                jackpot=facts.jackpot,
                terms=terms,
                declared=_declaration(request, terms),
                begun=facts.begun,
                law=facts.law,
                by=given.actor.person,
                at=given.at,
            )
        case jackpots_pb2.TakeJackpot() as request, _:
            amount = MONEY.of(request.amount) if request.HasField("amount") else None
            return TakeJackpot(request.jackpot, amount, given.at)
    return None


def maker(rules_of: RulesOf) -> Callable[[Given], Command]:
    """How commands to a cycle are made; `rules_of` finds the rules of a profile by its id and
    hash."""

    def make(given: Given) -> Command:
        if isinstance(given.request, pb.OpenJackpotRequest):
            if given.profile is None:
                raise TypeError("a jackpot is opened under a profile")
            return _open(given, given.request, rules_of(given.profile))
        return command(given)

    return make


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
            facts = given.facts
            if not isinstance(facts, jackpots_pb2.CloseJackpotFacts):
                raise TypeError(f"{given.method} was decided without its facts")
            return CloseJackpot(request.name, facts.into, given.actor.person, given.at)
    raise TypeError(f"{given.method} is nothing that a jackpot is told")


def _open(given: Given, request: pb.OpenJackpotRequest, rules: JackpotRules) -> OpenJackpot:
    facts = given.facts
    if not isinstance(facts, jackpots_pb2.OpenJackpotFacts):
        raise TypeError(f"{given.method} was decided without its facts")
    most = MONEY.of(request.most) if request.HasField("most") else None
    terms = Terms(request.title, request.share, MONEY.of(request.seed), most, rules)
    word = request.jackpot_id.partition("-")[2]
    return OpenJackpot(terms, word, facts.currency, facts.taken, given.actor.person, given.at)


def _declaration(request: pb.DeclareJackpotRequest, terms: Terms) -> Declaration:
    """What is declared: without a share that of the jackpot."""
    share = request.share if request.HasField("share") else terms.share
    stage = Stage(request.stage) if request.stage else None
    return Declaration(share, stage, request.within if stage else 0)
