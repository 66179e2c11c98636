"""What can be asked of pai gow; `tables` is made of the others."""
