import type { ShelfItem } from "../../store/ownership/shelves.ts";
import type { Page } from "../../store/page.ts";
import type { PageRequest } from "../../store/page.ts";
import type { ShelfReader } from "../../store/ownership/shelves.ts";
import type { Shelf } from "../../trust/ownership/tags.ts";
import { Failure } from "../../rpc/failure.ts";
import type { ServiceDeps } from "../deps.ts";

type Keys = Pick<ServiceDeps, "sealer" | "ownershipTags">;

/** Something on the shelf of the holder of a key. */
export function shelfItem(
  { sealer, ownershipTags: tags }: Keys,
  shelf: Shelf,
  id: string,
  keyThumbprint: string,
): ShelfItem {
  const tag = tags.shelf(shelf, keyThumbprint);
  return {
    shelf: tag,
    item: tags.item(id, keyThumbprint),
    sealedReference: sealer.seal(Buffer.from(id), contextOf(tag)),
  };
}

/** Identifiers of what is on the shelf of the holder of a key, the last that came first. */
export async function readShelf(
  shelves: ShelfReader,
  { sealer, ownershipTags: tags }: Keys,
  { shelf, keyThumbprint }: { readonly shelf: Shelf; readonly keyThumbprint: string },
  page: PageRequest,
): Promise<Page<string>> {
  // Positions are numbers that a bigint of the database holds.
  if (page.after !== undefined && !/^\d{1,18}$/.test(page.after)) throw new Failure("INVALID_PAGE_TOKEN");
  const tag = tags.shelf(shelf, keyThumbprint);
  const { items, ...rest } = await shelves.list(tag, page);
  return { items: items.map((reference) => sealer.open(reference, contextOf(tag)).toString()), ...rest };
}

const contextOf = (shelf: Buffer): string => `ownership|shelf|${shelf.toString("hex")}`;
