"""Do the tests notice a fault? Small faults are put into the rules, one at a time, and the tests must fail."""
