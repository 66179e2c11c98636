"""Puts into the wheel of the services which build it is."""

from __future__ import annotations

import json
import runpy
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Built(BuildHookInterface[Any]):
    """Adds `build.json` to a wheel, but not to an editable install, whose code changes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Reckon the digest of the code; `version` is `standard` or `editable`."""
        if version != "standard":
            return
        root = Path(self.root)
        digest: bytes = runpy.run_path(str(root / "services/kernel/build.py"))["digest_of"](
            {
                "buf": root / "protos/buf",
                "eyesdown": root / "protos/eyesdown",
                "eyesdown_client": root / "client/eyesdown_client",
                "services": root / "services",
            }
        )
        self._folder = tempfile.TemporaryDirectory(prefix="eyesdown-build-")
        record = Path(self._folder.name) / "build.json"
        told = {"version": self.metadata.version, "digest": digest.hex()}
        record.write_text(json.dumps(told) + "\n")
        build_data["force_include"][str(record)] = "services/_data/build.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear up."""
        if version == "standard":
            self._folder.cleanup()
