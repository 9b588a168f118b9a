"""Still pictures for the commands."""
