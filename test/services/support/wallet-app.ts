// A publisher that issues identities and a person with a wallet that shows them.
import { createPrivateKey } from "node:crypto";
import { AssetKind } from "../../../gen/ts/pda/asset/v1/asset.ts";
import type {
  IdentityIssuer,
  RegisterIdentityIssuerResponse,
} from "../../../gen/ts/pda/publisher/v1/identity_issuer_service.ts";
import type {
  CreateIdentityChallengeResponse,
  IdentityChallenge,
  IdentityValidation,
  ValidateIdentityResponse,
} from "../../../gen/ts/pda/verification/v1/identity_service.ts";
import { asMerchant, type CallOptions } from "../../support/service.ts";
import {
  claim,
  credential,
  element,
  type IssuerKey,
  keyPair,
  present,
  seconds,
  type Showing,
  type Shown,
  x5cOf,
} from "../../support/sd-jwt-issuer.ts";
import { newKey, newRequest } from "./openssl.ts";
import type { Registry } from "./registry.ts";

export const credentialType = "https://city.example/id/1";

/** Who asks. */
export const bar = asMerchant("mer_01h455vb4pex5vsknk084sn02v");

/** A registered key that signs identities. */
export interface Signer extends IssuerKey {
  readonly publisherId: string;
  readonly issuer: IdentityIssuer;
}

/** Registers a new key under the CA that the service keeps. */
export async function signerOf(registry: Registry, publisherId: string): Promise<Signer> {
  const pem = newKey();
  const request = {
    publisherId,
    credential: { $case: "certificateSigningRequest", value: newRequest(pem) },
  };
  const answer = await registry.harness.call<RegisterIdentityIssuerResponse>(
    "RegisterIdentityIssuer",
    request,
  );
  const issuer = answer.identityIssuer as IdentityIssuer;
  return { publisherId, issuer, key: createPrivateKey(pem), x5c: x5cOf(issuer.certificateChain) };
}

/** A person's credential with all that can be shown of it. */
export interface Held {
  readonly assetId: string;
  readonly credential: string;
  readonly key: Showing["key"];
  readonly shown: { readonly family: Shown; readonly adult: Shown; readonly german: Shown };
}

/** What the credential says that nobody is to hear. */
export const claimValues = ["Möbius-Sekretär", "family_name", "age_over_18", "nationalities"];

/** Issues an active identity and the credential for it. */
export async function identityOf(registry: Registry, signer: Signer, over: object = {}): Promise<Held> {
  const { publisherId } = signer;
  const profile = { kind: AssetKind.ASSET_KIND_IDENTITY, name: "Identity card", description: "" };
  const { assetIdentifier: assetId } = await registry.asset(publisherId, { assetProfile: profile });
  await registry.harness.call("ActivateAsset", { publisherId, assetId });
  const { publicKey, privateKey } = keyPair();
  const shown = {
    family: claim("family_name", "Möbius-Sekretär"),
    adult: claim("age_over_18", true),
    german: element("DE"),
  };
  const payload = {
    iss: signer.issuer.issuer,
    vct: credentialType,
    assetId,
    iat: seconds() - 60,
    exp: seconds() + 86_400,
    cnf: { jwk: publicKey.export({ format: "jwk" }) },
    _sd_alg: "sha-256",
    _sd: [shown.family.digest, shown.adult.digest],
    nationalities: [{ "...": shown.german.digest }],
    ...over,
  };
  return { assetId, credential: await credential(signer, payload), key: privateKey, shown };
}

export async function identityChallenge(
  registry: Registry,
  audience?: string,
  as = bar,
): Promise<IdentityChallenge> {
  const request = audience === undefined ? {} : { audience };
  const answer = await registry.harness.call<CreateIdentityChallengeResponse>(
    "CreateIdentityChallenge",
    request,
    {
      as,
    },
  );
  return answer.challenge as IdentityChallenge;
}

/** The wallet shows what it is told to. */
export function show(
  held: Held,
  { nonce, audience }: IdentityChallenge,
  over: Partial<Showing> = {},
): Promise<string> {
  const disclosures = [held.shown.adult, held.shown.german];
  return present({ credential: held.credential, disclosures, key: held.key, nonce, audience, ...over });
}

/** What the bar asks. */
export const adultRequest = (presentation: string, nonce: string, over: object = {}) => ({
  presentation,
  nonce,
  acceptedTypes: [credentialType],
  conditions: [{ path: ["age_over_18"], expected: { $case: "boolean", value: true } }],
  ...over,
});

export async function validate(
  registry: Registry,
  request: object,
  options: CallOptions = { as: bar },
): Promise<IdentityValidation> {
  const answer = await registry.harness.call<ValidateIdentityResponse>("ValidateIdentity", request, options);
  return answer.identity as IdentityValidation;
}

/** `check: REASON` of what failed; "satisfied" where nothing did. */
export function verdictOf({ satisfied, checks }: IdentityValidation): string {
  const failed = checks.find(({ reason }) => reason !== undefined);
  return satisfied ? "satisfied" : `${failed?.check}: ${failed?.reason}`;
}
