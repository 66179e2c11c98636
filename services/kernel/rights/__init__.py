"""Who may do what on NATS, in one table, and how displays are let in by it."""
