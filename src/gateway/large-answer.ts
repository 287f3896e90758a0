import { connectionOf } from "./connection.ts";
import type { Exchange } from "./exchange.ts";

/** Larger answers are written in pieces of this size, each after the caller has taken the previous piece. */
export const PIECE_BYTES = 65_536;
/** Memory of one piece until the caller takes it: the piece itself and its encrypted copy. */
const SHARED_BYTES = 2 * PIECE_BYTES;

/** Checks that a large answer fits in the memory for callers that do not read. @throws Failure UNAVAILABLE. */
export function checkRoom({ request }: Exchange, bytes: number): void {
  if (bytes > PIECE_BYTES) connectionOf(request.socket)?.checkRoom(bytes);
}

/**
 * Writes the body of a large answer as fast as the caller takes it; the head is already set. Written at once, all of the body would be held
 * a second time, encrypted by TLS. Slow readers would also look like callers that do not read.
 * @param shared whether all callers share the body, so that only the written piece counts as held.
 */
export function endInPieces(exchange: Exchange, body: string | Uint8Array, shared = false): void {
  const { response } = exchange;
  exchange.hold(shared ? SHARED_BYTES : Buffer.byteLength(body));
  // Strings become bytes first, because a piece could end within a character.
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
