"""What every RPC of a service is asked. A test module takes it over with its matrix:

    class TestPaiGow(EveryRpc):
        matrix = PAI_GOW

and a fixture `place`. What is refused changes nothing, so that one ground serves all tests of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, TypeVar

import grpc
import pytest

from services.kernel.names import Name
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import Told, told
from tests.kit.draw_hall import Metadata
from tests.kit.draw_play import record
from tests.kit.listing import once
from tests.kit.matrix.leaving import leaving
from tests.kit.matrix.matrix import Matrix, Place, filled
from tests.kit.matrix.row import Changes, Refusal, changed
from tests.kit.matrix.rpc import Rpc

Status = grpc.StatusCode
Case = tuple[str, tuple[Any, ...]]
"""How a test is called, and what it gets."""
F = TypeVar("F", bound=Callable[..., Any])


def over(names: str, cases: Callable[[Matrix], Iterator[Case]]) -> Callable[[F], F]:
    """Try it with each of these of a matrix."""

    def mark(test: F) -> F:
        test.over = names, cases  # type: ignore[attr-defined]  # read when tests are made
        return test

    return mark


def of(holds: Callable[[Matrix, Rpc], object]) -> Callable[[F], F]:
    """Try it with each RPC of which this holds."""

    def cases(matrix: Matrix) -> Iterator[Case]:
        for name in matrix.rows:
            if holds(matrix, matrix.rpcs[name]):
                yield name, (matrix.rpcs[name],)

    return over("rpc", cases)


def malformed(matrix: Matrix) -> Iterator[Case]:
    """Each field that may be malformed, with its wrong values."""
    for name, row in matrix.rows.items():
        rpc = matrix.rpcs[name]
        for path, values in {**dict(rpc.malformed()), **row.malformed}.items():
            yield f"{name}-{path}", (rpc, path, values)


def refused(matrix: Matrix) -> Iterator[Case]:
    """Each refusal of the law."""
    for name, row in matrix.rows.items():
        for number, refusal in enumerate(row.refused):
            yield f"{name}-{refusal.at}-{refusal.reason}-{number}", (matrix.rpcs[name], refusal)


every_rpc = of(lambda matrix, rpc: True)
every_command = of(lambda matrix, rpc: rpc.commands)


class EveryRpc:
    """The checks."""

    matrix: ClassVar[Matrix]

    def __init_subclass__(cls) -> None:
        for name, test in vars(EveryRpc).items():
            if hasattr(test, "over") and not any(test.over[1](cls.matrix)):
                setattr(cls, name, None)  # there is nothing here to try it with

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Make a test of each case."""
        if hasattr(metafunc.function, "over"):
            names, cases = metafunc.function.over
            made = [pytest.param(*values, id=id_) for id_, values in cases(self.matrix)]
            metafunc.parametrize(names, made)

    # -- who -------------------------------------------------------------------------------------

    @every_rpc
    async def test_nobody_calls_without_a_token_of_ours(self, rpc: Rpc, place: Place) -> None:
        request = await place.asked(rpc)
        failed = await told(place.ask(rpc, request, ()))
        assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_MISSING")
        failed = await told(place.ask(rpc, request, place.foreign))
        assert (failed.code, failed.reason) == (Status.UNAUTHENTICATED, "TOKEN_NOT_TRUSTED")

    @every_rpc
    async def test_only_the_named_roles_may_call(self, rpc: Rpc, place: Place) -> None:
        """Asked of nothing that there is, so that nothing is done."""
        request = changed(await place.asked(rpc), place.harmless(rpc))

        async def let_in(role: str) -> bool:
            at = place.hall.person(f"some-{role}", role).at
            try:
                await place.ask(rpc, request, at)
            except grpc.aio.AioRpcError as error:
                return error.code() is not Status.PERMISSION_DENIED
            return True

        found = await asyncio.gather(*map(let_in, ROLES))
        permitted = {role for role, may in zip(ROLES, found, strict=True) if may}
        assert permitted == self.matrix.rows[rpc.name].roles

    @every_rpc
    async def test_case_B16_nobody_reaches_into_another_venue(self, rpc: Rpc, place: Place) -> None:
        request = await place.asked(rpc)
        async with place.journal.left() as commits:
            for person in (place.hall.stranger, place.hall.nobody):
                failed = await told(place.ask(rpc, request, person.at))
                wrong = (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
                assert (failed.code, failed.reason) == wrong
        assert commits == []

    # -- what ------------------------------------------------------------------------------------

    @of(lambda matrix, rpc: rpc.nowhere)
    async def test_case_B20_what_there_is_not_is_not_found(self, rpc: Rpc, place: Place) -> None:
        request, row = await place.asked(rpc), self.matrix.rows[rpc.name]
        for nowhere in rpc.nowhere:
            name = nowhere.format(venue=place.hall.venue, day=place.hall.day)
            asking = place.ask(rpc, changed(request, {"name": name}), place.person(row.by).at)
            failed = await told(asking)
            assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND"), name
            assert name.rpartition("/")[2] in failed.message

    @every_rpc
    async def test_case_B20_an_unknown_venue_is_not_found(self, rpc: Rpc, place: Place) -> None:
        request = await place.asked(rpc)
        there = getattr(request, rpc.place).replace(place.hall.venue, "atlantis")
        asking = place.ask(rpc, changed(request, {rpc.place: there}), place.hall.everywhere.at)
        failed = await told(asking)
        assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")

    @of(lambda matrix, rpc: rpc.new_id)
    async def test_what_there_is_is_not_made_again(self, rpc: Rpc, place: Place) -> None:
        row = self.matrix.rows[rpc.name]
        thing = self.matrix.shown(await place.at(row.at))
        taken = {rpc.new_id: thing.name.rpartition("/")[2]}
        again = changed(await place.asked(rpc), taken)
        async with place.journal.left() as commits:
            failed = await told(place.ask(rpc, again, place.person(row.by).at))
        assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "ALREADY_EXISTS")
        assert commits == []

    @over("rpc, path, values", malformed)
    async def test_what_is_malformed_names_its_field(
        self, rpc: Rpc, path: str, values: tuple[Any, ...], place: Place
    ) -> None:
        ground = await place.at(self.matrix.rows[rpc.name].at)
        async with place.journal.left() as commits:
            for value in values:
                wrong = filled(value, ground, place.hall.venue)
                request = changed(await place.request(rpc, ground), {path: wrong})
                failed = await told(place.ask(rpc, request, place.hall.everywhere.at))
                found = (failed.code, failed.reason)
                assert found == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID"), value
                assert failed.violations.get(path), (value, failed.violations)
        assert commits == []

    @of(lambda matrix, rpc: "page_token" in rpc.fields and rpc.place == "parent")
    async def test_lists_go_over_the_venues_that_the_person_may_see(
        self, rpc: Rpc, place: Place
    ) -> None:
        thing = self.matrix.shown(await place.at(self.matrix.rows[rpc.name].at))
        hall = place.hall
        for parent, person in ((place.venue, hall.auditor), ("venues/-", hall.everywhere)):
            names = await once(
                partial(place.listed, rpc, parent, person.at),
                lambda found: any(
                    each == thing.name or kind(each) != kind(thing.name) for each in found
                ),
            )
            assert len(names) == len(set(names))
        elsewhere = await place.listed(rpc, "venues/-", hall.stranger.at)
        assert all(name.startswith(f"venues/{hall.elsewhere}/") for name in elsewhere)

    # -- when ------------------------------------------------------------------------------------

    @over("rpc, refusal", refused)
    async def test_the_wrong_moment_is_refused_by_its_clause(
        self, rpc: Rpc, refusal: Refusal, place: Place
    ) -> None:
        """The command, and where it can be rehearsed its rehearsal."""
        ground = await place.at(refusal.at)
        request = changed(await place.request(rpc, ground), refusal.changes)
        at = place.person(refusal.by or self.matrix.rows[rpc.name].by).at
        async with place.journal.left() as commits:
            refuses(await told(place.ask(rpc, request, at)), refusal)
            if rpc.rehearses:
                rehearsal = changed(request, {"validate_only": True})
                refuses(await told(place.ask(rpc, rehearsal, at)), refusal)
        assert commits == []

    @of(lambda matrix, rpc: rpc.seen or matrix.rows[rpc.name].stale)
    async def test_a_stale_command_gets_the_fresh_state(self, rpc: Rpc, place: Place) -> None:
        row = self.matrix.rows[rpc.name]
        ground = await place.at(row.at)
        thing = self.matrix.shown(ground)
        versions = (thing.version + 1, *([thing.version - 1] if thing.version > 1 else []))
        older = [row.stale(ground)] if row.stale else [{rpc.seen: each} for each in versions]
        for replica, _ in enumerate(place.replicas):
            for changes in older:
                request = changed(await place.request(rpc, ground), changes)
                failed = await told(place.ask(rpc, request, place.person(row.by).at, replica))
                assert (failed.code, failed.reason) == (Status.ABORTED, "STALE"), changes
                assert len(failed.others) == 1 or (self.matrix.big and not failed.others)
                for other in failed.others:
                    fresh = type(thing)()
                    assert other.Unpack(fresh)
                    assert fresh == await place.look(thing)

    # -- again -----------------------------------------------------------------------------------

    @every_command
    async def test_a_command_is_rehearsed_done_once_and_answered_again(
        self, rpc: Rpc, place: Place
    ) -> None:
        """Rehearsed it does nothing. Then both replicas get it at once, and again later: that
        leaves one commit and one span, and each call is counted. Nobody uses its id again."""
        row = self.matrix.rows[rpc.name]
        ground = await place.new(row.at)
        request, at = await place.request(rpc, ground), place.person(row.by).at
        both = range(len(place.replicas))
        if rpc.rehearses:
            await self._rehearsed(rpc, request, at, ground, place)
        servers, venue = [each.server for each in place.replicas], place.hall.venue
        async with leaving(place.journal, servers, venue, rpc.full_name, calls=4) as (traced, left):
            calls = (place.ask(rpc, request, (*at, *traced), n) for n in (*both, *both))
            replies = await asyncio.gather(*calls)
        (first,) = {reply.SerializeToString(deterministic=True) for reply in replies}
        if self.matrix.later is not None:
            await self.matrix.later(ground, replies[0])
        zoe = place.hall.person("zoe", *row.roles)
        other = changed(request, self._other(rpc, ground, venue))
        tries = [(request, zoe.at), *([(other, at)] if other != request else [])]
        async with place.journal.left() as commits:
            for replica in both:
                again = await place.ask(rpc, request, at, replica)
                assert again.SerializeToString(deterministic=True) == first
                for wrong, by in tries:
                    failed = await told(place.ask(rpc, wrong, by, replica))
                    taken = (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")
                    assert (failed.code, failed.reason) == taken
        assert commits == []
        assert len(tries) == 2 or not (row.other or rpc.seen)
        of_it = await record(place.nats, Name.parse(left[0].commit.name))  # a chain, unbroken
        assert [each.request_id for each in of_it].count(request.request_id) == 1

    def _other(self, rpc: Rpc, ground: Any, venue: str) -> Changes:
        """What makes another request of it."""
        other = self.matrix.rows[rpc.name].other
        seen = {rpc.seen: self.matrix.shown(ground).version + 1} if rpc.seen else {}
        return {path: filled(value, ground, venue) for path, value in (other or seen).items()}

    async def _rehearsed(
        self, rpc: Rpc, request: Any, at: Metadata, ground: Any, place: Place
    ) -> None:
        """Each replica shows the thing as it is, and nothing is left."""
        thing = self.matrix.shown(ground)
        async with place.journal.left() as commits:
            for replica, _ in enumerate(place.replicas):
                rehearsal = changed(request, {"validate_only": True})
                reply = await place.ask(rpc, rehearsal, at, replica)
                shown = getattr(reply, reply.DESCRIPTOR.fields[0].name)
                if isinstance(shown, type(thing)) and shown.version:
                    assert shown == await place.look(thing)
        assert commits == []


def refuses(failed: Told, refusal: Refusal) -> None:
    """It failed for this reason of this clause, in words that say what to do."""
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.domain == "eyesdown"
    assert failed.info.metadata.get("clause", "") == refusal.clause
    assert failed.localized.locale == "en"
    assert failed.localized.message.startswith(failed.message)
    assert len(failed.localized.message) > len(failed.message) + 10  # and what to do
    assert "{" not in failed.localized.message


def kind(name: str) -> str:
    """The kind of a name: "games"."""
    return name.split("/")[2]
