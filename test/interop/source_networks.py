"""Reads JSON from the standard input and judges IP networks and addresses with Python's ipaddress.

{"networks": [text], "uses": [[[network], address]]} gives {"networks": [canonical text or null], "uses": [whether the address is in one]}.
"""

import ipaddress
import json
import re
import sys


def canonical(text):
    address, slash, prefix = text.partition("/")
    # The module also takes a missing prefix, a mask, a prefix with zeros in front, and IPv6 with a part in IPv4 notation.
    if not slash or not re.fullmatch("0|[1-9][0-9]*", prefix) or "%" in address or (":" in address and "." in address):
        return None
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    # IPv4-mapped and IPv4-compatible addresses stand for IPv4 addresses.
    number = int(network.network_address)
    if network.version == 6 and (0xFFFF < number < 2**32 or number >> 32 == 0xFFFF):
        return None
    return network.compressed


def counted(text):
    address = ipaddress.ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


asked = json.load(sys.stdin)
json.dump(
    {
        "networks": [canonical(text) for text in asked["networks"]],
        "uses": [
            any(counted(address) in ipaddress.ip_network(network) for network in networks)
            for networks, address in asked["uses"]
        ],
    },
    sys.stdout,
)
