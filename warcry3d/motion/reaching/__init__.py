"""Where a model can get to, over several heights: the plan of a table, the search over it, and the ways found."""
