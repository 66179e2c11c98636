"""What the journal holds, without a service: proven, counted again, followed, swept, erased."""
