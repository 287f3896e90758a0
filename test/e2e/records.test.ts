// Keys, status lists and revocation lists by way of REST: what other software and caches see.
import { execFileSync } from "node:child_process";
import { request } from "node:https";
import { expect } from "chai";
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from "jose";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { assetInUse, publisher } from "./support/scene.ts";

const keysPath = "/api/v1/verification/keys";
const listPath = "/api/v1/verification/status-lists/assets-0";
const crlPath = "/api/v1/verification/crls/root";

describe("records over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let device: Awaited<ReturnType<typeof assetInUse>>;
  before(async () => {
    product = await sharedProduct();
    device = await assetInUse(product, await publisher(product));
  });

  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    ask(product, path, { method, headers });
  const bytes = (path: string, headers: Record<string, string> = {}): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      request(`${product.baseUrl}${path}`, { ca: product.ca, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => resolve(Buffer.concat(parts)));
      })
        .on("error", reject)
        .end();
    });

  it("the keys are a JSON Web Key Set, in the envelope, plain, and at the well-known place", async () => {
    const envelope = await get(keysPath);
    expect(envelope.headers["content-type"]).to.equal("application/json; charset=utf-8");
    expect(envelope.headers["cache-control"]).to.equal("no-store");
    expect(envelope.json.success).to.equal(true);
    const wellKnown = await get("/.well-known/jwks.json");
    const plain = await get(keysPath, { Accept: "application/jwk-set+json" });
    for (const answer of [wellKnown, plain]) {
      expect(answer.status).to.equal(200);
      expect(answer.headers["content-type"]).to.equal("application/jwk-set+json");
      expect(answer.headers["cache-control"]).to.equal("public, max-age=300");
      expect(answer.json).to.deep.equal(envelope.json.data);
    }
    expect(wellKnown.json.keys).to.have.length.at.least(2);
    expect((await get("/.well-known/jwks.json", { Accept: "application/json" })).json).to.deep.equal(
      plain.json,
    );
    expect((await get("/.well-known/jwks.json", {}, "HEAD")).text).to.equal("");
    expect((await get("/.well-known/jwks.json", {}, "POST")).status).to.equal(405);
    expect((await get("/.well-known/other")).status).to.equal(404);
    expect(wellKnown.headers["x-request-id"]).to.be.a("string");
    expect(wellKnown.headers.ratelimit).to.be.a("string");
  });

  it("a status list is a token for who asks for one, and an envelope for everyone else", async () => {
    const plain = await get(listPath, { Accept: "application/statuslist+jwt" });
    expect(plain.status).to.equal(200);
    expect(plain.headers["content-type"]).to.equal("application/statuslist+jwt");
    expect(plain.headers["cache-control"]).to.equal("public, max-age=60");
    expect(plain.headers.vary).to.equal("Accept");
    expect(plain.text).to.match(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    for (const accept of [
      undefined,
      "*/*",
      "application/json",
      "application/statuslist+jwt;q=0.5, application/json",
    ]) {
      const { json } = await get(listPath, accept === undefined ? {} : { Accept: accept });
      expect(json.data.listId, accept).to.equal("assets-0");
      expect(json.data.uri).to.equal(`${product.baseUrl}${listPath}`);
    }
    expect((await get(listPath, { Accept: "text/html" })).status).to.equal(406);
    expect((await get(listPath, { Accept: "application/statuslist+jwt;q=0" })).status).to.equal(406);
    const head = await get(listPath, { Accept: "application/statuslist+jwt" }, "HEAD");
    expect(head.text).to.equal("");
    expect(Number(head.headers["content-length"])).to.be.above(100);
  });

  it("a status list that a caller has is not sent again", async () => {
    const headers = { Accept: "application/statuslist+jwt" };
    const tag = (await get(listPath, headers)).headers.etag as string;
    expect(tag).to.match(/^W\/"[\w-]{22}"$/);
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
      const answer = await get(listPath, { ...headers, "If-None-Match": known });
      expect(answer.status, known).to.equal(304);
      expect(answer.text).to.equal("");
      expect(answer.headers.etag).to.equal(tag);
      expect(answer.headers).to.not.have.any.keys("content-type", "content-length");
    }
    expect((await get(listPath, { ...headers, "If-None-Match": 'W/"other"' })).status).to.equal(200);
    expect((await get(listPath, { "If-None-Match": tag })).status, "of the envelope").to.equal(200);
  });

  it("a list that is not there is an error in the envelope, whatever was asked for", async () => {
    const headers = { Accept: "application/statuslist+jwt" };
    const missing = await get("/api/v1/verification/status-lists/assets-999", headers);
    expect(missing.status).to.equal(404);
    expect(missing.json).to.include({ success: false, errorCode: "SVC-4040" });
    expect((await get("/api/v1/verification/status-lists/wallets-0", headers)).json.errorCode).to.equal(
      "SVC-4000",
    );
  });

  it("a revocation list is DER for PKI software, which openssl verifies, and JSON on request", async () => {
    const answer = await get(crlPath);
    expect(answer.headers["content-type"]).to.equal("application/pkix-crl");
    expect(answer.headers.etag).to.match(/^W\/"[0-9a-f]{64}"$/);
    const der = await bytes(crlPath, { Accept: "*/*" });
    const root = `${product.pkiDir}/trust/root.crt`;
    execFileSync("openssl", ["crl", "-inform", "DER", "-noout", "-CAfile", root], {
      input: der,
      stdio: "pipe",
    });
    const { json } = await get(crlPath, { Accept: "application/json" });
    expect(Buffer.from(json.data.revocationList, "base64").equals(der)).to.equal(true);
    const etag = answer.headers.etag as string;
    expect((await get(crlPath, { "If-None-Match": etag })).status).to.equal(304);
  });

  it("a receipt is in the answer when it was asked for, and verifies with the well-known keys", async () => {
    const { assetId, deviceCertificate } = device;
    const body = { assetId, deviceCertificate };
    const path = "/api/v1/verification/authenticity";
    expect((await ask(product, path, { body })).json.data).to.not.have.property("receipt");
    expect((await ask(product, path, { body: { ...body, receipt: false } })).json.data).to.not.have.property(
      "receipt",
    );
    const { json } = await ask(product, path, { body: { ...body, receipt: true } });
    const keys = createLocalJWKSet((await get("/.well-known/jwks.json")).json as JSONWebKeySet);
    const { payload } = await jwtVerify(json.data.receipt, keys, {
      issuer: product.baseUrl,
      typ: "pda-receipt+jwt",
    });
    expect(payload).to.include({ assetId, trusted: true, kind: "authenticity" });
    expect(JSON.stringify(payload)).to.not.match(/wal_|owner|holder/i);
    expect((await ask(product, path, { body: { ...body, receipt: "yes" } })).status).to.equal(400);
  });

  it("asks for the certificate's revocation list where the certificate says", async () => {
    const [leaf = ""] = device.deviceCertificate.split(/(?<=-----END CERTIFICATE-----\n)/);
    const text = execFileSync("openssl", ["x509", "-noout", "-ext", "crlDistributionPoints"], {
      input: leaf,
      encoding: "utf8",
    });
    const [, uri = ""] = /URI:(\S+)/.exec(text) ?? [];
    expect(uri.startsWith(product.baseUrl)).to.equal(true);
    const der = await bytes(uri.slice(product.baseUrl.length));
    const shown = execFileSync("openssl", ["crl", "-inform", "DER", "-noout", "-issuer"], {
      input: der,
      encoding: "utf8",
    });
    expect(shown).to.contain("UID = pub_");
  });
});
