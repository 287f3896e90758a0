// A publisher that signs identities, in memory: certificates as the product makes them, credentials as the RFC describes them.
import type { KeyObject } from "node:crypto";
import type { Certificate } from "../../../../src/trust/certificate.ts";
import {
  type IdentityFacts,
  evaluateIdentity,
  type IdentityAnswer,
  readIdentity,
} from "../../../../src/trust/identity.ts";
import { issueIdentityIssuerCertificate } from "../../../../src/trust/issue/identity-issuer.ts";
import type { IdentityRequest } from "../../../../src/trust/identity/request.ts";
import {
  claim,
  credential,
  element,
  keyPair,
  present,
  seconds,
  type Shown,
} from "../../../support/sd-jwt-issuer.ts";
import { ASSET, ASSET_DOMAIN, makeChain, PUBLISHER } from "./chain.ts";
import { spkiOf } from "./forge.ts";

const NONCE = "n-0S6_WzA2Mj9fVb0cKq7wT3kYvH5dXe1RzJmUoB2gA";
const AUDIENCE = "https://bar.example";
const TYPE = "https://city.example/id/1";
export const LIST = "https://pda.example/api/v1/verification/status-lists/assets-0";
export const NOW = new Date("2027-06-01T00:00:00Z");

/** Everything that a valid presentation and its evaluation need. */
export interface IdentityScene {
  readonly root: Certificate;
  readonly ca: Certificate;
  readonly caKey: KeyObject;
  readonly issuer: Certificate;
  readonly issuerKey: KeyObject;
  readonly x5c: readonly string[];
  readonly holder: ReturnType<typeof keyPair>;
  readonly facts: IdentityFacts;
}

const base64 = (certificate: Certificate): string => Buffer.from(certificate.der).toString("base64");

export function identityScene(): IdentityScene {
  const { root, ca, caKey } = makeChain();
  const { privateKey: issuerKey } = keyPair();
  const issuer = issueIdentityIssuerCertificate(
    { certificate: ca, key: caKey },
    {
      publisherId: PUBLISHER,
      assetDomain: ASSET_DOMAIN,
      spki: spkiOf(issuerKey),
      issuedAt: new Date("2027-01-01T00:00:00Z"),
    },
  );
  const facts: IdentityFacts = {
    issuer: { publisherId: PUBLISHER, revoked: false },
    authorities: [{ certificate: ca, publisherId: PUBLISHER, revoked: false, publisherActive: true }],
    anchors: [root],
    asset: {
      publisherId: PUBLISHER,
      isIdentity: true,
      state: "active",
      listed: { status_list: { idx: 4711, uri: LIST } },
    },
    challenge: { nonce: NONCE, audience: AUDIENCE, expired: false },
    validUntil: new Date(NOW.getTime() + 300_000),
  };
  return { root, ca, caKey, issuer, issuerKey, x5c: [base64(issuer), base64(ca)], holder: keyPair(), facts };
}

/** What a person is, selectively disclosable. */
export const person = {
  family: claim("family_name", "Möbius-Sekretär"),
  adult: claim("age_over_18", true),
  german: element("DE"),
};

/** Claims that the issuer signs. */
function payloadOf({ holder }: IdentityScene, over: object = {}): object {
  const { family, adult, german } = person;
  return {
    vct: TYPE,
    assetId: ASSET,
    iat: seconds(NOW) - 60,
    exp: seconds(NOW) + 3_600,
    cnf: { jwk: holder.publicKey.export({ format: "jwk" }) },
    status: { status_list: { idx: 4711, uri: LIST } },
    _sd_alg: "sha-256",
    _sd: [family, adult].map(({ digest }) => digest),
    nationalities: [{ "...": german.digest }],
    ...over,
  };
}

export interface Variation {
  readonly payload?: object;
  readonly header?: Record<string, unknown>;
  readonly disclosures?: readonly Shown[];
  readonly proof?: Record<string, unknown>;
  readonly proofHeader?: Record<string, unknown>;
  readonly issuerKey?: KeyObject;
  readonly holderKey?: KeyObject;
  readonly x5c?: readonly string[];
}

/** A presentation, valid but for what is varied. */
export async function presentation(scene: IdentityScene, vary: Variation = {}): Promise<string> {
  const signer = { key: vary.issuerKey ?? scene.issuerKey, x5c: vary.x5c ?? scene.x5c };
  return present({
    credential: await credential(signer, payloadOf(scene, vary.payload), vary.header),
    disclosures: vary.disclosures ?? [person.adult, person.german],
    key: vary.holderKey ?? scene.holder.privateKey,
    audience: AUDIENCE,
    nonce: NONCE,
    claims: { iat: seconds(NOW), ...vary.proof },
    ...(vary.proofHeader ? { header: vary.proofHeader } : {}),
  });
}

export const QUESTION: IdentityRequest = {
  acceptedTypes: [TYPE],
  conditions: [
    { path: ["age_over_18"], expected: { kind: "boolean", value: true } },
    { path: ["nationalities", "*"], expected: { kind: "text_in", values: ["FR", "DE"] } },
  ],
};

export const evaluated = (
  scene: IdentityScene,
  text: string,
  over: Partial<IdentityFacts> = {},
  question = QUESTION,
): IdentityAnswer => evaluateIdentity(readIdentity(text), question, { ...scene.facts, ...over }, NOW);

/** `check: REASON` of what failed; "satisfied" where nothing did. */
export function verdict({ satisfied, checks }: IdentityAnswer): string {
  const failed = checks.find(({ outcome }) => outcome === "failed");
  return satisfied ? "satisfied" : `${failed?.check}: ${failed?.reason}`;
}
