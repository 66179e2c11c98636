"""A second, deliberately simple reading of 6.5 to 6.8, which shares no code with the service.

It knows players by number and chips in dictionaries, and goes by the text sentence by sentence.
"""

from __future__ import annotations

from fractions import Fraction


class NeedsPlayOff(Exception):
    """Nobody can say who wins, or is runner-up, before these have played off."""

    def __init__(self, players: list[int]) -> None:
        super().__init__(str(players))
        self.players = players


def best(chips: dict[int, int]) -> list[int]:
    """Whoever has the most."""
    return sorted(player for player in chips if chips[player] == max(chips.values()))


def winner_and_runner_up(
    final: dict[int, int], winner_play_offs: list[dict[int, int]], second: list[dict[int, int]]
) -> tuple[int, int]:
    """Rules 6.5 and 6.6; `second` are the play-offs for runner-up."""
    table, tied = final, best(final)
    unused = list(winner_play_offs)
    while len(tied) > 1:
        if not unused:
            raise NeedsPlayOff(tied)
        table = unused.pop(0)
        tied = best(table)
    winner = tied[0]
    rest = {player: chips for player, chips in table.items() if player != winner}
    tied = best(rest)
    unused = list(second)
    while len(tied) > 1:
        if not unused:
            raise NeedsPlayOff(tied)
        tied = best(unused.pop(0))
    return winner, tied[0]


def later_places(
    final: dict[int, int],
    winner_play_offs: list[dict[int, int]],
    second: list[dict[int, int]],
    placed: tuple[int, int],
) -> list[list[int]]:
    """Rule 6.7: groups of equals after the runner-up, best first."""
    groups: list[list[int]] = []
    done = set(placed)
    for source in [*reversed(second), *reversed(winner_play_offs), final]:
        here = {player: chips for player, chips in source.items() if player not in done}
        while here:
            equal = best(here)
            groups += split(equal, earlier(source, final, winner_play_offs, second))
            done |= set(equal)
            here = {player: chips for player, chips in here.items() if player not in done}
    return groups


def earlier(
    source: dict[int, int],
    final: dict[int, int],
    winner_play_offs: list[dict[int, int]],
    second: list[dict[int, int]],
) -> list[dict[int, int]]:
    """What 6.7 looks at after a source, where that leaves players equal."""
    order = [*reversed(second), *reversed(winner_play_offs), final]
    position = next(number for number, each in enumerate(order) if each is source)
    return order[position + 1 :]


def split(equal: list[int], sources: list[dict[int, int]]) -> list[list[int]]:
    """Equals of one source, told apart by the next ones as far as these can."""
    for number, source in enumerate(sources):
        if all(player in source for player in equal):
            parts: list[list[int]] = []
            left = {player: source[player] for player in equal}
            while left:
                top = best(left)
                parts += split(top, sources[number + 1 :]) if len(left) > len(top) else [top]
                left = {player: chips for player, chips in left.items() if player not in top}
                if len(top) == len(equal):
                    return split(equal, sources[number + 1 :]) if sources[number + 1 :] else [equal]
            return parts
    return [equal]


def money(
    winner: int, runner_up: int, groups: list[list[int]], prizes: list[int]
) -> dict[int, Fraction]:
    """Rule 6.8, exact: what each player has a right to, before anybody rounds cents."""
    owed: dict[int, Fraction] = {}
    if len(prizes) > 0:
        owed[winner] = Fraction(prizes[0])
    if len(prizes) > 1:
        owed[runner_up] = Fraction(prizes[1])
    position = 2  # prizes[2] is the third prize
    for group in groups:
        if position >= len(prizes):
            break
        combined = sum(prizes[position : position + len(group)])
        for player in group:
            owed[player] = Fraction(combined, len(group))
        position += len(group)
    return owed
