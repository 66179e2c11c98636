"""Values of the domain that stand in several messages, with their messages."""

from __future__ import annotations

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import cards_pb2, claims_pb2, jackpots_pb2, prizes_pb2, sales_pb2
from services.kernel.money import Money
from services.kernel.record.shapes import Shape
from services.verify.domain.block.state import Prices, Replaced, Sale, Span, Terms
from services.verify.domain.cards.layout import Layout
from services.verify.domain.catalogue import InUse
from services.verify.domain.desk.claims import VoidedStage
from services.verify.domain.desk.examining import Examination, Found, Seen
from services.verify.domain.desk.offering import Asked
from services.verify.domain.desk.prizes import Payment, PrizeShare, StagePrize
from services.verify.domain.desk.state import Offer, Report
from services.verify.domain.game.game import Stage
from services.verify.domain.jackpot.ledger import Entry
from services.verify.domain.jackpot.news import DeclaredGame, News
from services.verify.domain.jackpot.terms import Declaration
from services.verify.domain.jackpot.terms import Terms as JackpotTerms
from services.verify.domain.roll import Receipt
from services.verify.domain.series import Cards, SameCard

LAYOUT = Shape(Layout, cards_pb2.Layout)
CARDS = Shape(Cards, cards_pb2.Cards)
SAME_CARD = Shape(SameCard, cards_pb2.SameCard)
IN_USE = Shape(InUse, cards_pb2.InUse)
MONEY = Shape(Money, money_pb2.Money)
SPAN = Shape(Span, sales_pb2.Span)
PRICES = Shape(Prices, sales_pb2.Prices)
OFFER = Shape(Offer, sales_pb2.Offer)
ASKED = Shape(Asked, sales_pb2.Asked)
REPORT = Shape(Report, sales_pb2.Report)
TERMS = Shape(Terms, sales_pb2.Terms)
SALE = Shape(Sale, sales_pb2.Sale)
REPLACED = Shape(Replaced, sales_pb2.Replaced)
EXAMINATION = Shape(Examination, claims_pb2.Examination)
FOUND = Shape(Found, claims_pb2.Found)
SEEN = Shape(Seen, claims_pb2.Seen)
STAGE = Shape(Stage, claims_pb2.SeenStage)
STAGE_PRIZE = Shape(StagePrize, game_pb2.StagePrize)
SHARE = Shape(PrizeShare, prizes_pb2.PrizeShare)
PAYMENT = Shape(Payment, prizes_pb2.Payment)
RECEIPT = Shape(Receipt, prizes_pb2.Receipt)
VOIDED_STAGE = Shape(VoidedStage, claims_pb2.VoidedStage)
JACKPOT_TERMS = Shape(JackpotTerms, jackpots_pb2.JackpotTerms)
DECLARATION = Shape(Declaration, jackpots_pb2.Declaration)
ENTRY = Shape(Entry, jackpots_pb2.LedgerEntry)
DECLARED_GAME = Shape(DeclaredGame, jackpots_pb2.DeclaredGame)
NEWS = Shape(News, jackpots_pb2.JackpotNews)
