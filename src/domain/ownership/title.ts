import type { LifecycleStatus } from "../asset/lifecycle.ts";
import { type Publisher, requireActivePublisher } from "../publisher/publisher.ts";
import { Refused } from "../refused.ts";
import type { ChainHead } from "./entry.ts";

/** The facts that decide whether an asset can be transferred. */
export interface Title {
  readonly status: LifecycleStatus;
  /** Status of the asset's publisher. Assets of a suspended publisher cannot be used, and a transfer is a use. */
  readonly publisherStatus: Publisher["status"];
  /** From the policy of the asset's type. */
  readonly transferable: boolean;
  /** The last entry of the asset's chain. Absent while the asset has no owner. */
  readonly head?: ChainHead;
}

/** The part of an offer that continues the chain. */
export interface Continuation {
  readonly seq: number;
  readonly prevEntryHash: string;
}

/** Tells whether an asset is active. Only an active asset can be transferred, or be shown to be owned. */
export const isInUse = ({ status }: Pick<Title, "status">): boolean => status === "active";

/** Tells whether the present owner is the first one, to whom the publisher gave the asset. */
export const isWithFirstOwner = ({ head }: Pick<Title, "head">): boolean => head?.seq === 1;

/**
 * Checks that the owner may offer the asset.
 * A caller that is not the owner, an unknown asset and an inactive asset get the same refusal, so that nobody can find out the owner.
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
    throw new Refused("ASSET_NOT_OWNED", "The wallet does not own an active asset with this identifier.");
  requirePublisherInForce(title);
  requireTransferable(title, seq);
  if (seq !== title.head.seq + 1 || prevEntryHash !== title.head.entryHash)
    throw new Refused(
      "OWNERSHIP_MOVED_ON",
      "The offer does not continue from the last entry of the asset's chain. Read the asset's ownership and sign a new offer.",
    );
}

/** Tells whether an asset may be transferred. Every asset may go to its first owner; after that, its type's policy decides. */
export const mayMove = ({ transferable }: Title, seq: number): boolean => transferable || seq === 1;

/**
 * Checks that a transfer to this position in the chain can be made.
 *
 * @throws Refused PUBLISHER_NOT_ACTIVE, ASSET_ENDED, ASSET_NOT_ACTIVE, ASSET_NOT_TRANSFERABLE, OWNERSHIP_MOVED_ON
 */
export function requireMovable(title: Title, seq: number): void {
  requirePublisherInForce(title);
  requireNotEnded(title);
  if (!isInUse(title))
    throw new Refused("ASSET_NOT_ACTIVE", `The asset is ${title.status}. It must be active.`);
  requireTransferable(title, seq);
  if (seq !== (title.head?.seq ?? 0) + 1)
    throw new Refused("OWNERSHIP_MOVED_ON", "The owner of the asset has changed since the offer.");
}

/** @throws Refused PUBLISHER_NOT_ACTIVE */
export function requirePublisherInForce({ publisherStatus }: Pick<Title, "publisherStatus">): void {
  requireActivePublisher({ status: publisherStatus });
}

function requireTransferable(title: Title, seq: number): void {
  if (!mayMove(title, seq))
    throw new Refused("ASSET_NOT_TRANSFERABLE", "Assets of this type cannot be transferred.");
}

/** Checks that a first owner can be named, directly or by a claim code. @throws Refused ASSET_OWNED, ASSET_ENDED */
export function requireUnowned(title: Title): void {
  if (title.head) throw new Refused("ASSET_OWNED", "The asset already has an owner.");
  requireNotEnded(title);
}

/** An ended asset never becomes active again, so nobody must be told to wait for it. @throws Refused ASSET_ENDED */
function requireNotEnded({ status }: Pick<Title, "status">): void {
  if (status === "revoked" || status === "retired")
    throw new Refused("ASSET_ENDED", `The asset is ${status} and can no longer be given to anyone.`);
}
