"""One client, one file."""
