"""Measurements, run by hand or by ``make bench``; each is a ratio to a named baseline in the same run."""
