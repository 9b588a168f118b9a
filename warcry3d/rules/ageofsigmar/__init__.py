"""Age of Sigmar of 2015: as yet what a move costs."""
