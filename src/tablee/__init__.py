"""Tablée: an open table for French parlour games."""
