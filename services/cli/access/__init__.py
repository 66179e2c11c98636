"""Who is let in: tokens for people, taken back, and who may not play."""
