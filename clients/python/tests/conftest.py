import os
from collections.abc import Callable, Iterator

import anyio.from_thread
import pytest
import trustme

from pda_client import AsyncPdaClient, PdaClient, RetryPolicy
from server import Server, serving

QUICK = RetryPolicy(wait_first=0.001, wait_max=0.5)


class InThread:
    """An AsyncPdaClient whose operations a test calls like those of a PdaClient, so that both pass the same tests."""

    def __init__(self, client: AsyncPdaClient, portal: anyio.from_thread.BlockingPortal) -> None:
        self._client = client
        self._portal = portal

    def __getattr__(self, name: str) -> Callable[..., object]:
        operation = getattr(self._client, name)

        async def run(args: tuple[object, ...], kwargs: dict[str, object]) -> object:
            return await operation(*args, **kwargs)

        return lambda *args, **kwargs: self._portal.call(run, args, kwargs)


Make = Callable[..., PdaClient]


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def server(authority: trustme.CA) -> Iterator[Server]:
    with serving(authority) as running:
        yield running


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("PDA_")]:
        monkeypatch.delenv(name)


@pytest.fixture(params=["sync", "asyncio"])
def make(request: pytest.FixtureRequest, server: Server) -> Iterator[Make]:
    """Makes clients of the server, of both kinds."""
    made: list[PdaClient] = []
    if request.param == "sync":

        def plain(**options: object) -> PdaClient:
            client = PdaClient(**{"base_url": server.url, "ca": server.ca, "retry": QUICK, **options})  # type: ignore[arg-type]
            made.append(client)
            return client

        yield plain
        for client in made:
            client.close()
        return

    with anyio.from_thread.start_blocking_portal() as portal:
        opened: list[AsyncPdaClient] = []

        def bridged(**options: object) -> PdaClient:
            client = AsyncPdaClient(**{"base_url": server.url, "ca": server.ca, "retry": QUICK, **options})  # type: ignore[arg-type]
            opened.append(client)
            return InThread(client, portal)  # type: ignore[return-value]

        yield bridged
        for each in opened:
            portal.call(each.aclose)
