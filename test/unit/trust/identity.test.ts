import { expect } from "chai";
import type { IdentityAsset } from "../../../src/trust/identity/credential.ts";
import { issueDeviceCertificate } from "../../../src/trust/issue/device.ts";
import { claim, element, keyPair, seconds, type Shown } from "../../support/sd-jwt-issuer.ts";
import { ASSET, ASSET_DOMAIN, makeChain, OTHER_PUBLISHER, PUBLISHER } from "./support/chain.ts";
import { spkiOf } from "./support/forge.ts";
import {
  evaluated,
  identityScene,
  LIST,
  NOW,
  person,
  presentation,
  QUESTION,
  type Variation,
  verdict,
} from "./support/identity.ts";

describe("the evaluation of a digital identity", () => {
  const scene = identityScene();
  const { facts } = scene;
  const judged = async (vary: Variation = {}, over: Partial<typeof facts> = {}): Promise<string> =>
    verdict(evaluated(scene, await presentation(scene, vary), over));
  const asset = (over: Partial<IdentityAsset>) => ({ asset: { ...(facts.asset as IdentityAsset), ...over } });
  const base64 = (der: Uint8Array) => Buffer.from(der).toString("base64");

  it("is satisfied where everything holds, and says until when", async () => {
    const answer = evaluated(scene, await presentation(scene));
    expect(answer).to.deep.include({ satisfied: true, outcome: "passed", assurance: "proof_of_possession" });
    expect(answer.checks.map(({ check, outcome }) => `${check} ${outcome}`)).to.deep.equal([
      "format passed",
      "issuer_path passed",
      "signature passed",
      "disclosures passed",
      "validity passed",
      "nonce passed",
      "key_binding passed",
      "status passed",
      "requested_claims passed",
    ]);
    expect(answer.validUntil).to.deep.equal(facts.validUntil);
    const short = evaluated(scene, await presentation(scene, { payload: { exp: seconds(NOW) + 10 } }));
    expect(short.validUntil.getTime()).to.equal(NOW.getTime() + 10_000);
  });

  it("goes no further than the first check that fails", async () => {
    const answer = evaluated(scene, await presentation(scene, { payload: { exp: seconds(NOW) } }));
    expect(answer).to.deep.include({ satisfied: false, outcome: "failed", assurance: "none" });
    expect(answer.checks.map(({ outcome }) => outcome)).to.deep.equal([
      ...Array(4).fill("passed"),
      "failed",
      ...Array(4).fill("skipped"),
    ]);
  });

  describe("issuer", () => {
    it("is the leaf of a chain to our root by way of a registered publisher", async () => {
      expect(await judged({ x5c: [scene.x5c[0] as string] })).to.equal("satisfied");
      expect(await judged({ x5c: [...scene.x5c, base64(scene.root.der)] })).to.equal("satisfied");
      expect(await judged({}, { anchors: [makeChain().root] })).to.equal(
        "issuer_path: CERTIFICATE_NOT_TRUSTED",
      );
      expect(await judged({}, { authorities: [] })).to.equal("issuer_path: CERTIFICATE_NOT_TRUSTED");
      expect(await judged({}, { issuer: null })).to.equal("issuer_path: ISSUER_NOT_REGISTERED");
      const elsewhere = { issuer: { publisherId: OTHER_PUBLISHER, revoked: false } };
      expect(await judged({}, elsewhere)).to.equal("issuer_path: ISSUER_NOT_REGISTERED");
      expect(await judged({}, { issuer: { publisherId: PUBLISHER, revoked: true } })).to.equal(
        "issuer_path: ISSUER_CERTIFICATE_REVOKED",
      );
      const [authority] = facts.authorities;
      const withAuthority = (over: object) => ({ authorities: [{ ...authority!, ...over }] });
      expect(await judged({}, withAuthority({ revoked: true }))).to.equal(
        "issuer_path: PUBLISHER_CERTIFICATE_REVOKED",
      );
      expect(await judged({}, withAuthority({ publisherActive: false }))).to.equal(
        "issuer_path: PUBLISHER_NOT_ACTIVE",
      );
    });

    it("signs with the key of that leaf and no other", async () => {
      expect(await judged({ issuerKey: keyPair().privateKey })).to.equal("signature: SIGNATURE_INVALID");
      // The right chain behind another leaf, and the right key with the chain in another order.
      const foreign = makeChain();
      expect(await judged({ x5c: [base64(foreign.device.der), ...scene.x5c] })).to.equal(
        "issuer_path: CERTIFICATE_MALFORMED",
      );
      expect(await judged({ x5c: scene.x5c.toReversed() })).to.equal("issuer_path: CERTIFICATE_MALFORMED");
    });

    it("is no chip of an asset, and no CA", async () => {
      const { privateKey } = keyPair();
      const chip = issueDeviceCertificate(
        { certificate: scene.ca, key: scene.caKey },
        {
          publisherId: PUBLISHER,
          assetId: ASSET,
          chip: "04",
          assetDomain: ASSET_DOMAIN,
          spki: spkiOf(privateKey),
          issuedAt: new Date("2027-01-01T00:00:00Z"),
        },
      );
      const x5c = [base64(chip.der)];
      expect(await judged({ x5c, issuerKey: privateKey })).to.equal("issuer_path: NOT_AN_ISSUER_CERTIFICATE");
      expect(await judged({ x5c: [scene.x5c[1] as string], issuerKey: scene.caKey })).to.equal(
        "issuer_path: CERTIFICATE_NOT_TRUSTED",
      );
    });

    it("has a certificate that can be read, in its header", async () => {
      const [leaf = ""] = scene.x5c;
      const readable = async (x5c: unknown) => judged({ header: { x5c } });
      expect(await readable(undefined)).to.equal("issuer_path: CERTIFICATE_MISSING");
      for (const x5c of [
        [],
        leaf,
        [1],
        [`${leaf.slice(0, -4)}!!!!`],
        [leaf.replaceAll("+", "-")],
        Array(5).fill(leaf),
        [leaf, leaf],
        ["AAAA"],
        [""],
      ])
        expect(await readable(x5c)).to.match(/^issuer_path: CERTIFICATE_(MALFORMED|MISSING)$/);
    });

    it("may call itself as its certificate does, or not at all", async () => {
      const own = `https://${PUBLISHER.replace("_", "-")}.${ASSET_DOMAIN}/identities`;
      expect(await judged({ payload: { iss: own } })).to.equal("satisfied");
      expect(await judged({ payload: { iss: "https://city.example" } })).to.equal(
        "validity: ISSUER_DIFFERENT",
      );
    });
  });

  describe("validity", () => {
    const at = (second: number) => seconds(NOW) + second;

    it("begins with iat and nbf, for clocks a minute apart, and ends at exp", async () => {
      expect(await judged({ payload: { nbf: at(60) } })).to.equal("satisfied");
      expect(await judged({ payload: { nbf: at(61) } })).to.equal("validity: CREDENTIAL_NOT_YET_VALID");
      expect(await judged({ payload: { iat: at(61) } })).to.equal("validity: CREDENTIAL_NOT_YET_VALID");
      expect(await judged({ payload: { exp: at(1) } })).to.equal("satisfied");
      expect(await judged({ payload: { exp: at(0) } })).to.equal("validity: CREDENTIAL_EXPIRED");
      expect(await judged({ payload: { exp: undefined } })).to.equal("satisfied");
    });

    it("is of numbers, and of a credential with a type", async () => {
      for (const claims of [
        { exp: "never" },
        { exp: null },
        { nbf: -1 },
        { iat: 1e300 },
        { vct: undefined },
        { vct: "" },
        { vct: 1 },
      ])
        expect(await judged({ payload: claims })).to.equal("validity: CLAIMS_MALFORMED");
    });

    it("may not be hidden", async () => {
      const hidden = claim("exp", at(-10));
      const payload = { exp: undefined, _sd: [person.adult.digest, hidden.digest] };
      expect(await judged({ payload, disclosures: [person.adult, person.german, hidden] })).to.equal(
        "disclosures: CLAIM_NOT_DISCLOSABLE",
      );
    });
  });

  describe("status", () => {
    it("is that of the asset that the credential names", async () => {
      expect(await judged({}, { asset: null })).to.equal("status: ASSET_NOT_RECOGNISED");
      expect(await judged({ payload: { assetId: undefined } }, { asset: null })).to.equal(
        "status: ASSET_NOT_RECOGNISED",
      );
      expect(await judged({}, asset({ publisherId: OTHER_PUBLISHER }))).to.equal(
        "status: ASSET_NOT_RECOGNISED",
      );
      expect(await judged({}, asset({ isIdentity: false }))).to.equal("status: ASSET_NOT_RECOGNISED");
      const states: Partial<Record<IdentityAsset["state"], string>> = {
        issued: "ASSET_NOT_ACTIVE",
        suspended: "ASSET_SUSPENDED",
        revoked: "ASSET_REVOKED",
        retired: "ASSET_RETIRED",
      };
      for (const [state, reason] of Object.entries(states))
        expect(await judged({}, asset({ state: state as IdentityAsset["state"] }))).to.equal(
          `status: ${reason}`,
        );
    });

    it("is not that of another entry or another list", async () => {
      const status = (idx: unknown, uri: unknown = LIST) => ({
        payload: { status: { status_list: { idx, uri } } },
      });
      expect(await judged({ payload: { status: undefined } })).to.equal("satisfied");
      expect(await judged(status(4712))).to.equal("status: STATUS_OF_OTHER_ASSET");
      expect(await judged(status(4711, LIST.replace("-0", "-1")))).to.equal("status: STATUS_OF_OTHER_ASSET");
      expect(await judged(status("4711"))).to.equal("status: STATUS_OF_OTHER_ASSET");
    });

    it("is unknown where somebody else keeps it, or in another way", async () => {
      const foreign = [
        { status_list: { idx: 4711, uri: "https://city.example/lists/1" } },
        { status_list: { idx: 4711, uri: LIST }, other: {} },
        { other: {} },
        { status_list: "x" },
        {},
        "x",
        null,
      ];
      for (const status of foreign) {
        const answer = evaluated(scene, await presentation(scene, { payload: { status } }));
        expect(verdict(answer)).to.equal("status: STATUS_NOT_OURS");
        expect(answer).to.include({ satisfied: false, outcome: "indeterminate" });
        expect(answer.checks.at(-1)).to.deep.equal({ check: "requested_claims", outcome: "passed" });
      }
    });

    it("of another service does not hide that the requested claims differ", async () => {
      const status = { status_list: { idx: 4711, uri: "https://city.example/lists/1" } };
      const shown = await presentation(scene, { payload: { status } });
      const asked = (name: string, value: boolean) =>
        evaluated(
          scene,
          shown,
          {},
          {
            acceptedTypes: QUESTION.acceptedTypes,
            conditions: [{ path: [name], expected: { kind: "boolean", value } }],
          },
        );
      const answer = asked("age_over_18", false);
      expect(answer).to.include({ satisfied: false, outcome: "failed", assurance: "none" });
      expect(answer.checks.slice(-2)).to.deep.equal([
        { check: "status", outcome: "failed", reason: "STATUS_NOT_OURS" },
        { check: "requested_claims", outcome: "failed", reason: "CLAIM_DIFFERENT" },
      ]);
      expect(asked("age_over_99", true).checks.at(-1)).to.include({ reason: "CLAIM_MISSING" });
      expect(asked("age_over_18", true).outcome).to.equal("indeterminate");
    });
  });

  describe("proof of the holder", () => {
    const at = (second: number) => ({ proof: { iat: seconds(NOW) + second } });

    it("is of a challenge of ours, in time", async () => {
      expect(await judged({}, { challenge: null })).to.equal("nonce: CHALLENGE_UNKNOWN");
      expect(await judged({}, { challenge: { ...facts.challenge!, expired: true } })).to.equal(
        "nonce: CHALLENGE_EXPIRED",
      );
      expect(await judged({}, { challenge: { ...facts.challenge!, nonce: "other" } })).to.equal(
        "key_binding: NONCE_DIFFERENT",
      );
      expect(await judged({ proof: { nonce: undefined } })).to.equal("key_binding: NONCE_DIFFERENT");
    });

    it("is at most 300 seconds old and 60 ahead", async () => {
      for (const second of [-300, 0, 60]) expect(await judged(at(second))).to.equal("satisfied");
      for (const second of [-301, 61, 1e6, -1e6])
        expect(await judged(at(second))).to.equal("key_binding: PROOF_NOT_FRESH");
      for (const iat of [undefined, "now", null, -1])
        expect(await judged({ proof: { iat } })).to.equal("key_binding: PROOF_NOT_FRESH");
      expect(await judged({ proof: { exp: seconds(NOW) } })).to.equal("key_binding: PROOF_NOT_FRESH");
      expect(await judged({ proof: { nbf: seconds(NOW) + 61 } })).to.equal("key_binding: PROOF_NOT_FRESH");
    });

    it("is for this audience and no list of them", async () => {
      for (const aud of [undefined, "https://other.example", ["https://bar.example"]])
        expect(await judged({ proof: { aud } })).to.equal("key_binding: AUDIENCE_DIFFERENT");
    });

    it("is over exactly what is shown", async () => {
      const text = await presentation(scene);
      const parts = text.split("~");
      const fewer = [parts[0], parts[1], parts[3]].join("~");
      const reordered = [parts[0], parts[2], parts[1], parts[3]].join("~");
      for (const other of [fewer, reordered])
        expect(verdict(evaluated(scene, other))).to.equal("key_binding: PROOF_OF_OTHER_PRESENTATION");
      const without = `${parts.slice(0, -1).join("~")}~`;
      expect(verdict(evaluated(scene, without))).to.equal("key_binding: KEY_BINDING_MISSING");
    });

    it("is by the holder's P-256 key", async () => {
      expect(await judged({ holderKey: keyPair().privateKey })).to.equal(
        "key_binding: HOLDER_SIGNATURE_INVALID",
      );
      const wrong = keyPair("P-384");
      const jwks: unknown[] = [
        { ...wrong.publicKey.export({ format: "jwk" }) },
        scene.holder.privateKey.export({ format: "jwk" }),
        { kty: "EC", crv: "P-256", x: "AA", y: "AA" },
        { kty: "oct", k: "AAAA" },
        "x",
      ];
      for (const jwk of jwks)
        expect(await judged({ payload: { cnf: { jwk } } })).to.equal("key_binding: HOLDER_KEY_NOT_ALLOWED");
      for (const cnf of [
        undefined,
        {},
        "x",
        { kid: "x" },
        { jwk: scene.holder.publicKey.export({ format: "jwk" }), kid: "x" },
      ])
        expect(await judged({ payload: { cnf } })).to.equal("key_binding: HOLDER_KEY_NOT_ALLOWED");
      expect(await judged({ proofHeader: { typ: "JWT" } })).to.equal("key_binding: KEY_BINDING_MALFORMED");
      expect(await judged({ holderKey: wrong.privateKey, proofHeader: { alg: "ES384" } })).to.equal(
        "key_binding: KEY_BINDING_MALFORMED",
      );
    });
  });

  describe("claims that are asked for", () => {
    const age = claim("age_equal_or_over", { "16": true, "18": false });
    const holdings = claim("holdings", [{ kind: "a", n: 1 }, { kind: "b" }, null]);
    const nothing = claim("nothing", null);
    const ask = async (path: string[], expected: (typeof QUESTION.conditions)[number]["expected"]) => {
      const disclosures = [age, holdings, nothing, person.adult];
      const payload = { _sd: disclosures.map(({ digest }) => digest), nationalities: ["DE", "FR"] };
      const question = { ...QUESTION, conditions: [{ path, expected }] };
      return verdict(evaluated(scene, await presentation(scene, { payload, disclosures }), {}, question));
    };
    const yes = { kind: "boolean", value: true } as const;
    const text = (...values: string[]) => ({ kind: "text_in", values }) as const;

    it("are found by their way", async () => {
      for (const [path, expected] of [
        [["age_equal_or_over", "16"], yes],
        [["age_equal_or_over", "18"], { kind: "boolean", value: false }],
        [["nationalities", "1"], text("FR")],
        [["nationalities", "*"], text("GB", "FR")],
        [["holdings", "*", "kind"], text("b")],
        [["holdings", "0", "n"], { kind: "present" }],
        [["holdings"], { kind: "present" }],
      ] as const)
        expect(await ask([...path], expected), path.join("/")).to.equal("satisfied");
    });

    it("are missing where nothing is there, also in what every object has", async () => {
      for (const path of [
        ["x"],
        ["age_over_18", "x"],
        ["nationalities", "2"],
        ["nationalities", "01"],
        ["nationalities", "length"],
        ["nothing"],
        ["holdings", "2"],
        ["toString"],
        ["__proto__"],
        ["_sd"],
        ["_sd_alg"],
      ])
        expect(await ask(path, { kind: "present" }), path.join("/")).to.equal(
          "requested_claims: CLAIM_MISSING",
        );
    });

    it("are found by the place that the issuer has given them, whatever the holder hides", async () => {
      const [first, second] = [element("DE"), element("FR")];
      const payload = { nationalities: [first, second].map(({ digest }) => ({ "...": digest })) };
      const shown = async (disclosures: readonly Shown[], place: string) => {
        const condition = { path: ["nationalities", place], expected: text("FR") };
        const question = { ...QUESTION, conditions: [condition] };
        return verdict(evaluated(scene, await presentation(scene, { payload, disclosures }), {}, question));
      };
      // The first nationality is hidden: the second does not become the first.
      expect(await shown([second], "0")).to.equal("requested_claims: CLAIM_MISSING");
      expect(await shown([second], "1")).to.equal("satisfied");
      expect(await shown([second], "*")).to.equal("satisfied");
      expect(await shown([first, second], "1")).to.equal("satisfied");
      expect(await shown([first], "1")).to.equal("requested_claims: CLAIM_MISSING");
    });

    it("are different where they are not what is expected, by kind and value", async () => {
      for (const [path, expected] of [
        [["age_equal_or_over", "18"], yes],
        [["nationalities", "0"], text("FR")],
        [["nationalities"], text("DE")],
        [["nationalities", "*"], text("de")],
        [["holdings", "0", "n"], text("1")],
        [["age_equal_or_over", "16"], text("true")],
        [["nationalities", "0"], yes],
      ] as const)
        expect(await ask([...path], expected), path.join("/")).to.equal("requested_claims: CLAIM_DIFFERENT");
    });

    it("are of a type that is accepted", async () => {
      const question = { acceptedTypes: ["https://other.example"], conditions: [] };
      const answer = evaluated(scene, await presentation(scene), {}, question);
      expect(verdict(answer)).to.equal("requested_claims: CREDENTIAL_TYPE_NOT_ACCEPTED");
      expect(
        verdict(evaluated(scene, await presentation(scene), {}, { ...QUESTION, conditions: [] })),
      ).to.equal("satisfied");
    });
  });
});
