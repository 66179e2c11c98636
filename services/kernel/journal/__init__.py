"""Where commits are kept: what a store must promise, and how JetStream keeps it."""
