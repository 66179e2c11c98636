"""`eyesdown`: the command line.

Commands are imported when they are called, so that a quick one need not wait for what a slow one
needs. Whatever goes wrong is told in a sentence or two; EYESDOWN_DEBUG=1 shows where as well.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from typing import Any

import click

# gRPC reads this when it is loaded: what it has to say about a lost connection, we say.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

COMMANDS: Mapping[str, tuple[str, str]] = {
    "run": ("services.cli.run:run", "Run NATS and every service on this machine, until Ctrl-C."),
    "demo": ("services.cli.demo.command:demo", "Play an evening, and check its figures."),
    "watch": ("services.cli.watch:watch", "Show what a room shows, live."),
    "game": ("services.cli.show:game", "Look at games: show, list, master board, why play waits."),
    "rooms": ("services.cli.rooms:rooms", "List rooms and screens that are dark, late or old."),
    "call": ("services.cli.caller.command:call", "The caller's screen: run a game by keyboard."),
    "session": ("services.cli.session:session", "Look at sessions: show one, list them."),
    "equipment": ("services.cli.equipment:equipment", "Look at equipment: show one, list it."),
    "display": (
        "services.cli.display:display",
        "Displays of rooms: bind a screen, list them, cut one off.",
    ),
    "dispute": ("services.cli.dispute:dispute", "Look at disputes: show one, list them."),
    "table": ("services.cli.table:table", "Look at pai gow tables: rounds, and what is due."),
    "tournament": (
        "services.cli.tournament:tournament",
        "Look at tournaments: standings, seating, results, draws.",
    ),
    "session-table": (
        "services.cli.session_table:session_table",
        "Look at a tournament's tables: show one, list them, follow.",
    ),
    "cards": ("services.cli.cards:cards", "Series of cards: make, load, use, look at, print."),
    "claim": ("services.cli.claim:claim", "Claims: does a card win, and what is claimed."),
    "jackpot": ("services.cli.jackpot:jackpot", "Jackpots: open, declare, look at every cent."),
    "prizes": ("services.cli.prizes:prizes", "Prizes: what is owed, pay, sign, recover."),
    "receipts": ("services.cli.prizes:receipts", "Prize receipts, by venue and day."),
    "sales": ("services.cli.sales:sales", "Sales of cards: open, sell, void, close, look at."),
    "page": ("services.cli.page:page", "Write the displays' page for a web server of your own."),
    "token": ("services.cli.token:token", "Print a development token for a person."),
    "revoke": ("services.cli.revoke:revoke", "Take tokens back before they end."),
    "certs": ("services.cli.certs:certs", "Make certificates for development."),
    "keys": ("services.cli.keys:keys", "Look at the sealing keys, or make a new one."),
    "blobs": ("services.cli.blobs:blobs", "Sweep the blobs that no commit names."),
    "players": ("services.cli.players:players", "Who may not play: bar, lift, list, check."),
    "people": ("services.cli.people:people", "Tell or erase the name behind a reference."),
    "floor": ("services.cli.floor:floor", "Follow every change in every venue, a line for each."),
    "feed": ("services.cli.feed:feed", "Look at what services failed to react to, and retry it."),
    "report": ("services.cli.day.command:report", "Reports for the office: of a gaming day."),
    "audit": ("services.cli.main:audit", "Prove what the journal holds."),
    "status": ("services.cli.status:status", "Show what is played, and whether anything is wrong."),
    "trace": ("services.cli.trace:trace", "From a game or claim to its commits, traces, clauses."),
    "secrets": ("services.cli.secrets:secrets", "Make the secrets of a house on one machine."),
    "serve": ("services.cli.serve:serve", "Serve one service."),
    "provision": ("services.cli.run:provision", "Make and check the streams of all venues."),
    "profile": (
        "services.cli.profile:profile",
        "Rule profiles: show, list, put forward, approve.",
    ),
    "paigow": ("services.cli.paigow:paigow", "What the rules of a pai gow table come to, exactly."),
    "rules": ("services.cli.rules:rules", "Show which clauses are carried and tested."),
    "docs": ("services.cli.main:docs", "Write pages of the documentation from the code."),
}
AUDITS: Mapping[str, tuple[str, str]] = {
    "verify": ("services.cli.audit:verify", "Check every record, and decide every command again."),
    "watch": (
        "services.cli.audit_watch:watch",
        "Verify again and again, and tell Prometheus what came of it.",
    ),
    "recount": (
        "services.cli.recount:recount_command",
        "Count the commits again, and compare with what services say.",
    ),
}
PAGES: Mapping[str, tuple[str, str]] = {
    "refusals": ("services.cli.refusals:refusals", "Print docs/refusals.md."),
    "policy": ("services.cli.policy_page:policy_", "Print docs/policy.md."),
    "settings": ("services.cli.settings_page:settings", "Print docs/settings.md."),
    "actions": ("services.cli.actions_page:actions", "Print docs/actions.md."),
    "metrics": ("services.cli.metrics_page:metrics", "Print docs/metrics.md."),
}


class Lazy(click.Group):
    """A group whose commands are imported when they are called.

    `table` gives "module:command" and a line of help by name, in the order of reading.
    """

    def __init__(self, *args: Any, table: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in self.table:
            return None
        module, _, attribute = self.table[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.table.items()])


class Plain(Lazy):
    """A group that tells errors in plain sentences."""

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command; what it raises becomes a sentence on stderr and exit status 1."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            if os.environ.get("EYESDOWN_DEBUG", "0") not in ("", "0"):
                raise
            from services.cli.output import explain

            raise click.ClickException(explain(error)) from error


def _version(ctx: click.Context, parameter: click.Parameter, asked: bool) -> None:
    """Say which build this is, and whether it is other than a release's."""
    if not asked or ctx.resilient_parsing:
        return
    from services.kernel.build import here, unlike_a_release

    but = unlike_a_release(here())
    click.echo(f"eyesdown {here()}" + (f", {but}" if but else ""))
    ctx.exit()


@click.group(cls=Plain, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and the build, and exit.",
)
def main() -> None:
    """Run the games of a gaming floor, and look at them.

    EYESDOWN_DEBUG=1 shows where an error comes from.
    """


@click.group(cls=Lazy, table=AUDITS)
def audit() -> None:
    """Prove what the journal holds."""


@click.group(cls=Lazy, table=PAGES)
def docs() -> None:
    """Write pages of the documentation from the code."""


if __name__ == "__main__":
    main()
