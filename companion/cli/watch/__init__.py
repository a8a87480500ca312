"""`companion watch`: follows a match through a camera or a film, takes typed answers, and records."""
