"""Players that play Warcry by themselves: one that does anything the rules allow, one that makes sense."""
