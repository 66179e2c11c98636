"""What displays see: frames, room pointers and the pulse, kept true to the journal."""
