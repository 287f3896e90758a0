import { createHash } from "node:crypto";
import { type IdKind, isId } from "../../domain/identifier/identifier.ts";
import { Failure } from "../../rpc/failure.ts";
import { pageSizes } from "../../rpc/page-parts.ts";
import type { Page, PageRequest } from "../../store/page.ts";

/** The default and the largest number of items in a page. */
export interface PageSizes {
  readonly preset: number;
  readonly max: number;
}

/** The caller's tenant and the filter. A token is bound to them, so that it cannot be used for another list. */
export type PageBinding = Readonly<Record<string, string | number | undefined>>;

/** The form of the positions in a list: identifiers of a kind, or a pattern. */
type PositionForm = IdKind | RegExp;

/** Positions that are numbers. They must fit an integer of the database. */
export const wholeNumber = /^\d{1,9}$/;

/**
 * Reads `pageSize` and `pageToken` (AIP-158). The page size is 50 by default and 200 at most, unless the list sets other sizes. A larger
 * value counts as the maximum.
 *
 * The check in a token has no key, so anyone can make a token for any text. Only a position of the list's form reaches the store.
 *
 * @throws Failure INVALID_PAGE_TOKEN when the token was not made for this list
 */
export function pageRequest(
  page: { pageSize: number; pageToken: string },
  binding: PageBinding,
  form: PositionForm,
  sizes: PageSizes = pageSizes,
): PageRequest {
  const size = sizeOf(page, sizes);
  if (page.pageToken === "") return { size };
  const [after, check, ...rest] = Buffer.from(page.pageToken, "base64url").toString().split("|");
  if (after === undefined || check !== digest(after, binding) || rest.length > 0) throw invalidPageToken();
  if (!hasForm(after, form)) throw invalidPageToken();
  return { size, after };
}

const hasForm = (position: string, form: PositionForm): boolean =>
  typeof form === "string" ? isId(form, position) : form.test(position);

/** Returns the number of items in a page: 50 by default and 200 at most, unless the list sets other sizes. */
export function sizeOf({ pageSize }: { pageSize: number }, sizes: PageSizes = pageSizes): number {
  return pageSize === 0 ? sizes.preset : Math.min(pageSize, sizes.max);
}

/** Returns the failure for a token that was not made for this list. */
export function invalidPageToken(): Failure {
  const message = "It does not belong to this list and filter.";
  return Failure.ofField("page_token", "INVALID_PAGE_TOKEN", message);
}

/** Returns a page as the contract shows it, with the token of the next page. */
export function pageToProto<T, Message>(
  { items, next }: Page<T>,
  binding: PageBinding,
  toProto: (item: T) => Message,
): { items: Message[]; nextPageToken: string } {
  return { items: items.map((item) => toProto(item)), nextPageToken: pageToken(next, binding) };
}

/** Returns the token of the page after position `next`; empty when `next` is absent. */
export function pageToken(next: string | undefined, binding: PageBinding): string {
  return next === undefined ? "" : Buffer.from(`${next}|${digest(next, binding)}`).toString("base64url");
}

function digest(position: string, binding: PageBinding): string {
  const text = JSON.stringify([position, ...Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
