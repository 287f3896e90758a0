import type { Holder } from "../../domain/wallet/wallet.ts";
import { Failure } from "../../rpc/failure.ts";
import type { ShelfItem, ShelfReader } from "../../store/ownership/shelves.ts";
import { type Page, type PageRequest, toPage } from "../../store/page.ts";
import type { Shelf } from "../../trust/ownership/tags.ts";
import type { ServiceDeps } from "../deps.ts";

type Keys = Pick<ServiceDeps, "sealer" | "ownershipTags">;

/** Returns the shelf entry of an item for the holder of a key. */
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
    sealedReference: sealer.seal(Buffer.from(id), referenceContext(tag)),
  };
}

/** An item on a shelf. */
interface Listed {
  readonly id: string;
  /** The holder's key whose shelf has the item. One tag of this key tells whether the item is the holder's; all keys can be a thousand. */
  readonly keyThumbprint: string;
}

/**
 * Returns the items on a holder's shelves, newest first. Each of the holder's keys has had its own shelf, and the
 * shelves of newer keys come first. A place is the number of the key and the position on its shelf. So a place stays valid when another key
 * takes over between two pages.
 */
export async function readShelf(
  shelves: ShelfReader,
  { sealer, ownershipTags: tags }: Keys,
  { shelf, holder }: { readonly shelf: Shelf; readonly holder: Pick<Holder, "keyThumbprints"> },
  { size, after }: PageRequest,
): Promise<Page<Listed>> {
  const keys = holder.keyThumbprints.map((keyThumbprint, index) => ({
    keyThumbprint,
    seq: holder.keyThumbprints.length - index,
    tag: tags.shelf(shelf, keyThumbprint),
  }));
  const start = after === undefined ? undefined : placeOf(after);
  const open = keys.filter(({ seq }) => start === undefined || seq <= start.seq);
  const found = await shelves.list(
    open.map(({ tag }) => tag),
    { size: size + 1, ...(open[0]?.seq === start?.seq && start ? { after: start.position } : {}) },
  );
  const rows = found.flatMap(({ index, position, sealedReference }) => {
    const key = open[index];
    if (!key) return [];
    const id = sealer.open(sealedReference, referenceContext(key.tag)).toString();
    return [{ id, keyThumbprint: key.keyThumbprint, place: `${key.seq}.${position}` }];
  });
  const { items, ...rest } = toPage(rows, size, ({ place }) => place);
  return { items: items.map(({ id, keyThumbprint }) => ({ id, keyThumbprint })), ...rest };
}

/** The form of places on shelves. Positions must fit a bigint of the database. */
export const shelfPlace = /^(\d{1,4})\.(\d{1,18})$/;

/** @throws Failure INVALID_PAGE_TOKEN */
function placeOf(after: string): { readonly seq: number; readonly position: string } {
  const [, seq, position] = shelfPlace.exec(after) ?? [];
  if (seq === undefined || position === undefined) throw new Failure("INVALID_PAGE_TOKEN");
  return { seq: Number(seq), position };
}

/** Returns the context that binds a sealed reference to its shelf. */
export const referenceContext = (shelf: Buffer): string => `ownership|shelf|${shelf.toString("hex")}`;
