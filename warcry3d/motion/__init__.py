"""Movement: how a path is measured and judged, and every place that a model can get to."""
