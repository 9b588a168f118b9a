"""The app around its rooms: the window, input, camera, settings, notices, background jobs, the ImGui backend."""
