import { Refused } from "../refused.ts";
import type { Asset } from "./asset.ts";

/** The chip in a physical asset, bound to it by what it proves itself with. Active until it is revoked, which is terminal. */
export interface Device {
  readonly deviceId: string;
  readonly publisherId: string;
  readonly assetId: string;
  /** Serial number of the chip; of a tag its UID. */
  readonly serialNumber: string;
  readonly credential: DeviceCredential;
  readonly status: "active" | "revoked";
  readonly createdAt: Date;
  readonly revoked?: { readonly at: Date; readonly reason: string };
}

/** What a device proves itself with. The keys of a tag are kept apart, sealed. */
export type DeviceCredential =
  | CertificateCredential
  | {
      readonly kind: "raw_key";
      /** Compressed point of secp256k1, 33 bytes. */
      readonly publicKey: Uint8Array;
    }
  | { readonly kind: "ntag424" };

/** A certificate with the key in it. */
interface CertificateCredential {
  readonly kind: "certificate";
  /** DER. */
  readonly certificate: Uint8Array;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly fingerprint: string;
  /** What identifies it: the key identifier of its authority, then its serial number, lower-case hexadecimal. */
  readonly number: string;
  /** The publisher's CA certificate that signed it. */
  readonly issuerCertificateId: string;
  /** Last second of the certificate's validity. */
  readonly notAfter: Date;
}

/** UID of an NTAG 424 DNA as a serial number: 7 bytes in capitals, so that one tag has one serial number. */
export function isTagUid(serialNumber: string): boolean {
  return /^[0-9A-F]{14}$/.test(serialNumber);
}

/** A device can be bound as long as its asset's life goes on. @throws Refused ASSET_ENDED */
export function requireBindable(asset: Asset): void {
  if (asset.status === "revoked" || asset.status === "retired")
    throw new Refused("ASSET_ENDED", `The asset is ${asset.status}; no device can be bound to it any more.`);
}
