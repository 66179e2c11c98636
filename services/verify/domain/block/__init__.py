"""A sales block: consecutive cards of one series on sale for one game. What is sold once is decided
here, and nowhere else."""
