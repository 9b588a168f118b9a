"""Our figures."""
