"""Words: what a word must satisfy, which words there are, which of them fit, and what makes a sentence. No I/O."""
