import { Refused } from "../refused.ts";
import type { Asset } from "./asset.ts";

/** The chip in a physical asset, bound to it by its certificate. */
export interface Device {
  readonly deviceId: string;
  readonly publisherId: string;
  readonly assetId: string;
  /** Serial number of the chip. */
  readonly serialNumber: string;
  /** DER. */
  readonly certificate: Uint8Array;
  /** SHA-256 of the DER, lower-case hexadecimal. */
  readonly fingerprint: string;
  /** The publisher's CA certificate that signed it. */
  readonly issuerCertificateId: string;
  readonly status: "active" | "revoked";
  /** Last second of the certificate's validity. */
  readonly notAfter: Date;
  readonly createdAt: Date;
}

/** A device can be bound as long as its asset's life goes on. @throws Refused ASSET_ENDED */
export function requireBindable(asset: Asset): void {
  if (asset.status === "revoked" || asset.status === "retired")
    throw new Refused("ASSET_ENDED", `The asset is ${asset.status}; no device can be bound to it any more.`);
}
