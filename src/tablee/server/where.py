"""Where somebody comes from, and by which name he calls this server."""

from collections.abc import Collection
from ipaddress import IPv6Address, ip_address
from socket import gethostname
from urllib.parse import urlsplit

SITE, HOUSEHOLD = 48, 64
"""Of an IPv6 address, the bits of an organisation, and of a household: the rest its owner changes at will."""


def network(address: str) -> str:
    """Whoever can take another address of the same network is still the same one; a port is no new address."""
    return _network(address, HOUSEHOLD)


def site(address: str) -> str:
    """The wider network, from which many households may come."""
    return _network(address, SITE)


def _network(address: str, bits: int) -> str:
    host = without_port(address)
    try:
        found = ip_address(host.partition("%")[0].partition("/")[0])
    except ValueError:
        return host[:64]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> (128 - bits) << (128 - bits))}/{bits}"


def without_port(address: str) -> str:
    """The host of `host`, `host:1`, `1.2.3.4:1`, `::1`, `[::1]` and `[::1]:1`."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


def host_of(link: str) -> str:
    """The name in an address people use; none in an empty one."""
    return (urlsplit(link).hostname or "").lower()


class HostNames:
    """The names by which this server may be called.

    Another site can point a name of its own at this machine and so speak to it from a visitor's browser; it cannot
    do so with a number. Numbers are therefore always right, and names only if they are ours.
    """

    def __init__(self, names: Collection[str] = ()) -> None:
        own = gethostname().lower()
        self._names = {"localhost", own, f"{own.partition('.')[0]}.local", *(n.lower() for n in names if n)}

    def knows(self, host: str) -> bool:
        name = without_port(host).lower().rstrip(".")
        if name in self._names:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True
