"""Takes PDA_TRY_EVENTS events from a stream, first by threads, then by asyncio. Prints two lists of their identifiers as JSON."""

import asyncio
import json
import os

from pda_client import AsyncPdaClient, PdaClient

COUNT = int(os.environ["PDA_TRY_EVENTS"])


def by_threads() -> list[str]:
    """Follows the stream of a PdaClient."""
    ids: list[str] = []
    with PdaClient() as pda, pda.stream_events(type="payment.completed") as events:
        for event in events:
            ids.append(event.id)
            if len(ids) == COUNT:
                break
    return ids


async def by_asyncio() -> list[str]:
    """Follows the stream of an AsyncPdaClient."""
    ids: list[str] = []
    async with AsyncPdaClient() as pda, pda.stream_events(type="payment.completed") as events:
        async for event in events:
            ids.append(event.id)
            if len(ids) == COUNT:
                break
    return ids


print(json.dumps([by_threads(), asyncio.run(by_asyncio())]))
