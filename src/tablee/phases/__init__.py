"""Ready phases: what several games do alike, from a secret choice to a race of words. Look here before you write.

A phase asks its game through methods of the state or of a subclass, and knows none. What a second game needs is
moved here. What changes here changes games that are being played: their golden records must still replay.
"""
