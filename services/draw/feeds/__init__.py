"""What nobody asks for: reactions to the commits of games; a file for each that reacts."""
