import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { Certificate } from "../../../../src/trust/certificate.ts";
import { issueDeviceCertificate } from "../../../../src/trust/issue/device.ts";
import { issuePublisherCa } from "../../../../src/trust/issue/publisher-ca.ts";
import { issueTrustRoot } from "../../../../src/trust/issue/trust-root.ts";
import { p256, spkiOf } from "./forge.ts";

export const ASSET_DOMAIN = "assets.pda.example";
export const PUBLISHER = "pub_01h455vb4pex5vsknk084sn02q";
export const OTHER_PUBLISHER = "pub_01h455vb4pex5vsknk084sn02r";
export const ASSET = "ast_01h455vb4pex5vsknk084sn02s";
export const OTHER_ASSET = "ast_01h455vb4pex5vsknk084sn02t";
export const MERCHANT = "mer_01h455vb4pex5vsknk084sn02v";
export const CHIP = "04:A2:B3:C4:D5:E6:80";
export const ISSUED_AT = new Date("2027-01-01T00:00:00Z");
export const JUDGED_AT = new Date("2027-06-01T00:00:00Z");

/** A root, one publisher's CA and one device, as the product makes them, with their private keys. */
export interface DeviceChain {
  readonly root: Certificate;
  readonly rootKey: KeyObject;
  readonly ca: Certificate;
  readonly caKey: KeyObject;
  readonly device: Certificate;
  readonly deviceKey: KeyObject;
}

export interface ChainOptions {
  readonly publisherId?: string;
  readonly assetId?: string;
  readonly caNotAfter?: Date;
  readonly deviceNotAfter?: Date;
}

export function makeRoot(): { root: Certificate; rootKey: KeyObject } {
  const rootKey = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
  const root = issueTrustRoot({
    key: rootKey,
    organization: "PDA Example",
    commonName: "PDA Trust Root",
    issuedAt: ISSUED_AT,
  });
  return { root, rootKey };
}

export function makeChain(options: ChainOptions = {}, { root, rootKey } = makeRoot()): DeviceChain {
  const publisherId = options.publisherId ?? PUBLISHER;
  const caKey = p256();
  const ca = issuePublisherCa(
    { certificate: root, key: rootKey },
    {
      publisherId,
      organization: "Acme Mint",
      assetDomain: ASSET_DOMAIN,
      spki: spkiOf(caKey),
      issuedAt: ISSUED_AT,
      ...(options.caNotAfter === undefined ? {} : { notAfter: options.caNotAfter }),
    },
  );
  const deviceKey = p256();
  const device = issueDeviceCertificate(
    { certificate: ca, key: caKey },
    {
      publisherId,
      assetId: options.assetId ?? ASSET,
      chip: CHIP,
      assetDomain: ASSET_DOMAIN,
      spki: spkiOf(deviceKey),
      issuedAt: ISSUED_AT,
      ...(options.deviceNotAfter === undefined ? {} : { notAfter: options.deviceNotAfter }),
    },
  );
  return { root, rootKey, ca, caKey, device, deviceKey };
}
