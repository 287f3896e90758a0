// What the gateway requires of the signature of a request (RFC 9421), before the core is asked and after.
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { CreateWalletResponse, GetWalletResponse } from "../../gen/ts/pda/wallet/v1/wallet_service.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { isOneSignedBy } from "../../src/trust/http-signature/verify.ts";
import { holderKey } from "../support/fixtures.ts";
import { contentDigest, type Signing, signed } from "../support/http-signing.ts";
import { ASSET_ID, asset } from "./support/answers.ts";
import { type Ask, type Reply, Rig } from "./support/rig.ts";
import { onSignature, RESOLVE_SINGLE_USE, signaturesAsked } from "./support/single-use.ts";

const WALLET_ID = "wal_01h455vb4pex5vsknk084sn02q";
const wallet = {
  walletId: WALLET_ID,
  keyThumbprint: "thumbprint",
  createTime: undefined,
  recoveryKeyThumbprint: undefined,
  pendingRecoveryId: undefined,
};
const path = `/api/v1/wallets/${WALLET_ID}`;
const PUBLIC_URL = "https://pay.example";

describe("signatures of requests", () => {
  const { privateKey, jwk, thumbprint } = holderKey();
  let rig: Rig;
  before(async () => {
    rig = await Rig.start({ config: { publicUrl: PUBLIC_URL } });
  });
  after(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    rig.core.reset();
    rig.core.on("GetWallet", () => GetWalletResponse.encode({ wallet }).finish());
    rig.core.on("CreateWallet", () => CreateWalletResponse.encode({ wallet }).finish());
    // Shows that the request has reached the operation.
    rig.core.on("TransferValue", () => {
      throw new Failure("INSUFFICIENT_FUNDS");
    });
    rig.core.on("GetAsset", asset);
    onSignature(rig.core, async ({ bases, signature, keyId, algorithm, newKey }) => {
      const key = createPublicKey(privateKey);
      const fits = await isOneSignedBy(bases, signature, { key, stated: algorithm });
      const isNew = newKey === undefined || newKey === JSON.stringify(jwk);
      if (!fits || !isNew || keyId !== thumbprint) throw new Failure("REQUEST_SIGNATURE_REFUSED");
      const kind = PrincipalKind.PRINCIPAL_KIND_WALLET;
      const scopes = ["audit.read", "wallets.pay", "wallets.read", "wallets.write"];
      return { kind, tenantId: WALLET_ID, credentialId: keyId, scopes };
    });
  });

  const questions = () => signaturesAsked(rig.core);
  /** Calls of operations, without questions about signatures. */
  const done = () => rig.core.operationCalls.filter((call) => call.path !== RESOLVE_SINGLE_USE);
  const outcome = ({ status, json }: Reply) => [status, json.errorCode, json.errors?.[0]?.reason];
  const refused = (reason: string) => [401, "SVC-4011", reason];

  interface Asked extends Partial<Signing> {
    readonly to?: string;
    readonly method?: "GET" | "POST";
    readonly headers?: Record<string, string>;
    readonly body?: string;
    /** What is sent, if other than what is signed. */
    readonly sent?: Ask;
  }
  /** Signs a request and sends it. */
  const ask = ({ to = path, headers = {}, body, sent = {}, ...more }: Asked = {}): Promise<Reply> => {
    const method = more.method ?? (body === undefined ? "GET" : "POST");
    const unsigned = { method, url: PUBLIC_URL + to, headers, ...(body === undefined ? {} : { body }) };
    const all = signed(unsigned, { key: privateKey, keyId: thumbprint, ...more });
    return rig.ask(to, {
      method,
      ...(body === undefined ? {} : { body }),
      ...sent,
      headers: { ...all, ...sent.headers },
    });
  };
  const transfers = `${path}/value-transfers`;
  const transfer =
    '{"toWalletId":"wal_01h455vb4pex5vsknk084sn02r","amount":"1","assetType":"USDX","authorization":"a.b.c"}';

  it("identify the caller, each by a question of its own", async () => {
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await ask()).status).to.equal(200);
    expect(questions()).to.have.length(2);
    expect(done()[0]?.principal).to.deep.include({
      kind: PrincipalKind.PRINCIPAL_KIND_WALLET,
      tenantId: WALLET_ID,
      credentialId: thumbprint,
    });
  });

  it("may name the address of the settings, or the one of the request, and are asked about once for both", async () => {
    const own = `${rig.gateway.url}${path}`;
    expect((await ask({ signedUrl: own })).status).to.equal(200);
    expect(questions()[0]?.bases).to.have.length(2);
    for (const other of [
      `https://other.example${path}`,
      `http://pay.example${path}`,
      `${PUBLIC_URL}${path}/`,
      path,
    ])
      expect(outcome(await ask({ signedUrl: other })), other).to.deep.equal(
        refused("REQUEST_SIGNATURE_REFUSED"),
      );
    expect(done()).to.have.length(1);
  });

  it("cover the query", async () => {
    const to = `${path}/balances?pageSize=1`;
    rig.core.on("ListBalances", () => new Uint8Array());
    expect((await ask({ to })).status).to.equal(200);
    expect(outcome(await ask({ to, signedUrl: `${PUBLIC_URL}${path}/balances?pageSize=2` }))).to.deep.equal(
      refused("REQUEST_SIGNATURE_REFUSED"),
    );
  });

  it("cover method and body, by SHA-256 or SHA-512", async () => {
    expect(outcome(await ask({ to: transfers, body: transfer }))[2]).to.equal("INSUFFICIENT_FUNDS");
    expect(outcome(await ask({ signedMethod: "POST" }))).to.deep.equal(refused("REQUEST_SIGNATURE_REFUSED"));
    const changed = transfer.replace('"1"', '"9"');
    rig.core.calls.length = 0;
    expect(outcome(await ask({ to: transfers, body: transfer, sent: { body: changed } }))).to.deep.equal(
      refused("CONTENT_DIGEST_MISMATCH"),
    );
    // The digest is right again, but it is not the one that was signed.
    const headers = { "content-digest": contentDigest(changed) };
    expect(
      outcome(await ask({ to: transfers, body: transfer, sent: { body: changed, headers } })),
    ).to.deep.equal(refused("REQUEST_SIGNATURE_REFUSED"));
    expect(
      outcome(await ask({ to: transfers, body: transfer, headers: { "content-digest": "md5=:AAAA:" } })),
    ).to.deep.equal(refused("CONTENT_DIGEST_MISMATCH"));
    // The body of this operation may be missing, but a signed body must not.
    expect(outcome(await ask({ to: transfers, body: transfer, sent: { body: "" } }))).to.deep.equal(
      refused("CONTENT_DIGEST_MISMATCH"),
    );
    expect(done()).to.have.length(0);
  });

  it("must cover what decides about the request", async () => {
    const headers = { "idempotency-key": "one", "x-request-id": "two", "if-match": '"3"' };
    const all = ["@method", "@target-uri", "content-digest", ...Object.keys(headers)];
    const sent = { to: transfers, body: transfer, headers };
    expect(outcome(await ask({ ...sent, components: all }))[2]).to.equal("INSUFFICIENT_FUNDS");
    rig.core.calls.length = 0;
    for (const left of all) {
      const reply = await ask({ ...sent, components: all.filter((name) => name !== left) });
      expect(outcome(reply), left).to.deep.equal(refused("REQUEST_SIGNATURE_INCOMPLETE"));
      expect(reply.json.message).to.contain(left);
    }
    // A header that the signer has not seen.
    expect(outcome(await ask({ sent: { headers: { "idempotency-key": "one" } } }))).to.deep.equal(
      refused("REQUEST_SIGNATURE_INCOMPLETE"),
    );
    expect(questions()).to.have.length(0);
    // A value that the signer has not seen, and a header that is lost on the way.
    const key = { "idempotency-key": "one" };
    expect(
      outcome(await ask({ headers: key, sent: { headers: { "idempotency-key": "other" } } })),
    ).to.deep.equal(refused("REQUEST_SIGNATURE_REFUSED"));
    expect(outcome(await ask({ components: ["@method", "@target-uri", "if-match"] }))).to.deep.equal(
      refused("REQUEST_SIGNATURE_INCOMPLETE"),
    );
    expect(done()).to.have.length(0);
  });

  it("are those of all lines of a header, also of one that Node drops", async () => {
    const components = ["@method", "@target-uri", "user-agent"];
    const headers = { "user-agent": "one" };
    expect((await ask({ components, headers })).status).to.equal(200);
    const all = signed(
      { method: "GET", url: PUBLIC_URL + path, headers },
      { key: privateKey, keyId: thumbprint, components },
    );
    const reply = await rig.ask(path, { headers: { ...all, "user-agent": ["one", "two"] } });
    expect(outcome(reply)).to.deep.equal(refused("REQUEST_SIGNATURE_REFUSED"));
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  const parameters: readonly [
    what: string,
    changed: () => NonNullable<Signing["parameters"]>,
    reason: string,
  ][] = [
    ["no created", () => ({ created: undefined }), "REQUEST_SIGNATURE_INCOMPLETE"],
    ["no nonce", () => ({ nonce: undefined }), "REQUEST_SIGNATURE_INCOMPLETE"],
    ["no keyid", () => ({ keyid: undefined }), "REQUEST_SIGNATURE_INCOMPLETE"],
    ["a short nonce", () => ({ nonce: "x".repeat(21) }), "REQUEST_SIGNATURE_INCOMPLETE"],
    ["a long nonce", () => ({ nonce: "x".repeat(89) }), "REQUEST_SIGNATURE_INCOMPLETE"],
    ["another tag", () => ({ tag: "other" }), "REQUEST_SIGNATURE_INCOMPLETE"],
    ["a keyid of a thousand characters", () => ({ keyid: "x".repeat(1000) }), "REQUEST_SIGNATURE_INCOMPLETE"],
    ["an unknown parameter", () => ({ kid: "x" }), "REQUEST_SIGNATURE_MALFORMED"],
    ["an endless algorithm", () => ({ alg: "x".repeat(65) }), "REQUEST_SIGNATURE_MALFORMED"],
    ["a time long ago", () => ({ created: seconds() - 305 }), "REQUEST_SIGNATURE_EXPIRED"],
    ["a time in the future", () => ({ created: seconds() + 90 }), "REQUEST_SIGNATURE_EXPIRED"],
    ["an end in the past", () => ({ expires: seconds() - 5 }), "REQUEST_SIGNATURE_EXPIRED"],
    ["another key's keyid", () => ({ keyid: "other" }), "REQUEST_SIGNATURE_REFUSED"],
    ["an algorithm that is not the key's", () => ({ alg: "ed25519" }), "REQUEST_SIGNATURE_REFUSED"],
    ["an algorithm with a secret", () => ({ alg: "hmac-sha256" }), "REQUEST_SIGNATURE_REFUSED"],
  ];
  for (const [what, changed, reason] of parameters)
    it(`are refused with ${what}`, async () => {
      const reply = await ask({ parameters: changed() });
      expect(outcome(reply)).to.deep.equal(refused(reason));
      expect(done()).to.have.length(0);
    });
  it("are accepted with the right algorithm, tag and end, and within the time", async () => {
    const good = { alg: "ecdsa-p256-sha256", tag: "pda", expires: seconds() + 60 };
    expect((await ask({ parameters: good })).status).to.equal(200);
    for (const created of [seconds() - 280, seconds() + 50])
      expect((await ask({ parameters: { created } })).status).to.equal(200);
  });

  it("say in the refusal what a signature must cover", async () => {
    const headers = { "idempotency-key": "one" };
    const reply = await ask({ to: transfers, body: transfer, headers, parameters: { created: 1 } });
    expect(reply.headers["accept-signature"]).to.equal(
      'sig=("@method" "@target-uri" "content-digest" "idempotency-key");created;nonce;keyid;tag="pda"',
    );
    expect(reply.headers["www-authenticate"]).to.match(
      /^Bearer realm="pda", .*DPoP realm="pda", .*algs="ES256 EdDSA Ed25519 PS256"$/,
    );
    const none = await rig.ask(path);
    expect(outcome(none)).to.deep.equal(refused("CREDENTIAL_MISSING"));
    expect(none.headers["accept-signature"]).to.equal(
      'sig=("@method" "@target-uri");created;nonce;keyid;tag="pda"',
    );
    expect((await rig.ask("/api/v1/payments")).headers["accept-signature"]).to.include('"@target-uri"');
    expect((await rig.ask("/api/v1/nothing")).headers).to.not.have.property("accept-signature");
  });

  it("are exactly one", async () => {
    const unsigned = { method: "GET", url: PUBLIC_URL + path };
    const good = signed(unsigned, { key: privateKey, keyId: thumbprint });
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const bad = signed(unsigned, { key: other, keyId: "other" });
    const both = (name: "signature" | "signature-input", label: string) =>
      `${good[name]}, ${bad[name]?.replace("sig=", `${label}=`)}`;
    for (const label of ["sig2", "sig"]) {
      const headers = {
        signature: both("signature", label),
        "signature-input": both("signature-input", label),
      };
      expect(outcome(await rig.ask(path, { headers })), label).to.deep.equal(
        refused("REQUEST_SIGNATURE_MALFORMED"),
      );
    }
    // The same in two lines of each header.
    const lines = {
      signature: [good.signature ?? "", bad.signature?.replace("sig=", "b=") ?? ""],
      "signature-input": [good["signature-input"] ?? "", bad["signature-input"]?.replace("sig=", "b=") ?? ""],
    };
    expect(outcome(await rig.ask(path, { headers: lines }))).to.deep.equal(
      refused("REQUEST_SIGNATURE_MALFORMED"),
    );
    for (const name of ["signature", "signature-input"] as const)
      expect(outcome(await rig.ask(path, { headers: { [name]: good[name] ?? "" } }))).to.deep.equal(
        refused("REQUEST_SIGNATURE_MALFORMED"),
      );
    expect(questions()).to.have.length(0);
  });

  it("are judged also on public operations", async () => {
    const to = `/api/v1/assets/${ASSET_ID}`;
    expect((await ask({ to })).status).to.equal(200);
    expect(done()[0]?.principal.tenantId).to.equal(WALLET_ID);
    expect(outcome(await ask({ to, parameters: { keyid: "other" } }))).to.deep.equal(
      refused("REQUEST_SIGNATURE_REFUSED"),
    );
  });

  it("beside an API key must be of the same owner, and are not spent when the key is refused", async () => {
    const beside = (token: string) => ask({ headers: { authorization: `Bearer ${token}` } });
    expect(outcome(await beside("unknown"))).to.deep.equal(refused("CREDENTIAL_REFUSED"));
    expect(questions()).to.have.length(0);
    rig.allow("shop", { scopes: ["wallets.read"] });
    expect(outcome(await beside("shop"))).to.deep.equal(refused("CREDENTIALS_DISAGREE"));
    rig.allow("own", {
      kind: PrincipalKind.PRINCIPAL_KIND_WALLET,
      tenantId: WALLET_ID,
      scopes: ["wallets.read"],
    });
    expect((await beside("own")).status).to.equal(200);
    const uncovered = await ask({ sent: { headers: { authorization: "Bearer own" } } });
    expect(outcome(uncovered)).to.deep.equal(refused("REQUEST_SIGNATURE_INCOMPLETE"));
  });

  it("are not spent on a path that does not exist", async () => {
    expect((await ask({ to: "/api/v1/nothing" })).status).to.equal(404);
    expect(questions()).to.have.length(0);
  });

  it("are not kept when the core cannot say, and are 503 then", async () => {
    onSignature(rig.core, () => {
      throw new Failure("OVERLOADED");
    });
    expect(outcome(await ask())).to.deep.equal([503, "SVC-5030", "CREDENTIAL_UNCHECKED"]);
  });

  describe("of the key of a new wallet", () => {
    const creation = (key: unknown = jwk) => JSON.stringify({ holderKey: key });

    it("are judged by the key in the body", async () => {
      expect((await ask({ to: "/api/v1/wallets", body: creation() })).status).to.equal(201);
      expect(JSON.parse(questions()[0]?.newKey ?? "")).to.deep.equal(jwk);
      expect((await ask()).status).to.equal(200);
      expect(questions()[1]?.newKey).to.equal(undefined);
    });

    it("are bound to the body", async () => {
      const sent = { body: creation(holderKey().jwk) };
      expect(outcome(await ask({ to: "/api/v1/wallets", body: creation(), sent }))).to.deep.equal(
        refused("CONTENT_DIGEST_MISMATCH"),
      );
      expect(done()).to.have.length(0);
    });

    it("are refused, not failed, whatever stands in place of the key", async () => {
      for (const key of [null, "x".repeat(5000), [], { kty: "x".repeat(5000) }]) {
        const reply = await ask({ to: "/api/v1/wallets", body: creation(key) });
        expect(questions().at(-1)?.newKey?.length).to.be.within(1, 1024);
        expect(outcome(reply)).to.deep.equal(refused("REQUEST_SIGNATURE_REFUSED"));
      }
    });

    it("count as anonymous, before the body is read", async () => {
      await using limited = await Rig.start({
        config: {
          publicUrl: PUBLIC_URL,
          gateway: { rate: { anonymousRequestsPerSecond: 1, requestsPerSecond: 1000 } },
        },
      });
      const send = () => {
        const body = creation();
        const headers = signed(
          { method: "POST", url: `${PUBLIC_URL}/api/v1/wallets`, body },
          { key: privateKey, keyId: thumbprint },
        );
        return limited.ask("/api/v1/wallets", { body, headers });
      };
      const statuses = [(await send()).status, (await send()).status, (await send()).status];
      expect(statuses).to.include(429);
      expect(limited.core.calls.length).to.be.below(3);
    });
  });
});
