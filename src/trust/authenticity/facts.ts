import type { LifecycleStatus } from "../../domain/asset/lifecycle.ts";
import type { MinimumAssurance } from "../../domain/asset/policy.ts";
import type { Certificate } from "../certificate.ts";
import type { ProofReason } from "../verdict/check.ts";

/** A publisher CA certificate in the registry, with the present state of its publisher. */
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

/**
 * A device certificate in the registry. The service finds the certificate by its SHA-256 fingerprint, or by its number when a certificate
 * with that number was revoked.
 */
interface DeviceFacts {
  readonly fingerprint: string;
  /** The asset that the device was bound to with this certificate. Null when another certificate with the same number was bound. */
  readonly assetId: string | null;
  readonly revokedAt: Date | null;
}

/** Result of a device proof that the caller of the evaluation has verified. */
export type ProofFacts =
  | { readonly accepted: true; readonly assurance: Exclude<MinimumAssurance, "static"> }
  | { readonly accepted: false; readonly reason: ProofReason };

/** The facts from the registry. Null means "not found". */
export interface AuthenticityFacts {
  /** The publisher CA certificates whose key identifier is the leaf's authority key identifier. */
  readonly publisherCertificates: readonly RegisteredPublisherCertificate[];
  /** The asset that the caller named. */
  readonly asset: AssetFacts | null;
  readonly device: DeviceFacts | null;
  /** End of the period in which an answer from these facts may be relied on. The facts are read for one evaluation and never kept. */
  readonly validUntil: Date;
  /** Null when the caller gave no proof. */
  readonly proof: ProofFacts | null;
}
