import type { LifecycleStatus } from "../asset/lifecycle.ts";
import { type Publisher, requireActive } from "../publisher/publisher.ts";
import { Refused } from "../refused.ts";
import type { ChainHead } from "./entry.ts";

/** What decides whether an asset can change hands. */
export interface Title {
  readonly status: LifecycleStatus;
  /** Of its publisher. Assets of a suspended one cannot be used, and changing hands is a use. */
  readonly publisherStatus: Publisher["status"];
  /** Its asset type's policy. */
  readonly transferable: boolean;
  /** The last entry of its chain; absent while nobody owns it. */
  readonly head?: ChainHead;
}

/** What an offer says of the chain that it continues. */
export interface Continuation {
  readonly seq: number;
  readonly prevEntryHash: string;
}

/** Only what is in use moves, and can be shown to be owned. */
export const isInUse = ({ status }: Pick<Title, "status">): boolean => status === "active";

/**
 * The owner may offer the asset. Not the owner, an unknown asset and one that is not in use are refused alike, so that nobody can find
 * out who owns what.
 *
 * @param title undefined for an unknown asset
 * @throws Refused ASSET_NOT_OWNED; to the owner also PUBLISHER_NOT_ACTIVE, ASSET_NOT_TRANSFERABLE, OWNERSHIP_MOVED_ON
 */
export function requireOfferable(
  title: Title | undefined,
  isOwner: boolean,
  { seq, prevEntryHash }: Continuation,
): void {
  if (!title?.head || !isOwner || !isInUse(title))
    throw new Refused("ASSET_NOT_OWNED", "The wallet owns no such asset that is in use.");
  requirePublisher(title);
  requireTransferable(title, seq);
  if (seq !== title.head.seq + 1 || prevEntryHash !== title.head.entryHash)
    throw new Refused("OWNERSHIP_MOVED_ON", "The offer does not continue from the last entry of the asset.");
}

/** The first owner gets every asset; from then on its type's policy decides. */
export const mayMove = ({ transferable }: Title, seq: number): boolean => transferable || seq === 1;

/**
 * A transfer to this place in the chain can be made.
 *
 * @throws Refused PUBLISHER_NOT_ACTIVE, ASSET_NOT_ACTIVE, ASSET_NOT_TRANSFERABLE, OWNERSHIP_MOVED_ON
 */
export function requireMovable(title: Title, seq: number): void {
  requirePublisher(title);
  if (!isInUse(title))
    throw new Refused("ASSET_NOT_ACTIVE", `The asset is ${title.status}; it has to be active.`);
  requireTransferable(title, seq);
  if (seq !== (title.head?.seq ?? 0) + 1)
    throw new Refused("OWNERSHIP_MOVED_ON", "The asset has changed hands since.");
}

/** @throws Refused PUBLISHER_NOT_ACTIVE */
export function requirePublisher({ publisherStatus }: Pick<Title, "publisherStatus">): void {
  requireActive({ status: publisherStatus });
}

function requireTransferable(title: Title, seq: number): void {
  if (!mayMove(title, seq))
    throw new Refused("ASSET_NOT_TRANSFERABLE", "Assets of this type stay with their owner.");
}

/** A first owner can be named, now or by a claim code. @throws Refused ASSET_OWNED, ASSET_ENDED */
export function requireUnowned(title: Title): void {
  if (title.head) throw new Refused("ASSET_OWNED", "The asset has an owner.");
  if (title.status === "revoked" || title.status === "retired")
    throw new Refused("ASSET_ENDED", `The asset is ${title.status}; it cannot be given to anybody any more.`);
}
