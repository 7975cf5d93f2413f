"""First lessons: a few moves at a real table, by the real rules, with one short sentence at a time."""
