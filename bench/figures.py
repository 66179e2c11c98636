"""From samples to figures, and how they are written down."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

Value = float | int | str
Results = Mapping[str, Value]

GOALS = {
    "access_cpu_us": 60.0,
    "command_throughput_32": 0.70,
    "command_cpu_us": 250.0,
    "telemetry_us": 60.0,
    "houseway_lookup_speedup": 500.0,
    "houseway_lookup_to_bare": 3.0,
    "deals_to_sum": 3.0,
    "sold_cards_incremental_speedup": 25.0,
    "sold_cards_bytes": 80.0,
    "claim_examine_p50_ms": 0.1,
    "claim_examine_p99_ms": 1.0,
    "claim_beside_eye_p99_ms": 5.0,
}


def quantile(samples: Sequence[float], part: float) -> float:
    """The sample below which this part of them lies, by the nearest rank."""
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def spread(name: str, samples: Sequence[float]) -> dict[str, Value]:
    """The median and the interquartile range of a figure's samples, one for each round."""
    middle = statistics.median(samples)
    iqr = quantile(samples, 0.75) - quantile(samples, 0.25)
    return {name: rounded(middle), f"{name}_iqr": rounded(iqr)}


def rounded(value: float) -> float:
    """To four digits: more would be noise."""
    return float(f"{value:.4g}")


def about(rounds: int) -> dict[str, Value]:
    """When, on what and of which revision it was measured."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine_cores": os.cpu_count() or 0,
        "machine_cpu": _cpu(),
        "machine_system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "revision": _revision(),
        "rounds": rounds,
    }


def write(results: Results, file: Path) -> None:
    """Write flat names and values, sorted, so that two runs can be compared line by line."""
    file.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n")


def table(results: Results) -> str:
    """Figures for people, with their spread and their goal."""
    lines = [f"{'figure':28}{'median':>10}{'iqr':>10}{'goal':>10}"]
    for name, value in sorted(results.items()):
        if f"{name}_iqr" in results:
            goal = f"{GOALS[name]:>10g}" if name in GOALS else ""
            lines.append(f"{name:28}{value:>10}{results[f'{name}_iqr']:>10}{goal}")
    return "\n".join(lines)


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(": ")[2] for line in lines if "model name" in line), "")


def _revision() -> str:
    """The commit, marked when what was measured is not what it holds."""
    try:
        told = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parent,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return told.stdout.strip()
