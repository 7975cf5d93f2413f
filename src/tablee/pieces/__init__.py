"""What lies on a table: the Toutilix deck, families of cards, scattered places, positions in one line. Only data."""
