"""Tools of the developers; no part of the package."""
