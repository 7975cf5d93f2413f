"""Whoever sits beside the visitor has nothing to do."""

from tablee.bots.random_bot import RandomBot

BOT = RandomBot
