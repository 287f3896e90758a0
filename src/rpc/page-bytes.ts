import type { Call, ServedMethod } from "./handler.ts";

/** A page of a list is no longer than this, unless a single item is: far below what a message may be, so that nobody waits behind it. */
const pageBytesMax = 1_048_576;

/**
 * Encodes what a handler answered. A page of a list that is too long is read again with as many items as will fit: a page may have fewer
 * items than were asked for (AIP-158), and its token goes on behind the last of them.
 */
export async function encodedPage(
  method: ServedMethod,
  call: Call<unknown, unknown>,
  first: unknown,
): Promise<Buffer> {
  let bytes = method.encodeResponse(first);
  for (let count = itemCount(call.request, first); count > 1 && bytes.length > pageBytesMax; ) {
    // Items differ in length, so some room is left; when it is not enough, once more.
    const pageSize = Math.max(1, Math.floor((0.9 * count * pageBytesMax) / bytes.length));
    const page = await method.handler({ ...call, request: { ...(call.request as object), pageSize } });
    bytes = method.encodeResponse(page);
    count = itemCount(call.request, page);
  }
  return bytes;
}

/** Items of a page; 0 where the answer is none. */
function itemCount(request: unknown, response: unknown): number {
  const { items } = response as { items?: unknown };
  return "pageSize" in (request as object) && Array.isArray(items) ? items.length : 0;
}
