"""Words: what a word must satisfy, as data. The lexicon, the index and the judge come with the first word game."""
