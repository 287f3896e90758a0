import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import type { MinimumAssurance } from "../../domain/asset/policy.ts";
import type { Certificate } from "../certificate.ts";
import type { ProofReason } from "../verdict/check.ts";

/** A publisher CA certificate in the registry, with its publisher as it is now. */
export interface RegisteredPublisherCertificate {
  readonly certificate: Certificate;
  readonly revokedAt: Date | null;
  readonly publisherId: string;
  /** Host name in the publisher's device URIs. */
  readonly publisherHost: string;
  readonly publisherActive: boolean;
}

export interface AssetFacts {
  readonly assetId: string;
  readonly publisherId: string;
  readonly lifecycle: LifecycleStatus;
  /** The publisher's policy for assets of this type. */
  readonly minimumAssurance: MinimumAssurance;
}

/** A device certificate in the registry, found by its SHA-256 fingerprint, or by its number where one that has that was revoked. */
interface DeviceFacts {
  readonly fingerprint: string;
  /** The asset that the device was bound to with this certificate; null where it was bound with another one of the same number. */
  readonly assetId: string | null;
  readonly revokedAt: Date | null;
}

/** Result of a device proof that the caller has verified. */
export type ProofFacts =
  | { readonly accepted: true; readonly assurance: Exclude<MinimumAssurance, "static"> }
  | { readonly accepted: false; readonly reason: ProofReason };

/** Everything that was looked up. Null is "not found". */
export interface AuthenticityFacts {
  /** Those whose key identifier is the leaf's authority key identifier. */
  readonly publisherCertificates: readonly RegisteredPublisherCertificate[];
  /** The asset that the caller named. */
  readonly asset: AssetFacts | null;
  readonly device: DeviceFacts | null;
  /** Until when an answer from these facts may be relied on. They are read for one evaluation and never kept, so they have no age. */
  readonly validUntil: Date;
  /** Null where the caller gave no proof. */
  readonly proof: ProofFacts | null;
}
