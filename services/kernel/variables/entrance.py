"""Where a service answers, and who comes in: certificates, tokens, and who may not play."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from services.kernel import parsing
from services.kernel.parsing import Address
from services.kernel.variables.by import By

_HERE = Address("127.0.0.1", 7400)


@dataclass(frozen=True)
class Entrance:
    """How a service is reached, and by whom."""

    grpc_address: Annotated[
        Address,
        By(
            "GRPC_ADDRESS",
            parsing.ADDRESS,
            "Where the service answers gRPC. Port 0 takes any free one.",
        ),
    ] = _HERE
    metrics_port: Annotated[
        int,
        By(
            "METRICS_PORT",
            parsing.PORT,
            "The port of `/metrics` for Prometheus, on the host of the gRPC address. 0 takes any "
            "free one.",
        ),
    ] = 9464
    tls_certificate: Annotated[
        Path | None,
        By(
            "TLS_CERTIFICATE",
            parsing.EXISTING_FILE,
            "PEM file of the server's certificate and its chain. Read again when it changes, "
            "as the next two. Without it gRPC is in the clear, which is for development on one "
            "machine alone.",
        ),
    ] = None
    tls_key: Annotated[
        Path | None,
        By("TLS_KEY", parsing.EXISTING_FILE, "PEM file of the certificate's private key."),
    ] = None
    tls_client_ca: Annotated[
        Path | None,
        By(
            "TLS_CLIENT_CA",
            parsing.EXISTING_FILE,
            "PEM file of who signs the certificates of clients: nobody connects without one. "
            "`eyesdown run` shows the server's own, which has to be good for both then.",
        ),
    ] = None
    issuer_keys: Annotated[
        Path | None,
        By(
            "ISSUER_KEYS",
            parsing.EXISTING_FILE,
            "JWKS file with the public keys that sign tokens (Ed25519 or P-256); read again when "
            "it changes. It or the next is needed in production; in development we sign tokens of "
            "our own.",
        ),
    ] = None
    issuer_url: Annotated[
        str,
        By(
            "ISSUER_URL",
            parsing.HTTPS_URL,
            "Where the issuer publishes its keys: its OpenID configuration, or the JWKS itself. "
            "Fetched every five minutes and when a token names a new key; what was fetched stays "
            "in use, and in the data folder, while the line is cut.",
        ),
    ] = ""
    issuer_ca: Annotated[
        Path | None,
        By(
            "ISSUER_CA",
            parsing.EXISTING_FILE,
            "PEM file of who signed that server's certificate.",
            default="those that the system trusts",
        ),
    ] = None
    token_issuer: Annotated[
        str, By("TOKEN_ISSUER", parsing.TEXT, "What every token has as its `iss`.")
    ] = "eyesdown"
    token_audience: Annotated[
        str, By("TOKEN_AUDIENCE", parsing.TEXT, "What every token has among its `aud`.")
    ] = "eyesdown"
    profile_approval: Annotated[
        str,
        By(
            "PROFILE_APPROVAL",
            parsing.choice("auto", "demanded"),
            "Where it is demanded nothing is opened under a rule profile whose text one person "
            "has not put forward and another approved, in that venue. `auto` demands it in "
            "production.",
        ),
    ] = "auto"
    player_registry: Annotated[
        Address | None,
        By(
            "PLAYER_REGISTRY",
            parsing.ADDRESS,
            "Host and port of the operator's own registry of who may not play "
            "(`PlayerRegistryService`), asked beside the venues' lists.",
        ),
    ] = None
    player_registry_ca: Annotated[
        Path | None,
        By(
            "PLAYER_REGISTRY_CA",
            parsing.EXISTING_FILE,
            "PEM file of who signed its certificate; it is shown ours. Needed unless it is on this "
            "machine.",
        ),
    ] = None
    token_life_max: Annotated[
        float,
        By(
            "TOKEN_LIFE_MAX",
            parsing.SECONDS,
            "Seconds that a token may be good for; one that lasts longer is not taken.",
        ),
    ] = 43_200.0
