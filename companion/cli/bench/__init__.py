"""`companion bench` and `companion doctor`: how fast and how well program, camera and light do on this machine."""
