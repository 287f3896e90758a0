// A digital identity from the key of its issuer to the question of a bar.
import { createHash, randomBytes } from "node:crypto";
import { CompactSign } from "jose";
import type { Demo } from "../../src/cli/demo/demo.ts";
import { expectEqual, expectRefused } from "../../src/cli/demo/expect.ts";
import {
  certificatesOf,
  holderKey,
  type KeyPair,
  newKeyPair,
  signingRequest,
} from "../../src/cli/demo/keys.ts";
import type { PublisherState } from "../../src/cli/demo/parts/publisher.ts";
import type { Json } from "../../src/codegen/openapi/json.ts";

const acceptedTypes = ["https://city.example/identity-card"];

/** Calls each of the operations of digital identities. */
export async function identityPart(demo: Demo, { publisherId, network }: PublisherState): Promise<void> {
  const api = demo.operator;
  const path = { publisherId };
  const [issuerKeys, holderKeys] = [await newKeyPair(), await newKeyPair()];
  const { data: issuer } = await demo.step("register a key that signs identities", async () =>
    api.POST("/api/v1/publishers/{publisherId}/identity-issuers", {
      params: { path },
      body: { certificateSigningRequest: await signingRequest(issuerKeys, "issuer") },
    }),
  );
  await demo.step("a certificate that is no issuer's", () =>
    expectRefused(
      api.POST("/api/v1/publishers/{publisherId}/identity-issuers", {
        params: { path },
        body: {
          certificate: issuer.certificateChain.slice(issuer.certificateChain.lastIndexOf("-----BEGIN")),
        },
      }),
      "SVC-4226",
    ),
  );
  const one = { params: { path: { ...path, certificateId: issuer.certificateId } } };
  await demo.step("retrieve a key that signs identities", () =>
    api.GET("/api/v1/publishers/{publisherId}/identity-issuers/{certificateId}", one),
  );
  await demo.step("list the keys that sign identities", () =>
    api.GET("/api/v1/publishers/{publisherId}/identity-issuers", { params: { path } }),
  );
  const { data: asset } = await api.POST("/api/v1/publishers/{publisherId}/assets", {
    params: { path },
    body: { assetProfile: { kind: "identity", name: "Identity card" }, supportedNetworks: [network] },
  });
  const assetId = asset.assetIdentifier;
  await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", {
    params: { path: { ...path, assetId } },
  });
  const adult = disclosure("age_over_18", true);
  const [leaf, ca] = certificatesOf(issuer.certificateChain);
  const x5c = [leaf, ca].map((each) => Buffer.from(each?.rawData ?? new ArrayBuffer(0)).toString("base64"));
  const credential = await jws({ typ: "dc+sd-jwt", x5c }, issuerKeys, {
    iss: issuer.issuer,
    vct: acceptedTypes[0],
    assetId,
    cnf: { jwk: await holderKey(holderKeys) },
    _sd: [adult, disclosure("family_name", "Doe")].map(sha256),
  });
  const question = {
    acceptedTypes,
    conditions: [{ path: ["age_over_18"], boolean: true }],
  };
  const ask = async (shown: readonly string[]) => {
    const challenge = await demo.step("create a challenge for the holder of an identity", () =>
      api.POST("/api/v1/verification/identities/challenges", { body: { audience: "https://bar.example" } }),
    );
    const { nonce, audience } = challenge.data;
    const sdJwt = `${[credential, ...shown].join("~")}~`;
    const claims = { iat: Math.floor(Date.now() / 1000), aud: audience, nonce, sd_hash: sha256(sdJwt) };
    const presentation = sdJwt + (await jws({ typ: "kb+jwt" }, holderKeys, claims));
    return { presentation, nonce, ...question, receipt: true };
  };
  const body = await ask([adult]);
  const answer = await demo.step("somebody is an adult, and says no more", () =>
    api.POST("/api/v1/verification/identities", { body }),
  );
  expectEqual("satisfied", answer.data.satisfied, true);
  const silent = await ask([]);
  const refused = await demo.step("somebody does not show what is asked for", () =>
    api.POST("/api/v1/verification/identities", { body: silent }),
  );
  expectEqual("satisfied", refused.data.satisfied, false);
  await demo.step("revoke a key that signs identities", () =>
    api.POST("/api/v1/publishers/{publisherId}/identity-issuers/{certificateId}/revoke", one),
  );
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** RFC 9901 §4.2.1 */
const disclosure = (name: string, value: unknown): string =>
  Buffer.from(JSON.stringify([randomBytes(16).toString("base64url"), name, value])).toString("base64url");

const jws = (header: Json, keys: KeyPair, claims: Json): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "ES256", ...header })
    .sign(keys.privateKey);
