"""The bench works: every figure is measured and written down. How fast is for the bench to say."""

from __future__ import annotations

import json
from pathlib import Path

from bench import access, telemetry
from bench.figures import GOALS, table, write
from bench.measure import Size, measure

FIGURES = {
    "announce_to_board_ms_p50",
    "append_ms_p50",
    "append_ms_p99",
    "bare_cpu_us",
    "bare_per_s",
    "call_to_board_ms_p50",
    "command_above_bare_us",
    "command_cpu_ratio",
    "command_cpu_us",
    "command_ms_p50",
    "command_ms_p99",
    "command_per_s",
    "command_throughput_32",
    "read_game_us",
}
ABOUT = {
    "commands_each_round",
    "date",
    "machine_cores",
    "machine_cpu",
    "machine_system",
    "python",
    "revision",
    "rounds",
}


async def test_a_small_bench_measures_every_figure_and_writes_it_flat(tmp_path: Path):
    size = Size(rounds=2, workers=2, each=1, appends=5, announcements=1)
    results = await measure(size, tmp_path / "house")
    write(results, tmp_path / "results.json")

    written = json.loads((tmp_path / "results.json").read_text())
    assert written == results
    assert list(written) == sorted(written)
    assert set(written) == ABOUT | FIGURES | {f"{name}_iqr" for name in FIGURES}
    assert written["rounds"] == 2
    assert written["commands_each_round"] == 2
    assert all(isinstance(written[name], float) for name in FIGURES)
    # What is not a difference of two figures took some time.
    differences = {"announce_to_board_ms_p50", "command_above_bare_us"}
    assert all(written[name] > 0 for name in FIGURES - differences)


async def test_what_it_costs_to_know_who_calls_is_measured(tmp_path: Path):
    results = await access.measure(2, tmp_path)
    figures = {"access_cpu_us", "access_bare_cpu_us", "access_cpu_ratio"}
    assert set(results) == figures | {f"{name}_iqr" for name in figures}
    assert isinstance(results["access_bare_cpu_us"], float)
    assert results["access_bare_cpu_us"] > 0


def test_telemetry_is_measured_with_and_without_in_the_same_rounds():
    results = telemetry.measure(2)
    assert set(results) == {"telemetry_us", "telemetry_us_iqr"}
    cost = results["telemetry_us"]
    assert isinstance(cost, float)
    assert cost > 0


def test_the_table_shows_each_figure_with_its_spread_and_goal():
    told = table({"command_throughput_32": 0.71, "command_throughput_32_iqr": 0.02, "rounds": 3})
    assert told.splitlines()[1].split() == ["command_throughput_32", "0.71", "0.02", "0.7"]
    assert set(GOALS) == {
        *("command_throughput_32", "command_cpu_us", "access_cpu_us", "telemetry_us"),
        *("houseway_lookup_speedup", "houseway_lookup_to_bare", "deals_to_sum"),
        *("sold_cards_incremental_speedup", "sold_cards_bytes"),
        *("claim_examine_p50_ms", "claim_examine_p99_ms", "claim_beside_eye_p99_ms"),
    }
