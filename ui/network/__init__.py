"""Other devices at the table: phones as cameras, players' phones, a television. Off unless the host asks for it."""
