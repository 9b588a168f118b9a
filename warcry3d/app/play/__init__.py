"""The Play room: fighters are moved over the table, and recorded battles stepped through."""
