"""Units of several models, for all rule systems: coherency, formations, places, moves."""
