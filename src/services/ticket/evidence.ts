import { createPublicKey, type KeyObject } from "node:crypto";
import type { RedeemTicketRequest } from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import type { DeviceReader } from "../../store/asset/devices.ts";
import type { Store } from "../../store/store.ts";
import type { AuthenticityAnswer } from "../../trust/authenticity.ts";
import { readToken } from "../../trust/signed-token.ts";
import type { CheckReason } from "../../trust/verdict/check.ts";
import { PASS_TYPE } from "../signing/receipts.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";
import { readProof } from "../verification/proof.ts";
import type { Question, Verifier } from "../verification/verifier.ts";

/** The members of a request that present a ticket. */
export type PresentedTicket = Pick<RedeemTicketRequest, "assetId" | "deviceCertificate" | "pass" | "proof">;

/** The reasons for refusing evidence. */
export type EvidenceReason = CheckReason | "PASS_NOT_ACCEPTED";

/** Reads the evidence of tickets. The evidence is the same as for VerifyAuthenticity, or a pass in place of the certificate. */
export class TicketEvidence {
  readonly verifier: Verifier;
  readonly #passes: Passes;

  constructor(verifier: Verifier, passes: Passes) {
    this.verifier = verifier;
    this.#passes = passes;
  }

  /**
   * Reads evidence into a question for the verifier; undefined when a pass is not accepted.
   *
   * @throws Failure about an unreadable certificate or key
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

/** Returns the reason for refusing evidence, apart from the asset's lifecycle status; undefined when the evidence holds. */
export function evidenceProblem(answer: AuthenticityAnswer): EvidenceReason | undefined {
  const failed = answer.checks.find(({ check, outcome }) => outcome === "failed" && check !== "lifecycle");
  if (failed) return failed.reason;
  // The policy holds for a suspended asset too. Otherwise evidence that is too weak would be valid once the asset is resumed.
  return answer.evidence.sufficient ? undefined : "ASSURANCE_TOO_LOW";
}

/** Reads passes of devices. A pass names an asset and the certificate of a device. */
export class Passes {
  readonly #keys: SigningKeys;

  constructor(keys: SigningKeys) {
    this.#keys = keys;
  }

  /**
   * Returns the certificate that a pass stands for, in base64 DER. It does not check whether the device is still in use; the judgement of
   * the certificate does.
   *
   * @returns undefined for a pass that this service did not sign, that has expired or that names another asset
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
