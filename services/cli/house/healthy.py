"""`python -m services.cli.house.healthy`: exit 0 when the service in this container is ready.

For the health check of an image that has neither curl nor a shell to spare: it imports nothing but
the standard library, and asks where Prometheus asks.
"""

from __future__ import annotations

import os
import sys
import urllib.request
from collections.abc import Mapping

PORT = "9464"
WITHIN = 3.0


def failing(text: str) -> list[str]:
    """The checks of readiness that fail in a service's metrics; all of them where it tells none."""
    checks = [line for line in text.splitlines() if line.startswith("eyesdown_ready{")]
    if not checks:
        return ["it tells of no readiness"]
    return [line for line in checks if float(line.rpartition(" ")[2]) != 1]


def asked(environment: Mapping[str, str]) -> str:
    """The metrics of the service that is set up by this environment. Raises `OSError`."""
    address = environment.get("EYESDOWN_GRPC_ADDRESS") or "127.0.0.1:7400"
    host = address.rpartition(":")[0].replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]")
    port = environment.get("EYESDOWN_METRICS_PORT") or PORT
    with urllib.request.urlopen(f"http://{host}:{port}/metrics", timeout=WITHIN) as reply:
        text: str = reply.read().decode()
        return text


def main() -> None:
    """Say what fails, and exit with 1 if anything does."""
    try:
        wrong = failing(asked(os.environ))
    except OSError as error:
        wrong = [str(error)]
    for each in wrong:
        print(each)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
