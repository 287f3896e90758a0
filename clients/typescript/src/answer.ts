// The bodies of answers to a request for a stream.

/** Far above the longest envelope. */
const bytesMax = 1 << 20;

/** Tells whether an answer is a stream of events. */
export const isEventStream = ({ ok, body, headers }: Response): boolean =>
  ok && body !== null && (headers.get("Content-Type") ?? "").startsWith("text/event-stream");

/** Reads a body up to the limit. A longer one is no envelope, so its beginning tells as much. */
export async function beginningOf(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  while (length < bytesMax) {
    const { value } = await reader.read();
    if (value === undefined) break;
    pieces.push(value);
    length += value.length;
  }
  // Also frees the connection after a body that did not end.
  await reader.cancel().catch(() => undefined);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
