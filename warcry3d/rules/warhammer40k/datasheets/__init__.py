"""Datasheets and armies of them: types, files, checks, and the import of rosters and lists that others share."""
