"""The speaking list: words with what they mean and go with, and the grammar that bots make sentences by."""
