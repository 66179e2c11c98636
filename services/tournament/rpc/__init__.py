"""gRPC in, a file for each aggregate."""
