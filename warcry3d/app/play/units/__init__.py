"""Units in hand: all models of a unit dragged in formation, then adjusted one by one."""
