"""What the window opens and keeps on disk: tables, battles, thumbnails, pictures of what is seen."""
