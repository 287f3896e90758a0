import { Refused } from "../refused.ts";
import type { Asset } from "./asset.ts";

/** The chip in a physical asset, bound by its credential. Active until it is revoked, which is terminal. */
export interface Device {
  readonly deviceId: string;
  readonly publisherId: string;
  readonly assetId: string;
  /** Serial number of the chip. For a tag, its UID. */
  readonly serialNumber: string;
  readonly credential: DeviceCredential;
  readonly status: "active" | "revoked";
  readonly createdAt: Date;
  readonly revoked?: { readonly at: Date; readonly reason: string };
}

/** The credential that a device proves itself with. The keys of a tag are stored separately, sealed. */
export type DeviceCredential =
  | CertificateCredential
  | {
      readonly kind: "raw_key";
      /** Compressed point of secp256k1, 33 bytes. */
      readonly publicKey: Uint8Array;
    }
  | { readonly kind: "ntag424" };

/** A certificate that contains the device's key. */
interface CertificateCredential {
  readonly kind: "certificate";
  /** DER. */
  readonly certificate: Uint8Array;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly fingerprint: string;
  /** Number of the certificate: the key identifier of its authority, then its serial number, in lower-case hexadecimal. */
  readonly number: string;
  /** The publisher's CA certificate that signed it. */
  readonly issuerCertificateId: string;
  /** Last second of the certificate's validity. */
  readonly notAfter: Date;
}

/** Checks that a device can be bound: the asset is neither revoked nor retired. @throws Refused ASSET_ENDED */
export function requireBindable(asset: Asset): void {
  if (asset.status === "revoked" || asset.status === "retired")
    throw new Refused(
      "ASSET_ENDED",
      `The asset is ${asset.status}. A device can only be bound to an asset that is not revoked or retired.`,
    );
}
