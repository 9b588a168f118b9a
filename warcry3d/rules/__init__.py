"""Rule systems: one folder each; they never import each other. What they share is in `units`, `reports` and here."""
