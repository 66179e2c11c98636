"""What stands between a caller and a handler, and what a service tells about itself."""
