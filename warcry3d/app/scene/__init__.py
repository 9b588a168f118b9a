"""The table as a scene graph: meshes, materials, light, overlays."""
