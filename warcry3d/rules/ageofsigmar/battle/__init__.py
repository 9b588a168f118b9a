"""Battles: what players do, the state, and the rules from set-up to victory."""
