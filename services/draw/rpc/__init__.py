"""gRPC in: parse, put on record, render."""
