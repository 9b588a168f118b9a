"""The shell's own panels, and Dear ImGui drawn by Panda3D."""
