"""Random games on one core: how many moves per second ours make, beside peers measured in the same run."""
