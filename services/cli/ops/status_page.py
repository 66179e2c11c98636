"""The screen of `eyesdown status`. Pure: what was scraped comes in, lines go out."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from prometheus_client.samples import Sample

from services.cli.common.output import columns
from services.cli.common.scraping import Scraped
from services.cli.ops.status_wall import FAILED, most, wall
from services.kernel.measuring import names

ENDED_WELL = ("ok", "rehearsed")
REFUSED = ("refused", "stale", "not_found", "exists", "request_id_reused", "invalid", "limited")
MOST_SKEW = 1.0


def page(
    replicas: Sequence[Scraped], before: Sequence[Scraped] = (), seconds: int = 0
) -> Iterator[str]:
    """What is played, done and wrong; with what was scraped `seconds` before, also how fast."""
    found = list(wrong(replicas))
    yield _well(replicas) if not found else "\n".join(f"WRONG  {each}" for each in found)
    yield ""
    yield from columns([_HEAD, *_services(replicas, before, seconds)])
    floor = list(_floor(replicas))
    if floor:
        yield ""
        yield from columns(floor)
    asked = list(wall(replicas))
    if asked:
        yield ""
        yield from columns(asked)
    waiting = _waiting(replicas)
    if waiting:
        yield ""
        yield f"Waiting for a second person: {waiting}"
    refused = list(_refusals(replicas))
    if refused:
        yield ""
        yield from columns(refused)


def _well(replicas: Sequence[Scraped]) -> str:
    """That nothing is wrong; and which screens are dark, which at night all are."""
    dark = sum(most(replicas, names.SCREENS, "venue", state="dark").values())
    if not dark:
        return "All is well."
    screens = "1 screen is" if dark == 1 else f"{dark:.0f} screens are"
    return f"All is well with the services; {screens} dark: eyesdown rooms"


_HEAD = ("service", "done", "refused", "denied", "failed", "calls/s", "append p99", "call p99")


def _services(
    replicas: Sequence[Scraped], before: Sequence[Scraped], seconds: int
) -> Iterator[Sequence[str]]:
    earlier = {each.place: each for each in before}
    for each in replicas:
        if each.silent:
            yield (each.place, *("-" for _ in _HEAD[1:]))
            continue
        outcomes = each.by(names.ACTIONS.name, "outcome")
        done, refused, failed = (
            sum(outcomes.get(outcome, 0) for outcome in outcomes_)
            for outcomes_ in (ENDED_WELL, REFUSED, FAILED)
        )
        denied = each.sum(names.DENIALS.name)  # reading counts too, which is no action
        calls = f"{names.CALL_DURATION.name}_count"
        pace = "-"
        if each.place in earlier:
            more = each.sum(calls) - earlier[each.place].sum(calls)
            pace = f"{max(more, 0) / seconds:.1f}"
        yield (
            each.service,
            *(f"{count:,.0f}" for count in (done, refused, denied, failed)),
            pace,
            _seconds(each.within(names.APPEND.name, 0.99)),
            _seconds(each.within(names.CALL_DURATION.name, 0.99, _is_answered)),
        )


def _is_answered(call: Sample) -> bool:
    """Whether it is a call with one answer: a stream stays open for as long as somebody looks."""
    return re.fullmatch(names.STREAMS, call.labels.get("rpc_method", "")) is None


def _floor(replicas: Sequence[Scraped]) -> Iterator[Sequence[str]]:
    """What is not over, by venue and kind; replicas of a service tell the same."""
    standing: dict[tuple[str, str, str], float] = {}
    for each in replicas:
        for sample in each.named(names.STANDING.name):
            labels = sample.labels
            key = (labels["venue"], labels["kind"], labels["phase"])
            standing[key] = max(standing.get(key, 0), sample.value)
    told: dict[tuple[str, str], list[str]] = {}
    for (venue, kind, phase), count in sorted(standing.items()):
        if count:
            of = "with sales " if kind == "claimDesks" else ""
            told.setdefault((venue, kind), []).append(f"{count:.0f} {of}{phase.replace('_', ' ')}")
    for (venue, kind), phases in told.items():
        yield venue, _kind(kind), ", ".join(phases)


def _kind(kind: str) -> str:
    """ "claim desks" of "claimDesks"."""
    return re.sub(r"[A-Z]", lambda letter: f" {letter[0].lower()}", kind)


def _waiting(replicas: Sequence[Scraped]) -> str:
    """What waits, by venue: "akl 1 payment, 2 correction"; replicas of a service tell the same."""
    counts: dict[tuple[str, str, str], float] = {}
    for each in replicas:
        for sample in each.named(names.WAITING.name):
            labels = sample.labels
            key = (labels["venue"], labels["what"], labels["service"])
            counts[key] = max(counts.get(key, 0), sample.value)
    told: dict[str, list[str]] = {}
    for (venue, what, _), count in sorted(counts.items()):
        if count:
            told.setdefault(venue, []).append(f"{count:.0f} {what.replace('_', ' ')}")
    return "; ".join(f"{venue} {', '.join(whats)}" for venue, whats in told.items())


def _refusals(replicas: Sequence[Scraped]) -> Iterator[Sequence[str]]:
    """The refusals that were given most often."""
    counts: dict[tuple[str, str, str], float] = {}
    for each in replicas:
        for sample in each.named(names.REFUSALS.name):
            labels = sample.labels
            key = (labels["action"], labels["reason"], labels["clause"])
            counts[key] = counts.get(key, 0) + sample.value
    often = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:5]
    for (action, reason, clause), count in often:
        yield "once" if count == 1 else f"{count:.0f} times", action, reason, clause or "-"


def wrong(replicas: Sequence[Scraped]) -> Iterator[str]:
    """What somebody has to look at, in words."""
    for each in replicas:
        if each.silent:
            yield f"{each.place} does not answer: {each.silent}"
            continue
        who = each.service
        for sample in each.named(names.READY.name):
            if not sample.value:
                yield f"{who} is not ready: {sample.labels['check']}"
        for metric, what in _ZEROS:
            for sample in each.named(metric):
                if sample.value:
                    where = sample.labels.get("venue") or sample.labels.get("stream") or ""
                    more = f" in {where}" if where else ""
                    yield f"{who}{more}: {what.format(sample.value)}"
        skew = each.sum(names.SKEW.name)
        if abs(skew) > MOST_SKEW:
            yield f"{who}: its clock is {skew:+.1f} s off"
    yield from _builds(replicas)


def _builds(replicas: Sequence[Scraped]) -> Iterator[str]:
    """More than one build, which is so while a new one is put in, and no longer."""
    running: dict[str, set[str]] = {}
    for each in replicas:
        for sample in each.named(names.ABOUT.name):
            build = f"{sample.labels['version']}+{sample.labels['build']}"
            running.setdefault(build, set()).add(each.service)
    if len(running) > 1:
        told = (f"{', '.join(sorted(who))} {build}" for build, who in sorted(running.items()))
        yield f"not all run the same build: {'; '.join(told)}"


_ZEROS = (
    (names.AUDIT_FINDINGS.name, "the last audit found {:.0f} things that are not as they must be"),
    (names.LOST.name, "the journal lacks {:.0f} commits"),
    (names.UNCOUNTED.name, "{:.0f} commits are not counted"),
    (names.FEED_PARKED.name, "{:.0f} sources are not reacted to"),
    (names.UNREADABLE.name, "{:.0f} times a record could not be read"),
    (names.OVERSIZED.name, "{:.0f} frames were too large for a board"),
    (names.STREAM_REPLICAS.name, "{:.0f} replicas of a stream are missing"),
)


def _seconds(seconds: float | None) -> str:
    """ "≤ 2.5 ms" for a bound."""
    if seconds is None:
        return "-"
    if math.isinf(seconds):
        return "more"
    return f"≤ {seconds * 1e3:g} ms" if seconds < 1 else f"≤ {seconds:g} s"
