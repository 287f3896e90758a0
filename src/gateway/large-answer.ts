import { connectionOf } from "./connection.ts";
import type { Exchange } from "./exchange.ts";

/** Larger answers are written in pieces of this size, each when the one before is taken. */
export const PIECE_BYTES = 65_536;
/** What one piece is in memory until it is taken: itself, and enciphered. */
const SHARED_BYTES = 2 * PIECE_BYTES;

/** @throws Failure UNAVAILABLE when too much is kept for callers that do not read to make a large answer as well. */
export function checkRoom({ request }: Exchange, bytes: number): void {
  if (bytes > PIECE_BYTES) connectionOf(request.socket)?.checkRoom(bytes);
}

/**
 * Writes the body of a large answer, whose head is set, as fast as it is taken. Written at once, TLS would keep a second copy of all of
 * it, enciphered, and nobody could tell a caller that reads slowly from one that does not read.
 * @param shared whether all callers share it, so that only what is written of it counts as kept.
 */
export function endInPieces(exchange: Exchange, body: string | Uint8Array, shared = false): void {
  const { response } = exchange;
  exchange.hold(shared ? SHARED_BYTES : Buffer.byteLength(body));
  // A text is not cut: a character could be more than one byte.
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const last = bytes.length - PIECE_BYTES;
  let at = 0;
  const more = (): void => {
    while (at < last) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      at += PIECE_BYTES;
      if (response.write(piece)) continue;
      response.once("drain", more);
      return;
    }
    response.end(bytes.subarray(at));
  };
  more();
}
