"""What lies on a table: the Toutilix deck, families of cards, scattered places, positions in a line. Data only."""
