"""Pages to print: what is drawn on them, as data, and as PDF and PNG."""
