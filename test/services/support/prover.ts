// A device that proves itself: an asset, the certificate of its chip, and the chip's key.
import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from "node:crypto";
import type { Authenticity } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import type { Challenge } from "../../../gen/ts/pda/verification/v1/proof.ts";
import type {
  CreateChallengeResponse,
  VerifyAuthenticityResponse,
} from "../../../gen/ts/pda/verification/v1/verification_service.ts";
import type { CallOptions } from "../../support/service.ts";
import { newKey, newRequest } from "./openssl.ts";
import { anonymous, newSerialNumber, type Registry } from "./registry.ts";

/** An active asset and everything that its chip has. */
export interface Prover {
  readonly publisherId: string;
  readonly assetId: string;
  /** PEM, leaf first. */
  readonly deviceCertificate: string;
  readonly key: KeyObject;
}

/** Makes one. @param over of the asset */
export async function prover(
  registry: Registry,
  publisherId: string,
  serialNumber = newSerialNumber(),
  over: object = {},
): Promise<Prover> {
  const key = newKey();
  const { assetIdentifier: assetId } = await registry.asset(publisherId, over);
  const credential = { $case: "certificateSigningRequest", value: newRequest(key) };
  const { deviceCertificate } = await registry.bind(publisherId, assetId, { credential, serialNumber });
  await registry.harness.call("ActivateAsset", { publisherId, assetId });
  return { publisherId, assetId, deviceCertificate, key: createPrivateKey(key) };
}

/** Parts of what is signed, where they are to be other than the challenge says. */
export interface Signed {
  readonly label?: string;
  readonly nonce?: string;
  readonly assetId?: string;
  readonly audience?: string;
  readonly certificate?: string;
  readonly key?: KeyObject;
}

/** The signature of the chip as the contract wants it: made of the words in proof.proto, not with the product's code. */
export function signatureOf(device: Prover, challenge: Challenge, over: Signed = {}): string {
  const { label = "PDA-POP-v1", certificate = device.deviceCertificate, key = device.key } = over;
  const { nonce, assetId, audience } = { ...challenge, ...over };
  const message = Buffer.concat([
    Buffer.from(label),
    Buffer.from(nonce, "base64url"),
    Buffer.from(assetId),
    createHash("sha256").update(new X509Certificate(certificate).raw).digest(),
    Buffer.from([audience.length]),
    Buffer.from(audience),
  ]);
  return sign("sha256", message, { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
}

export async function challengeFor(
  registry: Registry,
  assetId: string,
  audience?: string,
): Promise<Challenge> {
  const request = { assetId, ...(audience === undefined ? {} : { audience }) };
  const as = anonymous;
  const { challenge } = await registry.harness.call<CreateChallengeResponse>("CreateChallenge", request, {
    as,
  });
  return challenge as Challenge;
}

/** A request that shows the certificate and the proof. */
export const withProof = (
  { assetId, deviceCertificate }: Pick<Prover, "assetId" | "deviceCertificate">,
  nonce: string,
  signature: string,
) => ({
  assetId,
  deviceCertificate,
  proof: { proof: { $case: "challengeSignature", value: { nonce, signature } } },
});

export async function verifyProof(
  registry: Registry,
  request: object,
  options: CallOptions = { as: anonymous },
): Promise<Authenticity> {
  const call = registry.harness.call<VerifyAuthenticityResponse>("VerifyAuthenticity", request, options);
  return (await call).authenticity as Authenticity;
}
