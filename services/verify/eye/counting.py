"""Counters of all cards at once: how many numbers of a part have been called, bit by bit.

A counter of `n` bits is `n` bitsets, its planes: bit k of each card's count is in plane k. Adding a
bitset to it is the addition of school, a carry at a time, for all cards in a handful of operations;
taking it off again is the same with a borrow, so a correction costs what a call costs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from services.verify.eye.plan import Part, Plan
from services.verify.eye.slices import Bits, Slices


class Counter:
    """How far one part is on each card.

    It begins where `size` more make 2^k + 1, k being the highest plane: so that plane is set on all
    cards that lack one number at most (`near`), and with it the lowest on those on which the part
    is complete (`full`, as of the last `settle`).
    """

    def __init__(self, part: Part, words: int) -> None:
        self.part = part
        highest = max((part.size - 2).bit_length(), 1)
        self._start = (1 << highest) + 1 - part.size
        self._planes = [np.empty(words, np.uint64) for _ in range(highest + 1)]
        self.near = self._planes[-1]
        self.full = np.empty(words, np.uint64)
        self._stale = True
        self.clear()

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return self.full.nbytes + sum(each.nbytes for each in self._planes)

    def clear(self) -> None:
        """Nothing has been called."""
        for bit, plane in enumerate(self._planes):
            plane[:] = ~np.uint64(0) if self._start >> bit & 1 else np.uint64(0)
        self._stale = True

    def add(self, bits: Bits, spare: Sequence[Bits]) -> None:
        """A number of these cards was called; `spare` are two bitsets to work in."""
        carry = bits
        for bit, plane in enumerate(self._planes[:-1]):
            carried = np.bitwise_and(plane, carry, out=spare[bit % 2])
            np.bitwise_xor(plane, carry, out=plane)
            carry = carried
        np.bitwise_xor(self._planes[-1], carry, out=self._planes[-1])
        self._stale = True

    def take(self, bits: Bits, spare: Sequence[Bits]) -> None:
        """A number of these cards was not called after all."""
        borrow = bits
        for bit, plane in enumerate(self._planes[:-1]):
            np.bitwise_xor(plane, borrow, out=plane)
            # Where there was a borrow and the bit is 1 now, it was 0 before.
            borrow = np.bitwise_and(plane, borrow, out=spare[bit % 2])
        np.bitwise_xor(self._planes[-1], borrow, out=self._planes[-1])
        self._stale = True

    def settle(self) -> None:
        """Bring `full` up to date."""
        if self._stale:
            np.bitwise_and(self._planes[0], self.near, out=self.full)
            self._stale = False


class Counters:
    """The counters of a plan on sliced cards. `called` are the numbers that are counted."""

    def __init__(self, plan: Plan, slices: Slices) -> None:
        self.plan = plan
        self.slices = slices
        self.called: set[int] = set()
        self._of = {part: Counter(part, slices.words) for part in plan.parts}
        self._in_column = [
            [
                (counter, slots)
                for part, counter in self._of.items()
                if (slots := part.slots(column))
            ]
            for column in range(plan.layout.width)
        ]
        self._spare = tuple(np.empty(slices.words, np.uint64) for _ in range(5))

    @property
    def nbytes(self) -> int:
        """Bytes that they take, without the slices."""
        spare = sum(each.nbytes for each in self._spare)
        return spare + sum(each.nbytes for each in self._of.values())

    def call(self, number: int) -> None:
        """Count a number; one that is counted stays counted once."""
        if number not in self.called:
            self.called.add(number)
            for counter, bits in self._changed(number):
                counter.add(bits, self._spare)

    def take_back(self, number: int) -> None:
        """Count a number no longer."""
        if number in self.called:
            self.called.remove(number)
            for counter, bits in self._changed(number):
                counter.take(bits, self._spare)

    def clear(self) -> None:
        """Count nothing."""
        self.called.clear()
        for counter in self._of.values():
            counter.clear()

    def look(self, stage: int, within: Bits, by: int = 0) -> tuple[Bits | None, int]:
        """What the cards `within` are for a stage, by its place in the plan.

        First those of which an arrangement is complete (with `by`: one that holds this number),
        None for none, valid until anything else is asked; then how many lack one number, and have
        no arrangement complete.
        """
        arrangements = self.plan.stages[stage]
        if not arrangements:
            return None, 0
        complete, close, *spare = self._spare
        full, near = self._whole(arrangements[0], complete, close, spare[2])
        for counted in arrangements[1:]:
            more_full, more_near = self._whole(counted, *spare)
            full = np.bitwise_or(full, more_full, out=complete)
            near = np.bitwise_or(near, more_near, out=close)
        some = full.max()
        if some:
            near = np.bitwise_xor(near, full, out=close)
        away = ones(np.bitwise_and(near, within, out=close))
        if not some:
            return None, away
        if by:
            return self._with(stage, within, by), away
        np.bitwise_and(full, within, out=complete)
        return (complete if complete.max() else None), away

    def _changed(self, number: int) -> Iterator[tuple[Counter, Bits]]:
        for counter, slots in self._in_column[self.slices.layout.column(number)]:
            yield counter, self._in(number, slots)

    def _in(self, number: int, slots: Sequence[int]) -> Bits:
        """The cards that have a number in one of these slots."""
        bits: Bits = self.slices.table[number, slots[0]]
        for slot in slots[1:]:
            bits = bits | self.slices.table[number, slot]
        return bits

    def _with(self, stage: int, within: Bits, number: int) -> Bits | None:
        """The cards of which an arrangement is complete that holds a number."""
        found, close, full, more, spare = self._spare
        found[:] = 0
        column = self.slices.layout.column(number)
        for counted in self.plan.stages[stage]:
            slots = [slot for part in counted for slot in part.slots(column)]
            if slots:
                whole, _ = self._whole(counted, full, close, spare)
                np.bitwise_and(whole, self._in(number, slots), out=more)
                np.bitwise_or(found, more, out=found)
        np.bitwise_and(found, within, out=found)
        return found if found.max() else None

    def _whole(
        self, counted: Sequence[Part], full: Bits, close: Bits, spare: Bits
    ) -> tuple[Bits, Bits]:
        """Where an arrangement is complete, and where it lacks one number at most in all."""
        first = self._settled(counted[0])
        whole, near = first.full, first.near
        for part in counted[1:]:
            counter = self._settled(part)
            np.bitwise_and(whole, counter.near, out=spare)
            near = np.bitwise_and(near, counter.full, out=close)
            np.bitwise_or(near, spare, out=close)
            whole = np.bitwise_and(whole, counter.full, out=full)
        return whole, near

    def _settled(self, part: Part) -> Counter:
        counter = self._of[part]
        counter.settle()
        return counter


def ones(bits: Bits) -> int:
    """How many cards there are in a bitset."""
    return int(np.bitwise_count(bits).sum(dtype=np.uint32))
