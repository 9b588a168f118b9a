"""From a raw mesh to a playable piece: import, classification, findings, layouts, export."""
