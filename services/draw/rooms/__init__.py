"""What the rooms of a game have on their glass: for the record, for whoever asks, for metrics."""
