"""Reads Server-Sent Events (WHATWG HTML section 9.2.6)."""

from __future__ import annotations

import attrs

FRAME_LENGTH_MAX = 4 << 20
"""Far above the longest event."""


@attrs.define
class Frame:
    """One frame of a stream."""

    id: str | None = None
    data: str | None = None
    """None for a frame that only tells where the stream is."""
    retry: float | None = None
    """Seconds after which to connect again."""

    def add(self, line: str) -> None:
        """Takes a line."""
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self.data = value if self.data is None else f"{self.data}\n{value}"
        elif name == "id" and "\0" not in value:
            self.id = value
        elif name == "retry" and value.isascii() and value.isdecimal() and len(value) < 10:
            self.retry = int(value) / 1000


class FrameReader:
    """Turns pieces of a stream into frames. A frame that is not whole at the end counts as not sent."""

    def __init__(self) -> None:
        self._rest = b""
        self._frame = Frame()
        self._length = 0

    def read(self, piece: bytes) -> list[Frame]:
        """Returns the frames that this piece completes. Raises ValueError for a frame that is too long."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        frames = []
        for line in lines:
            text = line.removesuffix(b"\r").decode("utf-8", "replace")
            if text:
                self._frame.add(text)
                self._length += len(line)
            else:
                if self._frame != Frame():
                    frames.append(self._frame)
                self._frame = Frame()
                self._length = 0
        if self._length + len(self._rest) > FRAME_LENGTH_MAX:
            raise ValueError(f"a frame has more than {FRAME_LENGTH_MAX} bytes")
        return frames
