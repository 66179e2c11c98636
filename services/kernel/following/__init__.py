"""What follows from commits: heads and lists, reactions, timers."""
