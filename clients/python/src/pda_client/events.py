"""Events in their order, from a position on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from .client import AsyncPdaClient, PdaClient
from .models import Event


class EventReader:
    """Reads the events after a position, up to the newest one. Iterate again later for the events since then.

    An event is behind `position` when the loop asks for the next one, so an event whose handling failed comes again. Store `cursor` of each
    event that you have processed, or `position` after the loop. A reader that starts from there continues with the next event.
    """

    def __init__(
        self, client: PdaClient, *, position: str | None = None, type: str | None = None, page_size: int | None = None
    ) -> None:
        """Makes a reader; iterating asks the service.

        Args:
            client: Whose events are read. Its key needs the scope `events.read`.
            position: `position` of an earlier reader. None starts with the first event.
            type: Only events of this type, such as `payment.completed`.
            page_size: Events in an answer of the service.
        """
        self._client = client
        self._type = type
        self._page_size = page_size
        self.position = position
        """Where reading continues, opaque: after the last event that the loop has processed."""

    def __iter__(self) -> Iterator[Event]:
        while True:
            page = self._client.list_events(type=self._type, page_size=self._page_size, page_token=self.position)
            for event in page.items:
                yield event
                self.position = event.cursor
            self.position = page.next_page_token or self.position
            if not page.items:
                return


class AsyncEventReader:
    """The same for AsyncPdaClient, with `async for`."""

    def __init__(
        self,
        client: AsyncPdaClient,
        *,
        position: str | None = None,
        type: str | None = None,
        page_size: int | None = None,
    ) -> None:
        """Makes a reader. The arguments are those of EventReader."""
        self._client = client
        self._type = type
        self._page_size = page_size
        self.position = position
        """Where reading continues, opaque: after the last event that the loop has processed."""

    async def __aiter__(self) -> AsyncIterator[Event]:
        while True:
            page = await self._client.list_events(type=self._type, page_size=self._page_size, page_token=self.position)
            for event in page.items:
                yield event
                self.position = event.cursor
            self.position = page.next_page_token or self.position
            if not page.items:
                return
