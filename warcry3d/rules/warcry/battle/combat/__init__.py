"""Attacks: targets, hit rolls, damage, and reactions to them."""
