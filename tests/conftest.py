"""What holds for every test run: how hypothesis searches, where garbage is looked for, and that in
CI nothing is left out."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import settings

# In CI the same examples each time, so that a failure is the change's; by hand a wider search.
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("hand", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "hand")


class NothingLeftOut:
    """Fails the run when a test was skipped or expected to fail.

    Lives in the process that reports; xdist's workers send their reports there.
    """

    def __init__(self) -> None:
        self.left_out: dict[str, str] = {}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._note(report)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped or hasattr(report, "wasxfail"):
            self._note(report)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.left_out and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.left_out:
            terminalreporter.section("left out: in CI every test runs", red=True)
            for test, why in self.left_out.items():
                terminalreporter.line(f"{test}: {why}")

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        why = getattr(report, "wasxfail", "") or report.longrepr
        self.left_out[report.nodeid] = str(why[2] if isinstance(why, tuple) else why)


def pytest_configure(config: pytest.Config) -> None:
    """Watch for tests that are left out, in CI and where the results come together."""
    if os.environ.get("CI") == "true" and not hasattr(config, "workerinput"):
        config.pluginmanager.register(NothingLeftOut())


def pytest_sessionstart() -> None:
    """Look for no garbage while tests are collected: twelve thousand stay, and nothing else."""
    gc.disable()


def pytest_collection_finish() -> None:
    """From now on, among what the tests make alone; seldom, as most goes without."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
