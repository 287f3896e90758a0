import { createHash } from "node:crypto";
import { Failure } from "../../rpc/failure.ts";
import type { PageRequest } from "../../store/page.ts";

/** Items in a page when none are asked for, and at most. */
export interface PageSizes {
  readonly preset: number;
  readonly max: number;
}

const ofLists: PageSizes = { preset: 50, max: 200 };

/** What a token is bound to: the caller's tenant and the filter, so that it cannot be carried to another list. */
export type PageBinding = Readonly<Record<string, string | number | undefined>>;

/**
 * Reads `pageSize` and `pageToken` (AIP-158): default 50, at most 200 unless the list has others; a larger value counts as the largest.
 *
 * @throws Failure INVALID_PAGE_TOKEN when the token was not made for this list
 */
export function pageRequest(
  page: { pageSize: number; pageToken: string },
  binding: PageBinding,
  sizes = ofLists,
): PageRequest {
  const size = page.pageSize === 0 ? sizes.preset : Math.min(page.pageSize, sizes.max);
  if (page.pageToken === "") return { size };
  const [after, check, ...rest] = Buffer.from(page.pageToken, "base64url").toString().split("|");
  if (after === undefined || check !== digest(after, binding) || rest.length > 0) throw invalidPageToken();
  return { size, after };
}

/** A token that was not made for this list. */
export function invalidPageToken(): Failure {
  const message = "It does not belong to this list and filter.";
  return Failure.ofField("INVALID_PAGE_TOKEN", "page_token", "INVALID_PAGE_TOKEN", message);
}

/** The token of the page after position `next`; empty when there is none. */
export function pageToken(next: string | undefined, binding: PageBinding): string {
  return next === undefined ? "" : Buffer.from(`${next}|${digest(next, binding)}`).toString("base64url");
}

function digest(position: string, binding: PageBinding): string {
  const text = JSON.stringify([position, ...Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
