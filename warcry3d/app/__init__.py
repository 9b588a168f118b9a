"""The desktop app: the only place that imports Panda3D."""
