"""Calls through proxies that change answers. Reads a list of them as JSON, each with a name, its address and the file of pinned keys if any.

Prints a list of two objects, of the client for threads and of that for asyncio: the error by the name of the proxy, for each that made a call fail.
"""

import asyncio
import json
import sys
from pathlib import Path

from pda_client import AsyncPdaClient, PdaClient, PdaClientError, PdaError, RetryPolicy

PAYMENT_ID = "pay_01kf05yaj0fg8rwb8000000001"
TRIES = [
    (each["name"], each["url"], Path(each["keys"]).read_bytes() if "keys" in each else True)
    for each in json.loads(sys.argv[1])
]
ONCE = RetryPolicy(attempts_max=1)


def by_threads(url: str, keys: bytes | bool) -> None:
    """Three successes and a refusal."""
    with PdaClient(url, verify_answers=keys, retry=ONCE) as pda:
        pda.get_server_info()
        pda.get_server_info()
        pda.list_payments(order_reference="a&b c/ü")
        try:
            pda.get_payment(PAYMENT_ID)
        except PdaError as error:
            assert error.status == 404


async def by_asyncio(url: str, keys: bytes | bool) -> None:
    """The same calls."""
    async with AsyncPdaClient(url, verify_answers=keys, retry=ONCE) as pda:
        await pda.get_server_info()
        await pda.get_server_info()
        await pda.list_payments(order_reference="a&b c/ü")
        try:
            await pda.get_payment(PAYMENT_ID)
        except PdaError as error:
            assert error.status == 404


said: list[dict[str, str]] = [{}, {}]
for name, url, keys in TRIES:
    for texts, call in ((said[0], by_threads), (said[1], lambda url, keys: asyncio.run(by_asyncio(url, keys)))):
        try:
            call(url, keys)
        except PdaClientError as error:
            texts[name] = f"{type(error).__name__}: {error}"
print(json.dumps(said))
