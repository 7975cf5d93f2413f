"""A fair with a stand for every domain: each asks for one thing, and says what it was given."""
