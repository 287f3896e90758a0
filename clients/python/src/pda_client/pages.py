"""Lists, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Page(Protocol[T_co]):
    """What every list returns."""

    @property
    def items(self) -> Sequence[T_co]:
        """Items of this page."""

    @property
    def next_page_token(self) -> str:
        """Token of the next page; empty when this page is the last one. After the newest event, it is the token of the request again."""


def iterate(list_page: Callable[P, Page[T]], *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
    """Yields the items of all pages; a page is asked for when its first item is due.

    Takes the arguments of the list: `for payment in iterate(pda.list_payments, status=PaymentStatus.PENDING)`. Events end
    with the newest one; EventReader goes on from there.
    """
    while True:
        page = list_page(*args, **kwargs)
        yield from page.items
        if page.next_page_token in ("", kwargs.get("page_token")):
            return
        kwargs["page_token"] = page.next_page_token


async def iterate_async(
    list_page: Callable[P, Awaitable[Page[T]]], *args: P.args, **kwargs: P.kwargs
) -> AsyncIterator[T]:
    """The same for AsyncPdaClient: `async for payment in iterate_async(pda.list_payments)`."""
    while True:
        page = await list_page(*args, **kwargs)
        for item in page.items:
            yield item
        if page.next_page_token in ("", kwargs.get("page_token")):
            return
        kwargs["page_token"] = page.next_page_token
