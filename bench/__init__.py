"""How fast the house is, as ratios against bare baselines measured beside it: `make bench`."""
