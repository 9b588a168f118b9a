"""The Judge room: who sees whom, and why."""
