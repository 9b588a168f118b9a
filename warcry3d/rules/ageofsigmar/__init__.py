"""Age of Sigmar, the first four pages: rules by id as AOS-...."""
