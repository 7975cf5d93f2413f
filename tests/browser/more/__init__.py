"""Games that only a test server has: it looks for games in this folder too."""
