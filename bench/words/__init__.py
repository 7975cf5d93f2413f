"""Finding words: the index beside a naive scan in Python and beside a trie, on the whole French lexicon."""
