"""Controls about cameras, pictures and devices."""
