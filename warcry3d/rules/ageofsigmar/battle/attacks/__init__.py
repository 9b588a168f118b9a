"""Attacks: targets, what each roll needs, their dice, casualties."""
