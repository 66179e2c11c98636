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
    "run": (".house.run:run", "Run NATS and every service on this machine, until Ctrl-C."),
    "demo": (".demo.command:demo", "Play an evening, and check its figures."),
    "watch": (".screens.watch:watch", "Show what a room shows, live."),
    "game": (".draw.game:game", "Look at games: show, list, master board, explain."),
    "rooms": (".screens.rooms:rooms", "List rooms and screens that are dark, late or old."),
    "call": (".caller.command:call", "The caller's screen: run a game by keyboard."),
    "session": (".draw.session:session", "Look at sessions: show one, list them, add one up."),
    "equipment": (".draw.equipment:equipment", "Look at equipment: show one, list it."),
    "display": (
        ".screens.display:display",
        "Displays of rooms: bind a screen, list them, cut one off.",
    ),
    "dispute": (".draw.dispute:dispute", "Look at disputes: show one, list them."),
    "sitting": (".paigow.sitting:sitting", "Look at pai gow tables: rounds, what may be done."),
    "tournament": (
        ".tournament.tournament:tournament",
        "Look at tournaments: standings, seating, results, draws.",
    ),
    "session-table": (
        ".tournament.session_table:session_table",
        "Look at a tournament's tables: show one, list them, follow.",
    ),
    "cards": (".verify.cards:cards", "Series of cards: make, load, use, look at, print."),
    "claim": (".verify.claim:claim", "Claims: does a card win, and what is claimed."),
    "jackpot": (".verify.jackpot:jackpot", "Jackpots: open, declare, look at every cent."),
    "prizes": (".verify.prizes:prizes", "Prizes: what is owed, pay, sign, recover."),
    "receipts": (".verify.receipts:receipts", "Prize receipts, by venue and day."),
    "sales": (".verify.sales:sales", "Sales of cards: open, sell, void, close, look at."),
    "page": (".screens.page:page", "Write the displays' page for a web server of your own."),
    "token": (".access.token:token", "Print a development token for a person."),
    "revoke": (".access.revoke:revoke", "Take tokens back before they end."),
    "certs": (".house.certs:certs", "Make certificates for development."),
    "keys": (".house.keys:keys", "Look at the sealing keys, or make a new one."),
    "blobs": (".journal.blobs:blobs", "Sweep the blobs that no commit names."),
    "players": (".access.players:players", "Who may not play: bar, lift, list, check."),
    "people": (".journal.people:people", "Show or erase the name behind a reference."),
    "floor": (".ops.floor:floor", "Follow every change in every venue, a line for each."),
    "feed": (".ops.feed:feed", "Look at what services failed to react to, and retry it."),
    "report": (".day.command:report", "Reports for the office: of a gaming day."),
    "audit": (".main:audit", "Prove what the journal holds."),
    "status": (".ops.status:status", "Show what is played, and whether anything is wrong."),
    "trace": (".journal.trace:trace", "From a game or claim to its commits, traces, clauses."),
    "secrets": (".house.secrets:secrets", "Make the secrets of a house on one machine."),
    "serve": (".house.serve:serve", "Serve one service."),
    "provision": (".house.provision:provision", "Make and check the streams of all venues."),
    "profile": (".rules.profile:profile", "Rule profiles: show, list, put forward, approve."),
    "paigow": (".paigow.odds:paigow", "What the rules of a pai gow table come to, exactly."),
    "rules": (".rules.rules:rules", "Show which clauses are carried and tested."),
    "docs": (".main:docs", "Write pages of the documentation from the code."),
}
AUDITS: Mapping[str, tuple[str, str]] = {
    "verify": (
        ".journal.audit_verify:verify",
        "Check every record, and decide every command again.",
    ),
    "watch": (
        ".journal.audit_watch:watch",
        "Verify again and again, and tell Prometheus what came of it.",
    ),
    "recount": (
        ".journal.audit_recount:recount_command",
        "Count the commits again, and compare with what services say.",
    ),
}
PAGES: Mapping[str, tuple[str, str]] = {
    "refusals": (".docs.refusals:refusals", "Print docs/refusals.md."),
    "policy": (".docs.policy:policy_", "Print docs/policy.md."),
    "settings": (".docs.settings:settings", "Print docs/settings.md."),
    "actions": (".docs.actions:actions", "Print docs/actions.md."),
    "metrics": (".docs.metrics:metrics", "Print docs/metrics.md."),
}


class Lazy(click.Group):
    """A group whose commands are imported when they are called.

    `table` gives ".room.module:command" and a line of help by name, in the order of reading.
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
        command: click.Command = getattr(importlib.import_module(module, __package__), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.table.items()])


class Plain(Lazy):
    """A group that tells errors in plain sentences."""

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command; what it raises becomes a sentence on stderr and exit status 1, and
        Ctrl-C exit status 2: interrupted, it has found nothing wrong."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            click.echo("Interrupted", err=True)
            raise click.exceptions.Exit(2) from None
        except Exception as error:
            if os.environ.get("EYESDOWN_DEBUG", "0") not in ("", "0"):
                raise
            from services.cli.common.output import explain

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
