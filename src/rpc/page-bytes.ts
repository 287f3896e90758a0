import type { Call, ServedMethod } from "./handler.ts";

/** Limit of a page, unless a single item is larger. Far below the message limit, so that no other call waits long behind a page. */
const pageBytesMax = 1_048_576;

/**
 * Encodes the answer of a handler. A list page that is too large is read again with fewer items. A page may have fewer items than the
 * caller asked for (AIP-158), and its token continues after its last item.
 */
export async function encodedPage(
  method: ServedMethod,
  call: Call<unknown, unknown>,
  first: unknown,
): Promise<Buffer> {
  let bytes = method.encodeResponse(first);
  for (let count = itemCount(call.request, first); count > 1 && bytes.length > pageBytesMax; ) {
    // Items differ in length, so the estimate leaves some room; when the page is still too large, the loop repeats.
    const pageSize = Math.max(1, Math.floor((0.9 * count * pageBytesMax) / bytes.length));
    const page = await method.handler({ ...call, request: { ...(call.request as object), pageSize } });
    bytes = method.encodeResponse(page);
    count = itemCount(call.request, page);
  }
  return bytes;
}

/** Returns the number of items of a page; 0 when the answer is not a page. */
function itemCount(request: unknown, response: unknown): number {
  const { items } = response as { items?: unknown };
  return "pageSize" in (request as object) && Array.isArray(items) ? items.length : 0;
}
