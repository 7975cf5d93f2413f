"""Load: many live tables over real sockets, beside a peer's server under the same play."""
