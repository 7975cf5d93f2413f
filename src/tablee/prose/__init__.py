"""A table in words: what a seat sees, what happened, what it can do, and what its answers mean.

Everything here is made of what passes the one door (view, offers, events) and of the games' texts; nothing knows a
state, a clock or a game. `seat.TextSeat` is what terminal and server use; the words that no game has are in
`fr.toml` and `en.toml` beside it.
"""
