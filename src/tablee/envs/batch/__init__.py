"""Rules a second time, compiled, for a thousand tables at once: an extra for training, needed by nothing else."""
