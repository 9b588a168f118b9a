"""Battles of Warhammer 40,000: state, phases, attacks, stratagems."""
