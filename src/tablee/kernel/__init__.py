"""The kernel: deterministic games, offers, zones with sight, phases, records. Knows no card, no word, no I/O.

Change it last: every game stands on it, and what it sends and writes is read by pages and records of others.
docs/tour.md reads it in half an hour.
"""
