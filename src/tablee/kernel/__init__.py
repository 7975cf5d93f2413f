"""The kernel: deterministic games, offers, zones with sight, phases, records. Knows no card, no word, no I/O."""
