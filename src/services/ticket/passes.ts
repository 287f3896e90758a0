import { createPublicKey, type KeyObject } from "node:crypto";
import type { DeviceReader } from "../../store/asset/devices.ts";
import { readToken } from "../../trust/signed-token.ts";
import { PASS_TYPE } from "../receipts.ts";
import type { SigningKeys } from "../signing-keys.ts";

/** Reads passes of devices: each names an asset and the certificate of a device. */
export class Passes {
  readonly #keys: SigningKeys;

  constructor(keys: SigningKeys) {
    this.#keys = keys;
  }

  /**
   * The certificate that a pass stands for, in base64 DER. Whether the device is still in use is for who judges the certificate.
   *
   * @returns undefined for a pass that this service did not sign, that is over or is another asset's
   */
  async certificateOf(pass: string, assetId: string, devices: DeviceReader): Promise<string | undefined> {
    const claims = readToken(pass, { typ: PASS_TYPE, keyOf: (kid) => this.#keyOf(kid) }, new Date());
    if (claims?.sub !== assetId) return undefined;
    const thumbprint = (claims.cnf as { "x5t#S256"?: string } | undefined)?.["x5t#S256"];
    if (thumbprint === undefined) return undefined;
    const certificate = await devices.certificateOf(Buffer.from(thumbprint, "base64url").toString("hex"));
    return certificate?.toString("base64");
  }

  #keyOf(kid: string): KeyObject | undefined {
    const found = this.#keys.published().find(({ keyId, purpose }) => keyId === kid && purpose === "receipt");
    return found && createPublicKey({ key: { ...found.publicKey }, format: "jwk" });
  }
}
