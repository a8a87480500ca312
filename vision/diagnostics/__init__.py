"""What `companion doctor` checks: picture quality, networks, speed of the machine."""
