// The embedded authorisation server: two gateways and two cores on one store, and clients that authenticate with registered keys.
import { expect } from "chai";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { accessToken, type CallerKey, callerKey, proofOf, seconds } from "../support/access-tokens.ts";
import { Product } from "../support/product.ts";
import { dpopProof, jwkOf, type Proven, type ProofChange, thumbprintOf } from "../support/dpop-proofs.ts";
import { ask, type Received } from "./support/http.ts";
import { eventually, publisher } from "./support/scene.ts";
import {
  type AssertionChange,
  askForToken,
  assertionOf,
  type OwnCertificate,
  ownCertificate,
  thumbprintOfCertificate,
} from "./support/token-client.ts";

describe("the embedded authorisation server", function () {
  this.timeout(240_000);
  let product: Product;
  let merchantId: string;
  let keys: string;
  let asClient: OwnCertificate;
  const key = callerKey();
  let clientId: string;

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_PROCESSES: "2",
      PDA_CORE_PROCESSES: "2",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
    merchantId = (await operator("/api/v1/merchants", { name: "Shop" })).json.data.merchantId;
    keys = `/api/v1/merchants/${merchantId}/public-keys`;
    asClient = await ownCertificate();
    clientId = await register(key);
  });
  after(() => product?.[Symbol.asyncDispose]());

  const operator = (path: string, body: object) => ask(product, path, { key: product.operatorKey, body });
  const register = async (caller: CallerKey, over: object = {}): Promise<string> => {
    const proof = await proofOf(caller, product.baseUrl, merchantId);
    const scopes = ["payments.read", "merchants.write"];
    const body = { name: "office", scopes, publicKey: caller.publicKey, proof, ...over };
    const registered = await operator(keys, body);
    expect(registered.status, registered.text).to.equal(201);
    return registered.json.data.publicKeyId;
  };
  interface Asked {
    readonly by?: CallerKey;
    readonly as?: string;
    readonly change?: AssertionChange;
    readonly form?: Readonly<Record<string, string>>;
    readonly certificate?: OwnCertificate | null;
    readonly proof?: string;
  }
  let addresses = 0;
  /** An address that nobody has sent a wrong assertion from, because those slow down. */
  const elsewhere = () => `127.1.${(addresses += 1) >> 8}.${addresses & 255}`;
  const token = async ({ by = key, as = clientId, change, form, certificate, proof }: Asked = {}) => {
    const assertion = await assertionOf(by, { clientId: as, aud: product.baseUrl }, change);
    const shown = certificate === undefined ? asClient : certificate;
    const sent = { from: elsewhere(), form: form ?? {}, proof };
    return askForToken(product, assertion, shown ? { ...sent, asClient: shown } : sent);
  };
  const call = (bearer: string, certificate: OwnCertificate | undefined = asClient, path = "/payments") =>
    ask(
      { baseUrl: product.baseUrl, ca: product.ca, ...(certificate ? { asClient: certificate } : {}) },
      `/api/v1${path}`,
      {
        key: bearer,
      },
    );
  const reason = ({ status, json }: Received) => [status, json.errors?.[0]?.reason];
  const error = ({ status, json }: Received) => [status, json.error];

  it("tells OAuth clients where it is, and its keys", async () => {
    const resource = await ask(product, "/.well-known/oauth-protected-resource");
    expect(resource.json.authorization_servers).to.deep.equal([product.baseUrl]);
    const metadata = await ask(product, "/.well-known/oauth-authorization-server");
    expect(metadata.json).to.deep.include({
      issuer: product.baseUrl,
      token_endpoint: `${product.baseUrl}/oauth/token`,
      jwks_uri: `${product.baseUrl}/oauth/jwks`,
      grant_types_supported: ["client_credentials", "authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["private_key_jwt", "tls_client_auth", "none"],
      tls_client_certificate_bound_access_tokens: true,
      dpop_signing_alg_values_supported: ["ES256", "EdDSA", "Ed25519", "PS256"],
    });
    const { keys: published } = (await ask(product, "/oauth/jwks")).json;
    expect(published).to.have.length(1);
    expect(published[0]).to.have.all.keys("kty", "use", "alg", "kid", "crv", "x", "y");
    const documents = (await ask(product, "/.well-known/jwks.json")).json.keys;
    expect(documents.map(({ kid }: { kid: string }) => kid)).not.to.include(published[0].kid);
  });

  // The first refusals of an address have records of their own.
  it("leaves a record of a refused client, and of a refused proof, in the audit log", async () => {
    const stranger = await token({ by: callerKey() });
    const unproven = await token({ proof: "no proof" });
    expect([error(stranger), error(unproven)]).to.deep.equal([
      [401, "invalid_client"],
      [400, "invalid_dpop_proof"],
    ]);
    await eventually("the records are there", async () => {
      const { text } = await ask(product, "/api/v1/audit/records", { key: product.operatorKey });
      return [stranger, unproven].every(({ headers }) => text.includes(String(headers["x-request-id"])));
    });
  });

  it("gives a token that counts on connections with the client's certificate, through every gateway", async () => {
    const given = await token();
    expect(given.status, given.text).to.equal(200);
    expect(given.headers["cache-control"]).to.equal("no-store");
    expect(given.json).to.deep.include({
      token_type: "Bearer",
      expires_in: 300,
      scope: "payments.read merchants.write",
    });
    const bearer = given.json.access_token;
    expect(decodeProtectedHeader(bearer)).to.include({ typ: "at+jwt", alg: "ES256" });
    expect(decodeJwt(bearer)).to.deep.include({
      iss: product.baseUrl,
      aud: product.baseUrl,
      client_id: clientId,
      pda_tenant: merchantId,
      cnf: { "x5t#S256": asClient.thumbprint },
    });
    // Each call has a connection of its own, so that both gateways get some.
    for (let at = 0; at < 4; at += 1) expect((await call(bearer)).status).to.equal(200);
    expect(reason(await call(bearer, await ownCertificate()))).to.deep.equal([401, "TOKEN_BOUND"]);
    expect(reason(await ask(product, "/api/v1/payments", { key: bearer }))).to.deep.equal([
      401,
      "TOKEN_BOUND",
    ]);
  });

  for (const algorithm of ["EdDSA", "PS256"] as const)
    it(`knows clients with keys of ${algorithm}`, async () => {
      const by = callerKey(algorithm);
      const given = await token({ by, as: await register(by) });
      expect(given.status, given.text).to.equal(200);
      expect((await call(given.json.access_token)).status).to.equal(200);
    });

  it("gives the scopes that are asked for, and none beyond those of the client", async () => {
    const given = await token({ form: { scope: "payments.read" } });
    expect(given.json.scope).to.equal("payments.read");
    const path = `${keys}/${clientId}/revoke`;
    const front = { baseUrl: product.baseUrl, ca: product.ca, asClient };
    const refused = await ask(front, path, { key: given.json.access_token, method: "POST" });
    expect(reason(refused)).to.deep.equal([403, "SCOPE_MISSING"]);
    for (const scope of ["payments.write", "payments.read merchants.admin", "unheard.of"])
      expect(error(await token({ form: { scope } }))).to.deep.equal([400, "invalid_scope"]);
  });

  it("gives no token that is bound to nothing", async () => {
    const refused = await token({ certificate: null });
    expect(error(refused)).to.deep.equal([400, "invalid_request"]);
    expect(refused.json.error_description).to.match(/send a DPoP proof, or connect with a certificate/);
  });

  describe("binds a token to the key of a DPoP proof", () => {
    const proven = callerKey("EdDSA");
    const url = () => `${product.baseUrl}/oauth/token`;
    const proofFor = (over: ProofChange & Partial<Proven> = {}, of = proven) =>
      dpopProof(of, { method: "POST", url: url(), ...over }, over);
    const nonceOf = async (): Promise<string> => {
      const asked = await token({ proof: await proofFor(), certificate: null });
      expect(error(asked), asked.text).to.deep.equal([400, "use_dpop_nonce"]);
      return String(asked.headers["dpop-nonce"]);
    };
    const callWith = async (bearer: string, nonce: string, of = proven) => {
      const path = "/api/v1/payments";
      const proof = await dpopProof(of, { url: `${product.baseUrl}${path}`, token: bearer, nonce });
      return ask({ baseUrl: product.baseUrl, ca: product.ca }, path, {
        headers: { Authorization: `DPoP ${bearer}`, DPoP: proof },
      });
    };
    let nonce: string;
    beforeEach(async () => {
      nonce = await nonceOf();
    });

    it("which then counts with proofs of this key only, through every gateway", async () => {
      const given = await token({ proof: await proofFor({ nonce }), certificate: null });
      expect(given.status, given.text).to.equal(200);
      expect(given.json).to.include({ token_type: "DPoP", expires_in: 300 });
      const bearer = given.json.access_token;
      expect(decodeJwt(bearer).cnf).to.deep.equal({ jkt: await thumbprintOf(proven) });
      for (let at = 0; at < 4; at += 1) expect((await callWith(bearer, nonce)).status).to.equal(200);
      expect(reason(await callWith(bearer, nonce, callerKey()))).to.deep.equal([401, "TOKEN_BOUND"]);
      expect(reason(await call(bearer))).to.deep.equal([401, "TOKEN_BOUND"]);
    });

    it("also beside a certificate, which may be the client's next one", async () => {
      const given = await token({ proof: await proofFor({ nonce }) });
      expect(given.json.token_type).to.equal("DPoP");
      expect(decodeJwt(given.json.access_token).cnf).to.have.all.keys("jkt");
    });

    it("once for each proof, also when it comes at once through several gateways", async () => {
      const proof = await proofFor({ nonce });
      const given = await Promise.all(Array.from({ length: 12 }, () => token({ proof, certificate: null })));
      expect(given.filter(({ status }) => status === 200)).to.have.length(1);
      const refused = given.filter(({ status }) => status !== 200).map(error);
      expect(refused).to.deep.equal(Array.from({ length: 11 }, () => [400, "invalid_dpop_proof"]));
    });

    it("and refuses proofs of another request, of another time, with another key's signature, or malformed", async () => {
      const other = callerKey();
      const foreign = { jwk: other.privateKey.export({ format: "jwk" }) };
      const wrong: (ProofChange & Partial<Proven>)[] = [
        { method: "GET" },
        { url: `${product.baseUrl}/api/v1/payments` },
        { url: "https://other.example/oauth/token" },
        { claims: { iat: seconds() - 900 } },
        { claims: { jti: undefined } },
        { header: { typ: "JWT" } },
        { header: foreign },
        { header: { jwk: jwkOf(callerKey("EdDSA")) } },
      ];
      for (const change of wrong) {
        const refused = await token({ proof: await proofFor({ nonce, ...change }), certificate: null });
        expect(error(refused), JSON.stringify(change)).to.deep.equal([400, "invalid_dpop_proof"]);
      }
      expect(error(await token({ proof: "no proof" }))).to.deep.equal([400, "invalid_dpop_proof"]);
    });
  });

  describe("refuses an assertion", () => {
    const cases: [string, () => AssertionChange][] = [
      ["for another server", () => ({ claims: { aud: "https://other.example" } })],
      ["for several servers", () => ({ claims: { aud: [product.baseUrl, "https://other.example"] } })],
      [
        "for its endpoint, as older clients make them",
        () => ({ claims: { aud: `${product.baseUrl}/oauth/token` } }),
      ],
      ["that has expired", () => ({ claims: { exp: seconds() - 120 } })],
      ["that lives long", () => ({ claims: { exp: seconds() + 900 } })],
      ["without jti", () => ({ claims: { jti: undefined } })],
      ["with a long jti", () => ({ claims: { jti: "a".repeat(65) } })],
      ["without exp", () => ({ claims: { exp: undefined } })],
      ["of another client", () => ({ claims: { iss: "pky_01m7xz42wgfvgbx7pw2dpj6nbp" } })],
      ["that is a JWT for a request", () => ({ header: { typ: "pda-access+jwt" } })],
    ];
    for (const [what, change] of cases)
      it(what, async () => {
        const refused = await token({ change: change() });
        expect(error(refused), refused.text).to.deep.equal([401, "invalid_client"]);
        expect(refused.headers["x-request-id"]).to.match(/^req_/);
      });

    it("of a key that is not the client's, and of a client that is not one", async () => {
      expect(error(await token({ by: callerKey() }))).to.deep.equal([401, "invalid_client"]);
      for (const as of ["pky_01m7xz42wgfvgbx7pw2dpj6nbp", "nobody", "x".repeat(300)])
        expect(error(await token({ as }))).to.deep.equal([401, "invalid_client"]);
    });

    it("that comes again, also at once through several gateways and as a JWT for a request", async () => {
      const assertion = await assertionOf(key, { clientId, aud: product.baseUrl });
      const once = await Promise.all(
        Array.from({ length: 12 }, () => askForToken(product, assertion, { asClient, form: {} })),
      );
      expect(once.filter(({ status }) => status === 200)).to.have.length(1);
      expect(once.filter(({ json }) => json.error === "invalid_client")).to.have.length(11);
      const jti = decodeJwt(assertion).jti as string;
      const other = await accessToken(key, { kid: clientId, aud: product.baseUrl }, { claims: { jti } });
      expect(reason(await ask(product, "/api/v1/payments", { key: other }))).to.deep.equal([
        401,
        "TOKEN_REPLAYED",
      ]);
    });
  });

  it("refuses other grants, other ways to authenticate, and other methods", async () => {
    for (const [form, expected] of [
      [{ grant_type: "password", username: "x", password: "x" }, [400, "unsupported_grant_type"]],
      [{ grant_type: "authorization_code", code: "x" }, [400, "invalid_request"]],
      [{ client_assertion_type: "x" }, [400, "invalid_request"]],
    ] as const)
      expect(error(await token({ form }))).to.deep.equal(expected);
    expect((await ask(product, "/oauth/token")).status).to.equal(405);
    expect((await ask(product, "/oauth/elsewhere")).status).to.equal(404);
  });

  it("gives no token after the client's key is revoked, and those given before do not count", async () => {
    const by = callerKey();
    const as = await register(by);
    const { access_token: bearer } = (await token({ by, as })).json;
    expect((await call(bearer)).status).to.equal(200);
    const revoked = performance.now();
    await ask(product, `${keys}/${as}/revoke`, { key: product.operatorKey, method: "POST" });
    await eventually(
      "the token is refused",
      async () => reason(await call(bearer))[1] === "CREDENTIAL_REFUSED",
    );
    await eventually(
      "the client is refused",
      async () => (await token({ by, as })).json.error === "invalid_client",
    );
    expect(performance.now() - revoked).to.be.below(15_000);
  });

  describe("knows an access certificate as a client (tls_client_auth)", () => {
    interface Certified {
      readonly as: string;
      readonly certificate: OwnCertificate;
    }
    const certify = async (path: string, scopes: string[]): Promise<Certified> => {
      const keyPem = newKey();
      const issued = await operator(path, { certificateSigningRequest: newRequest(keyPem), scopes });
      expect(issued.status, issued.text).to.equal(201);
      const { certificateId, certificateChain } = issued.json.data;
      const thumbprint = thumbprintOfCertificate(certificateChain);
      return { as: certificateId, certificate: { cert: certificateChain, key: keyPem, thumbprint } };
    };
    const merchants = (path = "") => `/api/v1/merchants/${merchantId}/certificates${path}`;
    /** Asks for a token without an assertion. */
    const byCertificate = (
      { as, certificate }: Certified,
      over: { readonly form?: object; readonly asClient?: OwnCertificate; readonly proof?: string } = {},
    ) =>
      askForToken(product, undefined, {
        asClient: over.asClient ?? certificate,
        form: { client_id: as, ...over.form },
        from: elsewhere(),
        proof: over.proof,
      });

    it("of a merchant and of a publisher, and binds the token to it", async () => {
      const { publisherId } = await publisher(product);
      const made: [Certified, string][] = [
        [await certify(merchants(), ["payments.read", "refunds.read"]), merchantId],
        [
          await certify(`/api/v1/publishers/${publisherId}/access-certificates`, ["publishers.read"]),
          publisherId,
        ],
      ];
      for (const [client, tenant] of made) {
        const given = await byCertificate(client);
        expect(given.status, given.text).to.equal(200);
        const bearer = given.json.access_token;
        expect(decodeJwt(bearer)).to.deep.include({
          client_id: client.as,
          pda_tenant: tenant,
          cnf: { "x5t#S256": client.certificate.thumbprint },
        });
        const path = tenant === merchantId ? "/payments" : `/publishers/${publisherId}`;
        expect((await call(bearer, client.certificate, path)).status).to.equal(200);
        expect(reason(await call(bearer, asClient, path))).to.deep.equal([401, "TOKEN_BOUND"]);
      }
    });

    it("with no scope beyond the certificate's", async () => {
      const client = await certify(merchants(), ["payments.read"]);
      const narrow = await byCertificate(client, { form: { scope: "payments.read" } });
      expect(narrow.json.scope).to.equal("payments.read");
      const beyond = await byCertificate(client, { form: { scope: "refunds.read" } });
      expect(error(beyond)).to.deep.equal([400, "invalid_scope"]);
    });

    it("and refuses it on another connection, of another name, and with an assertion in its place", async () => {
      const client = await certify(merchants(), ["payments.read"]);
      const other = await certify(merchants(), ["payments.read"]);
      const refused = [
        await byCertificate(client, { asClient }),
        await byCertificate(client, { asClient: other.certificate }),
        await byCertificate({ ...client, as: "crt_01m7xz42wgfvgbx7pw2dpj6nbp" }),
        await byCertificate({ ...client, as: clientId }),
        await token({ as: client.as, certificate: client.certificate }),
        await askForToken(product, undefined, { form: { client_id: client.as } }),
      ];
      for (const answer of refused) expect(error(answer)).to.deep.equal([401, "invalid_client"]);
    });

    it("until it is revoked, and ends its tokens", async () => {
      const client = await certify(merchants(), ["payments.read"]);
      const bearer = (await byCertificate(client)).json.access_token;
      expect((await call(bearer, client.certificate)).status).to.equal(200);
      const revoked = performance.now();
      await operator(merchants(`/${client.as}/revoke`), {});
      await eventually(
        "the token is refused",
        async () => (await call(bearer, client.certificate)).status === 401,
      );
      await eventually(
        "the client is refused",
        async () => error(await byCertificate(client))[1] === "invalid_client",
      );
      // 5 seconds, and what CI adds.
      expect(performance.now() - revoked).to.be.below(15_000);
    });
  });
});
