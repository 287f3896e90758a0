// Introspection and revocation of access tokens by their clients: two gateways and two cores on one store.
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import { decodeJwt } from "jose";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { type CallerKey, callerKey, proofOf } from "../support/access-tokens.ts";
import { dpopProof, thumbprintOf } from "../support/dpop-proofs.ts";
import { EventStream } from "../support/event-stream.ts";
import { Product } from "../support/product.ts";
import { ask, exchange, type Received } from "./support/http.ts";
import { eventually } from "./support/scene.ts";
import {
  askForToken,
  assertionOf,
  type OwnCertificate,
  ownCertificate,
  thumbprintOfCertificate,
} from "./support/token-client.ts";

describe("a client and its access tokens", function () {
  this.timeout(240_000);
  let product: Product;
  let merchantId: string;
  let asClient: OwnCertificate;
  const key = callerKey();
  let clientId: string;

  before(async () => {
    product = await Product.start({ PDA_GATEWAY_PROCESSES: "2", PDA_CORE_PROCESSES: "2" });
    merchantId = (await operator("/api/v1/merchants", { name: "Shop" })).json.data.merchantId;
    asClient = await ownCertificate();
    clientId = await register(key);
  });
  after(() => product?.[Symbol.asyncDispose]());

  const operator = (path: string, body: object) => ask(product, path, { key: product.operatorKey, body });
  const register = async (
    caller: CallerKey,
    scopes = ["payments.read"],
    deviceId?: string,
  ): Promise<string> => {
    const proof = await proofOf(caller, product.baseUrl, merchantId);
    const body = { name: "office", scopes, publicKey: caller.publicKey, proof, deviceId };
    const registered = await operator(`/api/v1/merchants/${merchantId}/public-keys`, body);
    expect(registered.status, registered.text).to.equal(201);
    return registered.json.data.publicKeyId;
  };
  interface Asking {
    readonly by?: CallerKey;
    readonly as?: string;
    readonly proof?: string;
  }
  const send = async (path: string, form: object, { by = key, as = clientId, proof }: Asking = {}) => {
    const assertion = await assertionOf(by, { clientId: as, aud: product.baseUrl });
    return askForToken(product, assertion, { path, form: { ...form }, proof, asClient });
  };
  const newToken = async (asking?: Asking): Promise<string> => {
    const given = await send("/oauth/token", {}, asking);
    expect(given.status, given.text).to.equal(200);
    return given.json.access_token;
  };
  const introspect = (token: string, asking?: Asking) => send("/oauth/introspect", { token }, asking);
  const revoke = (token: string, asking?: Asking) => send("/oauth/revoke", { token }, asking);
  /** A call on a connection of its own, so that both gateways get some. */
  const call = (bearer: string, path = "/payments") =>
    ask({ baseUrl: product.baseUrl, ca: product.ca, asClient }, `/api/v1${path}`, { key: bearer });
  const inactive = { active: false };

  it("may be a terminal, whose tokens end with the terminal", async () => {
    const devices = `/api/v1/merchants/${merchantId}/devices`;
    const { deviceId } = (await operator(devices, { name: "Till 1" })).json.data.device;
    const by = callerKey();
    const as = await register(by, ["payments.read"], deviceId);
    const token = await newToken({ by, as });
    const caller = await call(token, "/caller");
    expect(caller.json.data).to.include({ merchantId, deviceId, credentialId: as });
    await operator(`${devices}/${deviceId}/suspend`, {});
    await eventually("the token is refused", async () => (await call(token)).status === 401);
  });

  it("gets a token beside others who send what cannot be a proof", async () => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const body = "client_id=command-line&grant_type=refresh_token&refresh_token=x";
    const strange = (DPoP: string) =>
      exchange(product, "/oauth/token", { body, headers: { ...headers, DPoP } });
    const own = callerKey();
    const url = `${product.baseUrl}/oauth/token`;
    const withProof = async (nonce?: string) =>
      send("/oauth/token", {}, { proof: await dpopProof(own, { method: "POST", url, nonce }) });
    const nonce = String((await withProof()).headers["dpop-nonce"]);
    const asked = Array.from({ length: 12 }, async () => withProof(nonce));
    const refused = ["", ".", "x".repeat(5_000)].map(async (DPoP) => strange(DPoP));
    for (const { status, json } of await Promise.all(refused))
      expect([status, json.error]).to.deep.equal([400, "invalid_dpop_proof"]);
    for (const given of await Promise.all(asked)) expect(given.status, given.text).to.equal(200);
  });

  it("ends the stream of events that a token has opened, within five seconds after the token is revoked", async () => {
    const reader = callerKey();
    const asking = { by: reader, as: await register(reader, ["events.read"]) };
    const [token, other] = [await newToken(asking), await newToken(asking)];
    const { baseUrl, ca } = product;
    const [stream, kept] = await Promise.all(
      [token, other].map((bearer) =>
        EventStream.open({ baseUrl, ca, asClient, headers: { Authorization: `Bearer ${bearer}` } }),
      ),
    );
    expect([stream?.status, kept?.status]).to.deep.equal([200, 200]);
    expect((await revoke(token, asking)).status).to.equal(200);
    const revoked = performance.now();
    expect(await stream?.ended).to.equal("end");
    expect(performance.now() - revoked).to.be.below(5_000);
    expect(await Promise.race([kept?.ended, Promise.resolve("open")])).to.equal("open");
    kept?.cut();
  });

  it("ends the stream of events that a token has opened, when the key that signed the token is compromised", async () => {
    const reader = callerKey();
    const asking = { by: reader, as: await register(reader, ["events.read"]) };
    const open = async () => {
      const { baseUrl, ca } = product;
      const headers = { Authorization: `Bearer ${await newToken(asking)}` };
      const stream = await EventStream.open({ baseUrl, ca, asClient, headers });
      expect(stream.status).to.equal(200);
      return stream;
    };
    const stream = await open();
    const rotated = await product.pda("keys", "rotate-signing", "--for", "access-tokens", "--compromised");
    expect(rotated.code, rotated.stderr).to.equal(0);
    const ended = await Promise.race([stream.ended, setTimeout(15_000, "open")]);
    stream.cut();
    expect(ended).to.equal("end");
    // Both cores know the new key.
    await setTimeout(2_000);
    (await open()).cut();
  });

  // The first refusals of an address have records of their own.
  it("leaves a record of each of its requests, and of those that are refused, in the audit log", async () => {
    const given = await send("/oauth/token", {});
    const token = given.json.access_token;
    const stranger = { by: callerKey() };
    const wanted = {
      IssueAccessToken: [given, await send("/oauth/token", {}, stranger)],
      IntrospectAccessToken: [await introspect(token), await introspect(token, stranger)],
      RevokeAccessToken: [await revoke(token), await revoke(token, stranger)],
    };
    for (const [operation, answers] of Object.entries(wanted)) {
      const recordsOf = async () => {
        const path = `/api/v1/audit/records?operation=${operation}`;
        const items: Record<string, string>[] = (await ask(product, path, { key: product.operatorKey })).json
          .data.items;
        return answers.map(({ headers }) =>
          items.find(({ requestId }) => requestId === headers["x-request-id"]),
        );
      };
      await eventually(`the records of ${operation}`, async () => (await recordsOf()).every(Boolean));
      const [good, bad] = await recordsOf();
      expect(good).to.include({ outcome: "succeeded", caller: "merchant", tenantId: merchantId });
      expect(good).to.include({ credentialId: clientId, mechanism: "self_signed_jwt" });
      expect(good?.addressHash).to.be.a("string").and.equal(bad?.addressHash);
      expect(bad).to.include({ outcome: "refused", caller: "anonymous", reason: "CREDENTIAL_REFUSED" });
    }
  });

  it("finds the endpoints in the metadata", async () => {
    const { json } = await ask(product, "/.well-known/oauth-authorization-server");
    const methods = ["private_key_jwt", "tls_client_auth"];
    expect(json).to.deep.include({
      introspection_endpoint: `${product.baseUrl}/oauth/introspect`,
      introspection_endpoint_auth_methods_supported: methods,
      revocation_endpoint: `${product.baseUrl}/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: [...methods, "none"],
    });
  });

  it("reads what its token says", async () => {
    const token = await newToken();
    const { iat, exp } = decodeJwt(token);
    const read = await introspect(token);
    expect(read.status, read.text).to.equal(200);
    expect(read.headers["cache-control"]).to.equal("no-store");
    expect(read.json).to.deep.equal({
      active: true,
      client_id: clientId,
      iss: product.baseUrl,
      aud: product.baseUrl,
      iat,
      exp,
      scope: "payments.read",
      token_type: "Bearer",
      cnf: { "x5t#S256": asClient.thumbprint },
    });
  });

  it("reads that a token is bound to a key", async () => {
    const proven = callerKey();
    const url = `${product.baseUrl}/oauth/token`;
    const asked = await send("/oauth/token", {}, { proof: await dpopProof(proven, { method: "POST", url }) });
    const nonce = String(asked.headers["dpop-nonce"]);
    const token = await newToken({ proof: await dpopProof(proven, { method: "POST", url, nonce }) });
    expect((await introspect(token)).json).to.deep.include({
      token_type: "DPoP",
      cnf: { jkt: await thumbprintOf(proven) },
    });
  });

  it("revokes a token, which no gateway and no core accepts within 5 seconds", async () => {
    const [token, other] = [await newToken(), await newToken()];
    expect((await call(token)).status).to.equal(200);
    const revoked = performance.now();
    for (let time = 0; time < 2; time += 1) {
      const answer = await revoke(token);
      expect([answer.status, answer.text]).to.deep.equal([200, ""]);
    }
    await eventually("eight calls in a row are refused", async () => {
      const answers: Received[] = [];
      for (let at = 0; at < 8; at += 1) answers.push(await call(token));
      return answers.every(({ json }) => json.errors?.[0]?.reason === "CREDENTIAL_REFUSED");
    });
    // 5 seconds, and what CI adds.
    expect(performance.now() - revoked).to.be.below(15_000);
    expect((await introspect(token)).json).to.deep.equal(inactive);
    expect((await call(other)).status).to.equal(200);
  });

  it("neither reads nor revokes the tokens of others, and learns nothing about them", async () => {
    const token = await newToken();
    const by = callerKey();
    const stranger = { by, as: await register(by) };
    expect((await introspect(token, stranger)).json).to.deep.equal(inactive);
    expect((await revoke(token, stranger)).status).to.equal(200);
    expect((await introspect(token)).json).to.include({ active: true });
    expect((await call(token)).status).to.equal(200);
    for (const nonsense of [`${token}x`, "x", "a.b.c", "x".repeat(5_000), `${clientId} ${token}`]) {
      expect((await introspect(nonsense)).json, nonsense).to.deep.equal(inactive);
      expect((await revoke(nonsense)).status, nonsense).to.equal(200);
    }
  });

  it("proves who it is, as for a token", async () => {
    const token = await newToken();
    for (const path of ["/oauth/introspect", "/oauth/revoke"]) {
      const refused = await send(path, { token }, { by: callerKey() });
      expect([refused.status, refused.json.error]).to.deep.equal([401, "invalid_client"]);
      const unnamed = await askForToken(product, undefined, { path, form: { token }, asClient });
      expect([unnamed.status, unnamed.json.error]).to.deep.equal([400, "invalid_request"]);
      expect((await send(path, {})).json.error).to.equal("invalid_request");
      expect((await ask(product, path)).status).to.equal(405);
    }
    expect((await call(token)).status).to.equal(200);
  });

  it("may be an access certificate", async () => {
    const keyPem = newKey();
    const body = { certificateSigningRequest: newRequest(keyPem), scopes: ["payments.read"] };
    const issued = await operator(`/api/v1/merchants/${merchantId}/certificates`, body);
    const { certificateId, certificateChain: cert } = issued.json.data;
    const certificate = { cert, key: keyPem, thumbprint: thumbprintOfCertificate(cert) };
    const post = (path: string, form: object) =>
      askForToken(product, undefined, {
        path,
        asClient: certificate,
        form: { client_id: certificateId, ...form },
      });
    const token = (await post("/oauth/token", {})).json.access_token;
    expect((await post("/oauth/introspect", { token })).json).to.deep.include({
      active: true,
      client_id: certificateId,
      cnf: { "x5t#S256": certificate.thumbprint },
    });
    expect((await introspect(token)).json).to.deep.equal(inactive);
    expect((await post("/oauth/revoke", { token })).status).to.equal(200);
    await eventually("the token is revoked", async () => {
      const { json } = await post("/oauth/introspect", { token });
      return json.active === false;
    });
  });

  describe("over a connection with a certificate of this service", () => {
    const certify = async (merchant: string): Promise<OwnCertificate & { readonly path: string }> => {
      const cert = newKey();
      const path = `/api/v1/merchants/${merchant}/certificates`;
      const asked = { certificateSigningRequest: newRequest(cert), scopes: ["payments.read"] };
      const { certificateId, certificateChain } = (await operator(path, asked)).json.data;
      const thumbprint = thumbprintOfCertificate(certificateChain);
      return { cert: certificateChain, key: cert, thumbprint, path: `${path}/${certificateId}` };
    };
    const tokenOver = async (certificate: OwnCertificate) => {
      const assertion = await assertionOf(key, { clientId, aud: product.baseUrl });
      return askForToken(product, assertion, { form: {}, asClient: certificate });
    };
    const callOver = async (certificate: OwnCertificate, bearer: string) => {
      const front = { baseUrl: product.baseUrl, ca: product.ca, asClient: certificate };
      const { status, json } = await ask(front, "/api/v1/payments", { key: bearer });
      return [status, json.errors?.[0]?.reason];
    };

    it("ends with the certificate, whatever the token: none is taken, and none is given", async () => {
      const certificate = await certify(merchantId);
      const bearer = (await tokenOver(certificate)).json.access_token;
      expect(await callOver(certificate, bearer)).to.deep.equal([200, undefined]);
      await operator(`${certificate.path}/revoke`, {});
      await eventually("the token is refused", async () => {
        const [status, reason] = await callOver(certificate, bearer);
        return status === 401 && reason === "CLIENT_CERTIFICATE_REFUSED";
      });
      await eventually(
        "no token is given",
        async () => (await tokenOver(certificate)).json.error === "invalid_client",
      );
    });

    it("is given to the owner of the certificate alone", async () => {
      const { json } = await operator("/api/v1/merchants", { name: "Another shop" });
      const certificate = await certify(json.data.merchantId);
      const { status, json: refused } = await tokenOver(certificate);
      expect([status, refused.error]).to.deep.equal([400, "invalid_request"]);
    });
  });
});
