// Each mechanism of the interface makes a call over TLS, and the record of the call names it.
import { createHash, X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { PaymentServiceService } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { batchesInOrder, placedRecords } from "../../src/services/audit/walk.ts";
import { TestIssuer } from "../services/support/issuer.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { accessToken, callerKey, proofOf } from "../support/access-tokens.ts";
import { delegation } from "../support/delegations.ts";
import { boundToken, dpopProof, jwkOf, thumbprintOf } from "../support/dpop-proofs.ts";
import { signed } from "../support/http-signing.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask, type Sent } from "./support/http.ts";
import { Program, signedIn } from "./support/person.ts";
import { eventually, type Merchant, merchant, publisher, type Publisher, service } from "./support/scene.ts";
import { askForToken, assertionOf, ownCertificate } from "./support/token-client.ts";

const payments = "/api/v1/payments";

/** What a record says of the caller. */
interface Caller {
  readonly mechanism: string;
  readonly credentialId?: string;
  readonly tokenBinding?: "mtls" | "dpop";
  readonly clientId?: string;
  readonly sessionId?: string;
  readonly signedBy?: string;
  readonly delegate?: string;
}
type Item = Caller & { readonly requestId: string; readonly operation: string };

describe("the audit record of a call names the mechanism", function () {
  this.timeout(240_000);
  const folder = temporaryDirectory();
  const key = callerKey("EdDSA");
  const delegate = callerKey();
  const wallet = callerKey();
  let issuer: TestIssuer;
  let product: Product;
  let mint: Publisher;
  let shop: Merchant;
  let keyId: string;
  let walletId: string;
  /** What the calls have shown and no record may have. */
  const secrets: string[] = [];

  before(async () => {
    issuer = await TestIssuer.start();
    const file = join(folder.path, "pda.config.yaml");
    const issuers = [{ issuer: issuer.issuer, caFile: issuer.caFile, tenants: ["merchant"] }];
    writeFileSync(file, JSON.stringify({ oauth: { issuers } }));
    product = await Product.start({
      PDA_CONFIG: file,
      PDA_DPOP_NONCE: "off",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
    });
    mint = await publisher(product);
    shop = await merchant(product, mint);
    const proof = await proofOf(key, product.baseUrl, shop.merchantId);
    const rights = { name: "office", scopes: ["payments.read"] };
    const body = { ...rights, publicKey: key.publicKey, proof };
    keyId = (await byOperator(`/merchants/${shop.merchantId}/public-keys`, body)).publicKeyId;
    walletId = (await byOperator("/wallets", { holderKey: jwkOf(wallet) })).walletId;
  });
  after(async () => {
    await product?.stop();
    await issuer?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const byOperator = async (path: string, body: object) => {
    const answer = await ask(product, `/api/v1${path}`, { key: product.operatorKey, body });
    expect(answer.status, answer.text).to.equal(201);
    return answer.json.data;
  };
  const certified = async (path: string, scope: string) => {
    const own = newKey();
    const body = { certificateSigningRequest: newRequest(own), scopes: [scope] };
    const { certificateId, certificateChain: cert } = await byOperator(path, body);
    return { certificateId, asClient: { cert, key: own } };
  };
  const list = async (query: string): Promise<Item[]> => {
    const path = `/api/v1/audit/records?pageSize=200&${query}`;
    return (await ask(product, path, { key: product.operatorKey })).json.data.items;
  };
  const callerOf = (item: Item): Caller => {
    const { mechanism, credentialId, tokenBinding, clientId, sessionId, signedBy, delegate: by } = item;
    const caller = { mechanism, credentialId, tokenBinding, clientId, sessionId, signedBy, delegate: by };
    return JSON.parse(JSON.stringify(caller)) as Caller;
  };
  const requireRecord = async (requestId: unknown, says: Caller): Promise<void> => {
    const item = await eventually(`the record that says ${says.mechanism}`, async () =>
      (await list("")).find((each) => each.requestId === requestId),
    );
    expect(callerOf(item)).to.deep.equal(says);
  };
  /** Calls, and compares what the record of the call says with what it has to say. */
  const called = async (
    {
      asClient,
      path = payments,
      ...sent
    }: Sent & {
      readonly asClient?: { readonly cert: string; readonly key: string };
      readonly path?: string;
    },
    says: Caller,
  ): Promise<void> => {
    const { baseUrl, ca } = product;
    const sentSecret = sent.key ?? sent.headers?.Authorization?.replace("DPoP ", "");
    if (sentSecret !== undefined) secrets.push(sentSecret);
    const answer = await ask({ baseUrl, ca, ...(asClient ? { asClient } : {}) }, path, sent);
    expect(answer.status, answer.text).to.equal(200);
    await requireRecord(answer.headers["x-request-id"], says);
  };
  const bound = async (by: typeof key, token: string, path = payments) => ({
    path,
    headers: {
      Authorization: `DPoP ${token}`,
      DPoP: await dpopProof(by, { url: `${product.baseUrl}${path}`, token }),
    },
  });
  const signing = (by: typeof key, kid: string, { path = payments, headers = {} } = {}) => ({
    path,
    headers: signed(
      { method: "GET", url: `${product.baseUrl}${path}`, headers },
      { key: by.privateKey, keyId: kid },
    ),
  });

  it("for no credential", () => called({ path: "/api/v1/server-info" }, { mechanism: "anonymous" }));

  it("for an API key", async () => {
    await called({ key: shop.key }, { mechanism: "api_key", credentialId: shop.apiKeyId });
  });

  it("for an API key with a signature beside it", async () => {
    const sent = signing(key, keyId, { headers: { authorization: `Bearer ${shop.key}` } });
    await called(sent, { mechanism: "api_key", credentialId: shop.apiKeyId, signedBy: keyId });
  });

  it("for a certificate of a merchant, and for one of a publisher", async () => {
    const own = await certified(`/merchants/${shop.merchantId}/certificates`, "payments.read");
    await called(own, { mechanism: "merchant_certificate", credentialId: own.certificateId });
    const path = `/publishers/${mint.publisherId}`;
    const press = await certified(`${path}/access-certificates`, "publishers.read");
    const says = { mechanism: "publisher_certificate", credentialId: press.certificateId };
    await called({ ...press, path: `/api/v1${path}` }, says);
  });

  it("for a certificate of an internal service, on gRPC", async () => {
    const files = await service(product, "books", { scopes: ["payments.read"] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const { path } = PaymentServiceService.listPayments;
    await eventually("the grant is read", async () => (await grpc.call(path)).code === status.OK);
    const credentialId = "spiffe://pda.internal/service/books";
    const found = await eventually("the record", async () => {
      const items = await list(`credentialId=${encodeURIComponent(credentialId)}`);
      return items.length > 0 && items;
    });
    for (const item of found)
      expect(callerOf(item)).to.deep.equal({ mechanism: "service_certificate", credentialId });
  });

  it("for a JWT that a key has signed for one call", async () => {
    const token = await accessToken(key, { kid: keyId, aud: product.baseUrl });
    await called({ key: token }, { mechanism: "self_signed_jwt", credentialId: keyId });
  });

  it("for a JWT that is bound to a key, of a merchant and of a holder", async () => {
    const token = await boundToken(key, product.baseUrl, { kid: keyId });
    const says = { mechanism: "bound_jwt", tokenBinding: "dpop" } as const;
    await called(await bound(key, token), { ...says, credentialId: keyId });
    const path = `/api/v1/wallets/${walletId}`;
    const own = await bound(wallet, await boundToken(wallet, product.baseUrl), path);
    await called(own, { ...says, credentialId: await thumbprintOf(wallet) });
  });

  it("for a delegation", async () => {
    const to = await thumbprintOf(delegate);
    const details = { operations: ["ListPayments"] };
    const token = await delegation(key, { kid: keyId, aud: product.baseUrl, to }, { details });
    const says = {
      mechanism: "delegation",
      credentialId: keyId,
      tokenBinding: "dpop",
      delegate: to,
    } as const;
    await called(await bound(delegate, token), says);
  });

  it("for a signature alone, of a merchant and of a holder", async () => {
    const says = (id: string) => ({ mechanism: "request_signature", credentialId: id, signedBy: id });
    await called(signing(key, keyId), says(keyId));
    const name = await thumbprintOf(wallet);
    await called(signing(wallet, name, { path: `/api/v1/wallets/${walletId}` }), says(name));
  });

  it("for an access token of the embedded authorisation server, and for how its client got it", async () => {
    const says = { mechanism: "embedded_access_token", credentialId: keyId, clientId: keyId };
    const assertion = () => assertionOf(key, { clientId: keyId, aud: product.baseUrl });
    const asClient = await ownCertificate();
    const given = await askForToken(product, await assertion(), { asClient });
    await requireRecord(given.headers["x-request-id"], { mechanism: "self_signed_jwt", credentialId: keyId });
    await called({ key: given.json.access_token, asClient }, { ...says, tokenBinding: "mtls" });
    const proof = await dpopProof(key, { method: "POST", url: `${product.baseUrl}/oauth/token` });
    const { json } = await askForToken(product, await assertion(), { proof });
    await called(await bound(key, json.access_token), { ...says, tokenBinding: "dpop" });
    const own = await certified(`/merchants/${shop.merchantId}/certificates`, "payments.read");
    const credentialId = own.certificateId;
    const byCertificate = await askForToken(product, undefined, {
      asClient: { ...own.asClient, thumbprint: "" },
      form: { client_id: credentialId },
    });
    const name = byCertificate.headers["x-request-id"];
    await requireRecord(name, { mechanism: "merchant_certificate", credentialId });
  });

  it("for an access token of a trusted issuer: bound to nothing, to a certificate, to a key", async () => {
    const { host, pathname } = new URL(issuer.issuer);
    const says = {
      mechanism: "issuer_access_token",
      credentialId: `${host}${pathname}#client-1`,
      clientId: "client-1",
    };
    const token = (claims = {}) =>
      issuer.token(shop.merchantId, { claims: { aud: product.baseUrl, ...claims } });
    await called({ key: await token() }, says);
    const asClient = issuer.clientCertificate;
    const fingerprint = createHash("sha256").update(new X509Certificate(asClient.cert).raw);
    const ofCertificate = await token({ cnf: { "x5t#S256": fingerprint.digest("base64url") } });
    await called({ key: ofCertificate, asClient }, { ...says, tokenBinding: "mtls" });
    const ofKey = await token({ cnf: { jkt: await thumbprintOf(delegate) } });
    await called(await bound(delegate, ofKey), { ...says, tokenBinding: "dpop" });
  });

  it("for the session of a person, whose calls a search by the session finds", async () => {
    const { stdout } = await product.pda("keys", "create", "--name", "help desk", "--role", "support");
    const credentialId = /key_[0-9a-z]{26}/.exec(stdout)?.[0] as string;
    const { browser, sessionId } = await signedIn(product, credentialId);
    const program = await Program.of(product);
    const tokens = await program.tokens(await program.allowedBy(browser));
    expect((await program.call(tokens.access_token)).status).to.equal(200);
    const says = { mechanism: "session", credentialId, sessionId };
    const clientId = "command-line";
    const expected: Record<string, Caller> = {
      OpenSignInLink: says,
      AllowProgram: { ...says, clientId },
      IssueSessionToken: { ...says, clientId },
      ListPayments: { ...says, clientId, tokenBinding: "dpop" },
    };
    const found = await eventually("the records of the session", async () => {
      const items = await list(`sessionId=${sessionId}`);
      return items.some(({ operation }) => operation === "ListPayments") && items;
    });
    expect(Object.fromEntries(found.map((item) => [item.operation, callerOf(item)]))).to.deep.equal(expected);
    const printed = await product.pda("audit", "list", "--session", sessionId);
    expect(printed.code, printed.stderr).to.equal(0);
    expect(printed.stdout.trim().split("\n")).to.have.length(1 + found.length);
    expect(printed.stdout).to.include(`session dpop client command-line ${sessionId}`);
  });

  it("in a log that verifies, and that has no key and no token", async () => {
    const { code, stdout } = await product.pda("audit", "verify");
    expect(code, stdout).to.equal(0);
    const text = await eventually("all records have a position", async () => {
      const all = await product.store().snapshot(async (read) => {
        const found: string[] = [];
        for await (const batch of batchesInOrder(read))
          found.push(...placedRecords(batch).map(({ bytes }) => bytes.toString()));
        return found;
      });
      return (
        all.some((each) => each.includes('"operation":"ListPayments"') && each.includes('"session"')) &&
        all.join()
      );
    });
    expect(secrets.length).to.be.at.least(10);
    for (const secret of secrets) expect(text).to.not.include(secret.slice(-30));
  });
});
