"""What decisions rest on of other records, looked up for them."""
