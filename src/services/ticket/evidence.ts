import { PASS_TYPE } from "../signing/receipts.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";
import { readToken } from "../../trust/signed-token.ts";
import { createPublicKey, type KeyObject } from "node:crypto";
import type { RedeemTicketRequest } from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import type { DeviceReader } from "../../store/asset/devices.ts";
import type { Store } from "../../store/store.ts";
import type { CheckReason } from "../../trust/verdict/check.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import { readProof } from "../verification/proof.ts";
import type { Question, Verifier } from "../verification/verifier.ts";

/** What is presented with a ticket. */
export type PresentedTicket = Pick<RedeemTicketRequest, "assetId" | "deviceCertificate" | "pass" | "proof">;

/** Why evidence does not hold. */
export type EvidenceReason = CheckReason | "PASS_NOT_ACCEPTED";

/** Reads what is presented with tickets; the same as for VerifyAuthenticity, or a pass in place of the certificate. */
export class TicketEvidence {
  readonly verifier: Verifier;
  readonly #passes: Passes;

  constructor(verifier: Verifier, passes: Passes) {
    this.verifier = verifier;
    this.#passes = passes;
  }

  /**
   * What can be judged of it, or nothing where a pass is not accepted.
   *
   * @throws Failure about a certificate or a key that cannot be read
   */
  async read(
    { assetId, deviceCertificate: given, pass, proof }: PresentedTicket,
    tenant: Tenant,
    read: Store["read"],
  ): Promise<Question | undefined> {
    const deviceCertificate =
      pass === undefined ? given : await this.#passes.certificateOf(pass, assetId, read.devices);
    if (deviceCertificate === undefined) return undefined;
    return this.verifier.read({ assetId, deviceCertificate, proof: readProof({ proof }) }, tenant);
  }
}

/** Why evidence does not hold, apart from the state of the asset; undefined where it does. */
export function evidenceProblem(answer: AuthenticityAnswer): EvidenceReason | undefined {
  if (answer.trusted) return undefined;
  const failed = answer.checks.filter(({ outcome }) => outcome === "failed");
  const [first] = failed.filter(({ check }) => check !== "lifecycle");
  if (first) return first.reason;
  // Nothing has failed, so it does not suffice: then the check of the proof says so.
  return failed.length > 0 ? undefined : "ASSURANCE_TOO_LOW";
}

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
