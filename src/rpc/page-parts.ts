import type { Operation } from "../../gen/rest/operations.ts";
import type { Call, ServedMethod } from "./handler.ts";

/** Number of items in a page of a list: by default, and at most. */
export const pageSizes = { preset: 50, max: 200 } as const;

/** Limit of a page, unless a single item is larger. Far below the message limit, so that no other call waits long behind a page. */
const pageBytesMax = 1_048_576;

/** Items of the first part of a page. So many payments or assets fit into a page even when each has the longest texts that are allowed. */
const firstPart = 12;

/** A request for a page of a list. */
interface ListRequest {
  readonly pageSize: number;
  readonly pageToken: string;
}

/** A page of a list. */
interface ListAnswer {
  readonly items: readonly unknown[];
  readonly nextPageToken: string;
}

/** Tells whether an operation answers pages of a list: a method with the name of the standard method (AIP-132), and with pages. */
export const answersPages = ({ method }: Operation, request: unknown): boolean =>
  method.startsWith("List") && "pageToken" in (request as object);

/** A call that waits for items does not wait for more of them. */
const atOnce = { waitSeconds: 0 };

/** Items of a list are shorter, so a page with fewer items than asked for is longer than half of the limit, or ends the list. */
const lastPageBytesMax = pageBytesMax / 2;

/** Tells whether more items may follow a page that has so many items and bytes. @param size items that were asked for */
export const mayGoOn = (page: { readonly items: number; readonly bytes: number }, size: number): boolean =>
  page.items >= size || page.bytes > lastPageBytesMax;

/**
 * Reads a page of a list and encodes it. The page is read in parts: a short one, then as many more items as fit by the length of the items
 * so far. So nothing is read that a page of long items has no room for. A page may have fewer items than the caller asked for (AIP-158);
 * its token continues after its last item.
 */
export async function encodedPage(method: ServedMethod, call: Call<unknown, unknown>): Promise<Buffer> {
  const request = call.request as ListRequest;
  const { preset, max } = pageSizes;
  const asked = request.pageSize === 0 ? preset : Math.min(request.pageSize, max);
  let page: ListAnswer = { items: [], nextPageToken: request.pageToken };
  let bytes: Buffer = Buffer.alloc(0);
  for (let size = Math.min(asked, firstPart); size > 0; ) {
    const part = (await method.handler({
      ...call,
      request: {
        ...request,
        ...(page.items.length > 0 ? atOnce : {}),
        pageSize: size,
        pageToken: page.nextPageToken,
      },
    })) as ListAnswer;
    const joined = { ...part, items: [...page.items, ...part.items] };
    const encoded = method.encodeResponse(joined);
    const fits = encoded.length <= pageBytesMax || joined.items.length <= 1;
    if (fits) {
      page = joined;
      bytes = encoded;
      if (part.items.length < size || part.nextPageToken === "") break;
    }
    // Items differ in length, so the estimate leaves some room. When a part is still too long, a shorter one is read in its place.
    const room = (0.9 * (pageBytesMax - bytes.length) * joined.items.length) / encoded.length;
    const more = Math.min(asked - page.items.length, Math.floor(room), fits ? max : size - 1);
    size = page.items.length === 0 ? Math.max(more, 1) : more;
  }
  return bytes;
}
