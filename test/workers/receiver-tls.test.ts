// What deliveries show receivers over TLS, how they are signed for receivers that read RFC 9421, and what the history says of TLS that fails.
import { createPublicKey, hash, type JsonWebKey, verify, X509Certificate } from "node:crypto";
import { createServer } from "node:net";
import { expect } from "chai";
import { type Credential, createRoot, issueLeaf } from "../../src/pki/authority.ts";
import { authenticationOf, type GivenAuthentication } from "../../src/services/webhook/authentication.ts";
import { storeAuthentication } from "../../src/services/webhook/authentication.ts";
import { selfSigned } from "../services/support/openssl.ts";
import { webhookPolicy } from "../services/support/webhooks.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

describe("the TLS of deliveries", function () {
  this.timeout(120_000);
  let deliveries: Deliveries;
  let clients: Credential;
  before(async () => {
    deliveries = await Deliveries.start();
    deliveries.worker();
    clients = await createRoot("clients of the shop", 2);
  });
  after(() => deliveries[Symbol.asyncDispose]());

  const clientLeaf = (days = 1): Promise<Credential> =>
    issueLeaf(clients, { commonName: "pda", dns: ["pda.example"], ip: [], usages: ["client"], days });
  const certificate = ({ cert, key }: Credential): GivenAuthentication =>
    authenticationOf(
      { webhooks: webhookPolicy },
      { method: { $case: "clientCertificate", value: { certificateChain: cert, privateKey: key } } },
    ) as GivenAuthentication;
  const fingerprintOf = ({ cert }: Credential): string => new X509Certificate(cert).fingerprint256;
  const demanding = (more: object = {}): Promise<Receiver> =>
    Receiver.start(polite, deliveries.root, {
      ...more,
      requestCert: true,
      rejectUnauthorized: true,
      ca: clients.cert,
    });
  const attempt = async (endpoint: CreatedEndpoint) => {
    await eventually("an attempt", async () => (await deliveries.attemptsOf(endpoint)).length > 0);
    const [first] = await deliveries.attemptsOf(endpoint);
    return { error: first?.error, tls_error: first?.tls_error };
  };
  const replace = (endpoint: CreatedEndpoint, given: GivenAuthentication | undefined): Promise<void> =>
    deliveries.store.transact(async (tx) => {
      await tx.webhooks.lock({ kind: "all" }, endpoint.webhookId);
      await storeAuthentication(tx, deliveries, endpoint.webhookId, given);
      await tx.webhooks.touch(endpoint.webhookId);
    });

  it("shows an endpoint's certificate to a receiver that demands one, in verifications, events and tests", async () => {
    await using shop = await demanding();
    const [first, second] = [await clientLeaf(), await clientLeaf()];
    const endpoint = await deliveries.endpoint(
      { url: shop.url() },
      { verified: false, authentication: certificate(first) },
    );
    await eventually("verified", async () => (await deliveries.stateOf(endpoint)).status === "enabled");
    await deliveries.happen(endpoint.merchantId, 1);
    const { webhookId, merchantId } = endpoint;
    await deliveries.store.transact((tx) =>
      tx.webhookTests.insert(
        { eventId: "evt_01h455vb4pex5vsknk084sn02q", webhookId, type: "payment.completed" },
        merchantId,
      ),
    );
    await eventually("all came", () => shop.received.length === 3);
    expect(shop.received.map(({ client }) => client)).to.deep.equal(Array(3).fill(fingerprintOf(first)));
    await replace(endpoint, certificate(second));
    await eventually("the other certificate is shown", async () => {
      await deliveries.happen(merchantId, 1);
      return shop.received.at(-1)?.client === fingerprintOf(second);
    });
  });

  it("shows no certificate of one endpoint for another endpoint of the same receiver", async () => {
    await using shop = await Receiver.start(polite, deliveries.root, {
      requestCert: true,
      rejectUnauthorized: false,
    });
    const leaves = [await clientLeaf(), await clientLeaf()];
    const [with1, with2, without] = await Promise.all([
      deliveries.endpoint(
        { url: `${shop.url()}/1` },
        { authentication: certificate(leaves[0] as Credential) },
      ),
      deliveries.endpoint(
        { url: `${shop.url()}/2` },
        { authentication: certificate(leaves[1] as Credential) },
      ),
      deliveries.endpoint({ url: `${shop.url()}/3` }),
    ]);
    for (let turn = 0; turn < 3; turn++)
      await Promise.all([with1, with2, without].map(({ merchantId }) => deliveries.happen(merchantId, 3)));
    await eventually("all came", () => shop.received.length === 27);
    const shown = Map.groupBy(shop.received, ({ path }) => path.at(-1));
    for (const [path, expected] of [
      ["1", fingerprintOf(leaves[0] as Credential)],
      ["2", fingerprintOf(leaves[1] as Credential)],
      ["3", undefined],
    ] as const)
      expect(new Set(shown.get(path)?.map(({ client }) => client)), path).to.deep.equal(new Set([expected]));
  });

  it("fails without the certificate that a receiver demands, and the history says so", async () => {
    await using shop = await demanding({ minVersion: "TLSv1.2", maxVersion: "TLSv1.2" });
    await using newer = await demanding();
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    const other = await deliveries.endpoint({ url: newer.url() });
    for (const { merchantId } of [endpoint, other]) await deliveries.happen(merchantId, 1);
    const { error, tls_error } = await attempt(endpoint);
    expect(error).to.equal("TLS");
    expect(tls_error).to.match(/HANDSHAKE_FAILURE/);
    // With TLS 1.3 the alert comes after the handshake, and races with the end of the connection.
    expect((await attempt(other)).error).to.be.oneOf(["TLS", "RESET"]);
    expect([...shop.received, ...newer.received]).to.deep.equal([]);
  });

  const leafOf = async (root: Credential, over: object = {}): Promise<{ cert: string; key: string }> => {
    const { cert, key } = await issueLeaf(root, {
      commonName: "shop.example",
      dns: ["shop.example"],
      ip: [],
      usages: ["server"],
      days: 1,
      ...over,
    });
    return { cert, key };
  };
  const otherRoot = createRoot("unknown", 2);
  const failing: [what: string, word: string, options: (root: Credential) => Promise<object>][] = [
    [
      "has expired",
      "CERT_HAS_EXPIRED",
      (root) => leafOf(root, { now: new Date(Date.now() - 20 * 86_400_000), days: 10 }),
    ],
    [
      "names another host",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      (root) => leafOf(root, { dns: ["other.example"] }),
    ],
    ["is from an unknown authority", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", async () => leafOf(await otherRoot)],
    [
      "is that of an authority",
      "INVALID_PURPOSE",
      async () => {
        const { cert, key } = await createRoot("shop.example", 1);
        return { cert, key };
      },
    ],
    ["has signed itself", "DEPTH_ZERO_SELF_SIGNED_CERT", async () => selfSigned("shop.example")],
    [
      "comes with its unknown authority",
      "SELF_SIGNED_CERT_IN_CHAIN",
      async () => {
        const root = await otherRoot;
        const { cert, key } = await leafOf(root);
        return { cert: cert + root.cert, key };
      },
    ],
  ];
  for (const [what, word, options] of failing)
    it(`sends nothing to a receiver whose certificate ${what}: ${word}`, async () => {
      await using shop = await Receiver.start(polite, deliveries.root, await options(deliveries.root));
      const endpoint = await deliveries.endpoint({ url: shop.url() });
      await deliveries.happen(endpoint.merchantId, 1);
      expect(await attempt(endpoint)).to.deep.equal({ error: "TLS", tls_error: word });
      expect(shop.received).to.deep.equal([]);
    });

  it("refuses TLS 1.1, and what is no TLS at all", async () => {
    await using old = await Receiver.start(polite, deliveries.root, {
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    const plain = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("220 mail.example ESMTP\r\n");
      socket.on("data", () => socket.destroy());
    });
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const { port } = plain.address() as { port: number };
    const endpoints = await Promise.all([
      deliveries.endpoint({ url: old.url() }),
      deliveries.endpoint({ url: `https://shop.example:${port}/` }),
    ]);
    for (const { merchantId } of endpoints) await deliveries.happen(merchantId, 1);
    const [tooOld, none] = await Promise.all(endpoints.map(attempt));
    expect([tooOld?.error, none?.error]).to.deep.equal(["TLS", "TLS"]);
    expect(tooOld?.tls_error).to.match(/PROTOCOL/);
    expect(none?.tls_error).to.match(/^ERR_SSL_[A-Z0-9_]+$/);
    plain.close();
  });

  it("says nothing of TLS about other failures", async () => {
    await using shop = await Receiver.start(
      (_, response) => void response.writeHead(500).end(),
      deliveries.root,
    );
    const endpoint = await deliveries.endpoint({ url: shop.url() });
    await deliveries.happen(endpoint.merchantId, 1);
    expect(await attempt(endpoint)).to.deep.equal({ error: "STATUS", tls_error: null });
  });

  it("signs as RFC 9421 says where the endpoint wants it, with the key that v1a uses, and not elsewhere", async () => {
    await using shop = await Receiver.start(polite, deliveries.root);
    const endpoint = await deliveries.endpoint(
      { url: `${shop.url()}?shop=1`, httpSignature: true },
      { verified: false },
    );
    const other = await deliveries.endpoint({ url: `${shop.url()}/other` });
    await eventually("verified", async () => (await deliveries.stateOf(endpoint)).status === "enabled");
    for (const { merchantId } of [endpoint, other]) await deliveries.happen(merchantId, 1);
    await eventually("all came", () => shop.received.length === 3);
    const [key] = deliveries.signingKeys.published().filter(({ purpose }) => purpose === "webhook");
    const publicKey = createPublicKey({ key: key?.publicKey as JsonWebKey, format: "jwk" });
    const signed = shop.received.filter(({ path }) => path.includes("shop=1"));
    expect(signed).to.have.length(2);
    for (const { headers, body, path } of signed) {
      const digest = `sha-256=:${hash("sha256", body, "base64")}:`;
      expect(headers["content-digest"]).to.equal(digest);
      const [, params = ""] = /^webhook=(.+)$/.exec(String(headers["signature-input"])) ?? [];
      expect(params).to.match(
        /^\("@method" "@target-uri" "content-digest" "content-type" "webhook-id"\);created=\d+;keyid="[\w-]{43}";alg="ed25519";tag="pda-webhook"$/,
      );
      expect(params).to.include(`keyid="${key?.keyId}"`);
      const base = [
        `"@method": POST`,
        `"@target-uri": https://shop.example:${shop.port}${path}`,
        `"content-digest": ${digest}`,
        `"content-type": application/cloudevents+json; charset=utf-8`,
        `"webhook-id": ${String(headers["webhook-id"])}`,
        `"@signature-params": ${params}`,
      ].join("\n");
      const [, signature = ""] = /^webhook=:(.+):$/.exec(String(headers.signature)) ?? [];
      expect(verify(null, Buffer.from(base), publicKey, Buffer.from(signature, "base64"))).to.equal(true);
      expect(headers["webhook-signature"], "v1 alone").to.match(/^v1,\S+$/);
    }
    const [unsigned] = shop.received.filter(({ path }) => path.endsWith("/other"));
    expect(unsigned?.headers).not.to.have.any.keys("signature", "signature-input", "content-digest");
  });
});
