import type { TransferState } from "./transfer.ts";
import type { ChainHead } from "./entry.ts";
import type { Title } from "./title.ts";

/** The stored ownership of an asset. */
export interface OwnershipHead extends ChainHead {
  /** HMAC of the asset and its owner's key. */
  readonly ownerTag: Uint8Array;
  readonly acquiredAt: Date;
}

/** The ownership data of an asset. */
export interface OwnedTitle extends Title {
  readonly assetId: string;
  readonly publisherId: string;
  readonly head?: OwnershipHead;
}

/** An offer of an asset and its result. Hashes are base64url. Tags are HMACs that identify a party only to the service. */
export interface Transfer extends TransferState {
  readonly transferId: string;
  readonly publisherId: string;
  readonly assetId: string;
  /** Position in the asset's chain that the transfer gets when it is accepted. */
  readonly seq: number;
  readonly offerHash: string;
  /** Absent when the publisher is the giver. */
  readonly giverTag?: Uint8Array;
  /** Absent until somebody uses the claim code. */
  readonly receiverTag?: Uint8Array;
  readonly claimCodeHash?: Uint8Array;
  readonly wrongTries: number;
  readonly sealedOffer: Uint8Array;
  readonly sealedAcceptance?: Uint8Array;
  /** Present once the transfer is accepted. */
  readonly entryHash?: string;
  /** The service's signature over the entry. Present once the transfer is accepted. */
  readonly receipt?: string;
  readonly createdAt: Date;
  readonly endedAt?: Date;
}
