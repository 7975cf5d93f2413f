"""Codes that people type and tokens that they never see."""

from hashlib import sha256
from secrets import choice, token_bytes, token_urlsafe

CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ"
"""No I, L, O, U: nothing that looks or sounds like something else, and no words by accident."""
CODE_LENGTH = 6
TOKEN_BYTES = 24
TOKEN_LENGTHS = (20, 128)


def new_code() -> str:
    """One of 113 million; guessing is limited by rate, not by length alone."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as somebody typed it: small letters, spaces and dashes are forgiven."""
    return "".join(c for c in text.upper() if c.isascii() and c.isalnum())[: CODE_LENGTH + 4]


def new_token() -> str:
    return token_urlsafe(TOKEN_BYTES)


def own_token(given: str | None) -> str:
    """The token a device brings, if it is one that nobody could guess; otherwise a new one."""
    return given if given is not None and TOKEN_LENGTHS[0] <= len(given) <= TOKEN_LENGTHS[1] else new_token()


def hashed(token: str) -> str:
    """What is kept of a token: enough to recognise it, too little to use it."""
    return sha256(b"tablee token " + token.encode()).hexdigest()[:40]


def new_seed() -> bytes:
    return token_bytes(16)
