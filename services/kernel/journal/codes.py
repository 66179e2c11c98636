"""The codes by which the NATS server tells why JetStream refuses something (`err_code`)."""

from __future__ import annotations

NO_MESSAGE = 10037
NO_STREAM = 10059
WRONG_LAST = (10071, 10164)
"""The expected last message is not the last one; 10164 in a cluster, where another write of the
subject is under way."""
TOO_LARGE = 10054
"""A message above the stream's own limit."""
STORE_FAILED = 10077
NO_PEERS = (10005, 10074)
"""More replicas than there are servers for."""
