"""Calls with the keys that the environment names, and with `ACCESS_TOKEN`, bound to the key in `DPOP_KEY_FILE`. Reads a list of environments, as JSON, and prints what came of each.

With `MERCHANT_ID` it reads that merchant, by threads and by asyncio: its name. Without, it creates the wallet of the key that signs, and
lists what the wallet has.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

from pda_client import AsyncPdaClient, DpopToken, PdaClient, PdaError
from pda_client.keys import CallerKey
from pda_client.models import HolderKeyInput


async def token() -> str:
    return os.environ["ACCESS_TOKEN"]


async def name_by_asyncio(merchant_id: str, key: bytes | None) -> str:
    async with AsyncPdaClient(dpop=DpopToken(token, key) if key else None) as pda:
        return (await pda.get_merchant(merchant_id)).name


def run() -> list[object]:
    merchant_id = os.environ.get("MERCHANT_ID")
    key = Path(os.environ["DPOP_KEY_FILE"]).read_bytes() if "DPOP_KEY_FILE" in os.environ else None
    with PdaClient(dpop=DpopToken(lambda: os.environ["ACCESS_TOKEN"], key) if key else None) as pda:
        if merchant_id is not None:
            return [pda.get_merchant(merchant_id).name, asyncio.run(name_by_asyncio(merchant_id, key))]
        jwk = CallerKey(Path(os.environ["PDA_SIGNATURE_KEY_FILE"]).read_bytes(), "the wallet").jwk
        wallet = pda.create_wallet(holder_key=HolderKeyInput(kty="EC", crv="P-256", x=jwk["x"], y=jwk["y"]))
        return list(pda.list_balances(wallet.wallet_id).items)


def run_with(environment: dict[str, str]) -> object:
    os.environ.update(environment)
    try:
        return run()
    except PdaError as error:
        return error.reason
    finally:
        for name in environment:
            del os.environ[name]


print(json.dumps([run_with(environment) for environment in json.load(sys.stdin)]))
