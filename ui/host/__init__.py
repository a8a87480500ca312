"""What is on the table of this server, and who may close it."""
