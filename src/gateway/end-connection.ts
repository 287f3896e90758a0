import type { Duplex } from "node:stream";

/** How long the gateway discards input from a caller that still writes, and how many bytes at most. */
const LINGER_MS = 2_000;
const LINGER_BYTES_MAX = 4_194_304;

/**
 * Ends a connection so that its last answer arrives (RFC 9112 section 9.6). Closes this side and discards further input for a short time,
 * until the caller closes too. If the connection closed at once with unread input, TCP would reset it, and the caller could lose answers.
 * @param last bytes to write before the end.
 */
export function endInOrder(socket: Duplex, last = ""): void {
  if (socket.destroyed || socket.writableEnded) return;
  // Errors no longer matter once the connection ends.
  socket.on("error", () => undefined);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  socket.end(last);
  if (!socket.isPaused()) {
    discard(socket);
    return;
  }
  // Only `node:http` can resume a connection that it has paused. Its own listener for this event runs first.
  socket.once("resume", () => discard(socket));
  socket.resume();
}

/** Takes the connection from `node:http`, which otherwise parses further input. */
function discard(socket: Duplex): void {
  let left = LINGER_BYTES_MAX;
  socket.removeAllListeners("data");
  socket.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
}
