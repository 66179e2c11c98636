"""Puts the contracts into the wheel of the client."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Contracts(BuildHookInterface[Any]):
    """Adds `protos` to a wheel, but not to an editable install, which would keep a stale copy."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Take the contracts in; `version` is `standard` or `editable`."""
        if version == "standard":
            build_data["force_include"].update(
                {f"../protos/{package}": package for package in ("eyesdown", "buf")}
            )
