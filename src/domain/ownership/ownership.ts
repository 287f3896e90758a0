import type { TransferState } from "./transfer.ts";
import type { ChainHead } from "./entry.ts";
import type { Title } from "./title.ts";

/** What is kept of who owns an asset. */
export interface OwnershipHead extends ChainHead {
  /** HMAC of the asset and its owner's key. */
  readonly ownerTag: Uint8Array;
  readonly acquiredAt: Date;
}

/** An asset as far as its ownership goes. */
export interface OwnedTitle extends Title {
  readonly assetId: string;
  readonly publisherId: string;
  readonly head?: OwnershipHead;
}

/** An offer of an asset and what came of it. Hashes are base64url; tags are HMACs that name a party to us alone. */
export interface Transfer extends TransferState {
  readonly transferId: string;
  readonly publisherId: string;
  readonly assetId: string;
  /** The place in the asset's chain that it takes when it is accepted. */
  readonly seq: number;
  readonly offerHash: string;
  /** Absent when the publisher gives. */
  readonly giverTag?: Uint8Array;
  /** Absent as long as nobody has used the claim code. */
  readonly receiverTag?: Uint8Array;
  readonly claimCodeHash?: Uint8Array;
  readonly wrongTries: number;
  readonly sealedOffer: Uint8Array;
  readonly sealedAcceptance?: Uint8Array;
  /** Once accepted. */
  readonly entryHash?: string;
  /** The service's signature over the entry; once accepted. */
  readonly receipt?: string;
  readonly createdAt: Date;
  readonly endedAt?: Date;
}
