import type { Duplex } from "node:stream";

/** How long and how much is still taken in from a caller that writes although nothing is read any more. */
const LINGER_MS = 2_000;
const LINGER_BYTES_MAX = 4_194_304;

/**
 * Ends a connection so that its last answer arrives (RFC 9112 section 9.6): this side is closed, and what still comes is taken in and
 * forgotten until the caller closes as well, for a moment at most. Closed at once with bytes unread, TCP would reset it, and the caller
 * could lose answers that it has not read yet.
 * @param last bytes to be written before.
 */
export function endInOrder(socket: Duplex, last = ""): void {
  if (socket.destroyed || socket.writableEnded) return;
  // Whatever the caller still does with the connection is of no interest.
  socket.on("error", () => undefined);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
  socket.end(last);
  if (!socket.isPaused()) {
    discard(socket);
    return;
  }
  // Only `node:http` can start a connection again that it has paused; it listens to this as well, and before.
  socket.once("resume", () => discard(socket));
  socket.resume();
}

/** Takes the connection from `node:http`, which parses what comes until somebody else listens. */
function discard(socket: Duplex): void {
  let left = LINGER_BYTES_MAX;
  socket.removeAllListeners("data");
  socket.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
}
