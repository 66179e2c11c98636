"""Whether a service of this house is ready, as it tells anybody through gRPC's health service."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Any

import grpc
from cryptography import x509
from grpc_health.v1 import health_pb2, health_pb2_grpc

from services.kernel.serving.health import READINESS

_DIRECT = ("grpc.enable_http_proxy", 0)


async def until_ready(address: str, certificate: Path | None, key: Path | None) -> bool:
    """Wait until the service at `address` ("host:port") is ready: True; or until it no longer
    answers: False. `certificate` is the one it shows (PEM), None without TLS; it is shown to it as
    well, with its `key`, in case nobody gets in without one."""
    async with _channel(address, certificate, key) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        watch = stub.Watch(health_pb2.HealthCheckRequest(service=READINESS))
        try:
            async for reply in watch:
                if reply.status == health_pb2.HealthCheckResponse.SERVING:
                    return True
        except grpc.aio.AioRpcError:
            return False
        finally:
            watch.cancel()
    return False


def _channel(address: str, certificate: Path | None, key: Path | None) -> grpc.aio.Channel:
    if certificate is None or key is None:
        return grpc.aio.insecure_channel(address, options=[_DIRECT])
    # It is our own child, on an address that its certificate need not name: what it has to show
    # is that very certificate, under whatever name this has.
    pem = certificate.read_bytes()
    named = ("grpc.ssl_target_name_override", _name(pem))
    credentials = grpc.ssl_channel_credentials(pem, key.read_bytes(), pem)
    return grpc.aio.secure_channel(address, credentials, options=[_DIRECT, named])


def _name(pem: bytes) -> str:
    """A name that the first certificate of a PEM file is good for; a wildcard stands for any."""
    certificate = x509.load_pem_x509_certificates(pem)[0]
    try:
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        common = certificate.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
        return str(common[0].value) if common else ""
    for name in held.get_values_for_type(x509.DNSName):
        return name.replace("*", "any")
    addresses: list[ipaddress.IPv4Address | ipaddress.IPv6Address] = [
        each
        for each in held.get_values_for_type(x509.IPAddress)
        if isinstance(each, ipaddress.IPv4Address | ipaddress.IPv6Address)
    ]
    return str(addresses[0]) if addresses else ""
