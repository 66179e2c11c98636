"""Generate the contracts' Python beside the `.proto` files, or say what is not up to date.

`protos.py write` changes only the files whose text differs and removes generated files that no
`.proto` makes any more; `protos.py check` changes nothing and exits 1 on a difference. Services'
stubs (`*_pb2_grpc`) are made for `*_service.proto` alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
# Where contracts lie, and the folder that their Python is imported from.
SOURCES = ((PROTOS, PROTOS), (ROOT / "tests" / "kit", ROOT))
GENERATED = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi")


def present() -> dict[Path, bytes]:
    """The generated files that lie in the tree, by their path in it."""
    return {
        path.relative_to(ROOT): path.read_bytes()
        for folder, _ in SOURCES
        for pattern in GENERATED
        for path in folder.rglob(pattern)
    }


def generate() -> dict[Path, bytes]:
    """What the `.proto` files make now, by path in the tree."""
    made: dict[Path, bytes] = {}
    for folder, root in SOURCES:
        sources = sorted(str(path.relative_to(root)) for path in folder.rglob("*.proto"))
        services = [source for source in sources if source.endswith("_service.proto")]
        with tempfile.TemporaryDirectory() as out:
            include = f"-I{root}"
            protoc(include, f"--python_out={out}", f"--mypy_out=quiet:{out}", *sources)
            if services:
                stubs = (f"--grpc_python_out={out}", f"--mypy_grpc_out=quiet:{out}")
                protoc(include, *stubs, *services)
            for path in Path(out).rglob("*.py*"):
                made[root.relative_to(ROOT) / path.relative_to(out)] = path.read_bytes()
    return made


def protoc(*arguments: str) -> None:
    """Run the compiler of grpcio-tools, with the plugins that lie beside this Python."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    command = [sys.executable, "-m", "grpc_tools.protoc", *arguments, f"-I{PROTOS}"]
    if subprocess.run(command, env={**os.environ, "PATH": path}, check=False).returncode:
        sys.exit("The contracts do not compile: see above.")


def write(wanted: dict[Path, bytes], there: dict[Path, bytes]) -> None:
    """Make the tree as wanted."""
    for path in there.keys() - wanted.keys():
        (ROOT / path).unlink()
    for path, text in wanted.items():
        if there.get(path) != text:
            (ROOT / path).write_bytes(text)


def main(arguments: list[str]) -> int:
    """Run `write` or `check`; the exit code."""
    wanted, there = generate(), present()
    if arguments == ["write"]:
        write(wanted, there)
        return 0
    if arguments != ["check"]:
        print("usage: protos.py write | check", file=sys.stderr)
        return 2
    differing = {path for path in wanted | there if wanted.get(path) != there.get(path)}
    for path in sorted(differing):
        print(f"{path} is not what its .proto makes: run `make proto`", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
