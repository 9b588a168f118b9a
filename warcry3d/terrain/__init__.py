"""From a raw mesh to a piece that plays: import, classification, findings, layouts, export."""
