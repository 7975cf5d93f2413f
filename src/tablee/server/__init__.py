"""The server: live tables that lose nothing, leak nothing and race fairly."""
