"""What happens next in a game: plans of seats and alarms in one order of time, and the record of what happened.

Everything that plays a game on stands on this: arena, lessons, terminal, environments, search, servers. A value
without a clock, chance or threads of its own: who drives says how much time has passed and who is told. What
changes here changes which of two things comes first, and so every golden record.
"""
