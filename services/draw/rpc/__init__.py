"""gRPC in: parse, put on record, render; a file for each aggregate of the draw."""
