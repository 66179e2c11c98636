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

PROTOS = Path(__file__).resolve().parent.parent / "protos"
GENERATED = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi")


def files_in(folder: Path) -> dict[Path, bytes]:
    """The generated files in a folder, by their path in it."""
    return {
        path.relative_to(folder): path.read_bytes()
        for pattern in GENERATED
        for path in folder.rglob(pattern)
    }


def generate() -> dict[Path, bytes]:
    """What the `.proto` files make now, by path below `protos`."""
    sources = sorted(str(path.relative_to(PROTOS)) for path in PROTOS.rglob("*.proto"))
    services = [source for source in sources if source.endswith("_service.proto")]
    with tempfile.TemporaryDirectory() as out:
        protoc(f"--python_out={out}", f"--mypy_out=quiet:{out}", *sources)
        protoc(f"--grpc_python_out={out}", f"--mypy_grpc_out=quiet:{out}", *services)
        return files_in(Path(out))


def protoc(*arguments: str) -> None:
    """Run the compiler of grpcio-tools, with the plugins that lie beside this Python."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}", *arguments]
    if subprocess.run(command, env={**os.environ, "PATH": path}, check=False).returncode:
        sys.exit("The contracts do not compile: see above.")


def write(wanted: dict[Path, bytes], present: dict[Path, bytes]) -> None:
    """Make the tree as wanted."""
    for path in present.keys() - wanted.keys():
        (PROTOS / path).unlink()
    for path, text in wanted.items():
        if present.get(path) != text:
            (PROTOS / path).write_bytes(text)


def main(arguments: list[str]) -> int:
    """Run `write` or `check`; the exit code."""
    wanted, present = generate(), files_in(PROTOS)
    if arguments == ["write"]:
        write(wanted, present)
        return 0
    if arguments != ["check"]:
        print("usage: protos.py write | check", file=sys.stderr)
        return 2
    differing = {path for path in wanted | present if wanted.get(path) != present.get(path)}
    for path in sorted(differing):
        print(f"protos/{path} is not what its .proto makes: run `make proto`", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
