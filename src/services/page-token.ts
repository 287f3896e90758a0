import { createHash } from "node:crypto";
import { Failure } from "../rpc/failure.ts";
import type { PageRequest } from "../store/page.ts";

const sizeDefault = 50;
const sizeMax = 200;

/** What a token is bound to: the caller's tenant and the filter, so that it cannot be carried to another list. */
export type PageBinding = Readonly<Record<string, string | number | undefined>>;

/**
 * Reads `pageSize` and `pageToken` (AIP-158): default 50, at most 200, a larger value counts as 200.
 *
 * @throws Failure INVALID_PAGE_TOKEN when the token was not made for this list
 */
export function pageRequest(
  page: { pageSize: number; pageToken: string },
  binding: PageBinding,
): PageRequest {
  const size = page.pageSize === 0 ? sizeDefault : Math.min(page.pageSize, sizeMax);
  if (page.pageToken === "") return { size };
  const [after, check, ...rest] = Buffer.from(page.pageToken, "base64url").toString().split("|");
  if (after === undefined || check !== digest(after, binding) || rest.length > 0)
    throw Failure.ofField(
      "INVALID_PAGE_TOKEN",
      "page_token",
      "INVALID_PAGE_TOKEN",
      "It does not belong to this list and filter.",
    );
  return { size, after };
}

/** The token of the page after position `next`; empty when there is none. */
export function pageToken(next: string | undefined, binding: PageBinding): string {
  return next === undefined ? "" : Buffer.from(`${next}|${digest(next, binding)}`).toString("base64url");
}

function digest(position: string, binding: PageBinding): string {
  const text = JSON.stringify([position, ...Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
