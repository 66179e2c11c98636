"""A house on one machine: its processes, streams, users, secrets and certificates."""
