"""The server: live tables that lose nothing, leak nothing and race fairly.

One task owns a table; `telling` is the only place where views become bytes. Messages (`protocol`) and log entries
(`log`) are read by others and by old logs: fields are added to them, never taken or renamed.
"""
