"""A table in words: played to its end by somebody who only reads."""
