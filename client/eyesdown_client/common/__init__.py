"""What all calls are made of: the connection, errors, requests, lists, words."""
