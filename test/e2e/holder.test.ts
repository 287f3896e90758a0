// Holders that call by their own keys, over REST on two gateways and two cores: no key of an operator or a merchant is theirs.
import { KeyObject, randomBytes } from "node:crypto";
import { Agent, request as httpsRequest } from "node:https";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { createPdaClient, PdaError, type PdaClient } from "../../clients/typescript/src/index.ts";
import { holderKey, type KeyPair, newKeyPair, signPayment } from "../../src/cli/demo/keys.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { keyThumbprint, signStatement } from "../support/holder-signatures.ts";
import { type CallerKey, callerKey } from "../support/access-tokens.ts";
import { boundToken, dpopProof } from "../support/dpop-proofs.ts";
import { EventStream } from "../support/event-stream.ts";
import { signed } from "../support/http-signing.ts";
import { Receiver } from "../support/receiver.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { Product } from "../support/product.ts";
import { ask } from "./support/http.ts";
import {
  eventually,
  createPayment,
  type Merchant,
  merchant,
  type Publisher,
  publisher,
  service,
} from "./support/scene.ts";

interface App {
  readonly client: PdaClient;
  readonly keys: KeyPair;
  readonly key: KeyObject;
  readonly walletId: string;
}

describe("holders over REST", function () {
  this.timeout(240_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  const clients: PdaClient[] = [];

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_PROCESSES: "2",
      PDA_CORE_PROCESSES: "2",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "100000",
    });
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await product?.stop();
  });

  const clientOf = (key: KeyObject): PdaClient => {
    const client = createPdaClient({
      baseUrl: product.baseUrl,
      ca: product.ca,
      apiKey: "",
      signature: { privateKey: key },
    });
    clients.push(client);
    return client;
  };
  /** An application of a holder: a key, and the wallet that the key itself creates. */
  const app = async (): Promise<App> => {
    const keys = await newKeyPair();
    const key = KeyObject.from(keys.privateKey);
    const client = clientOf(key);
    const { data } = await client.POST("/api/v1/wallets", { body: { holderKey: await holderKey(keys) } });
    return { client, keys, key, walletId: data.walletId };
  };
  const refusal = async (call: Promise<unknown>): Promise<unknown[]> => {
    try {
      await call;
    } catch (error) {
      if (error instanceof PdaError)
        return [error.status, error.errorCode, error.errors[0]?.reason, error.message];
      throw error;
    }
    throw new Error("the call succeeded");
  };
  const balance = async ({ client, walletId }: App): Promise<string> => {
    const { data } = await client.GET("/api/v1/wallets/{walletId}/balances", {
      params: { path: { walletId } },
    });
    return data.items[0]?.amount ?? "0";
  };

  it("create their wallet, receive value, pay and see it, by their key alone", async () => {
    const ann = await app();
    const { client, keys, walletId } = ann;
    const fund = { walletId, assetType: issuer.assetType, amount: "20" };
    const issued = await ask(product, `/api/v1/publishers/${issuer.publisherId}/issuances`, {
      key: product.operatorKey,
      body: fund,
    });
    expect(issued.status, issued.text).to.equal(201);
    expect(await balance(ann)).to.equal("20");

    const { paymentId } = await createPayment(shop, issuer, "7.5");
    const { reference } = (
      await shop.api.POST("/api/v1/payments/{paymentId}/reference", { params: { path: { paymentId } } })
    ).data;
    const { data } = await client.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
      params: { path: { walletId, reference } },
    });
    const paid = await client.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
      params: { path: { walletId, paymentId } },
      body: { authorization: await signPayment(keys, data) },
    });
    expect(paid.data.status).to.equal("completed");
    expect(await balance(ann)).to.equal("12.5");
    const statement = await client.GET("/api/v1/wallets/{walletId}/transactions", {
      params: { path: { walletId } },
    });
    expect(statement.data.items).to.have.length(2);
  });

  it("get their events by list, wait, stream and webhook, by their key alone, until the key is another one", async () => {
    const ann = await app();
    const ben = await app();
    const { client, key, walletId } = ann;
    const issuance = { walletId, assetType: issuer.assetType, amount: "20" };
    await ask(product, `/api/v1/publishers/${issuer.publisherId}/issuances`, {
      key: product.operatorKey,
      body: issuance,
    });
    const pay = async (): Promise<string> => {
      const { paymentId } = await createPayment(shop, issuer, "1");
      const path = { paymentId };
      const { data: made } = await shop.api.POST("/api/v1/payments/{paymentId}/reference", {
        params: { path },
      });
      const { data } = await client.GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", {
        params: { path: { walletId, reference: made.reference } },
      });
      await client.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
        params: { path: { walletId, paymentId } },
        body: { authorization: await signPayment(ann.keys, data) },
      });
      return paymentId;
    };
    await using receiver = await Receiver.startPlain();
    const { data: created } = await client.POST("/api/v1/events/webhooks", {
      body: { url: receiver.plainUrl, eventTypes: ["payment.completed"] },
    });
    const { webhookId } = created.webhook;
    expect(created.webhook.walletId).to.equal(walletId);
    await eventually("the endpoint is enabled", async () => {
      const { data } = await client.GET("/api/v1/events/webhooks/{webhookId}", {
        params: { path: { webhookId } },
      });
      return data.enabled;
    });
    const url = `${product.baseUrl}/api/v1/events/stream`;
    const keyId = await keyThumbprint(ann.keys);
    const stream = await EventStream.open({
      baseUrl: product.baseUrl,
      ca: product.ca,
      headers: signed({ method: "GET", url }, { key, keyId }),
    });
    expect(stream.status).to.equal(200);
    const query = { waitSeconds: 20, pageToken: "latest" };
    const waiting = client.GET("/api/v1/events", { params: { query } });
    const paymentId = await pay();
    const { data: page } = await waiting;
    expect(page.items.map(({ type, subject }) => [type, subject])).to.deep.equal([
      ["payment.completed", paymentId],
    ]);
    const [event] = page.items;
    await eventually("the stream has it", async () => stream.frames.length === 1);
    expect(stream.frames[0]?.data).to.deep.equal(event);
    await eventually("the receiver has it", async () => receiver.events.length === 1);
    new Webhook(created.secret).verify(
      receiver.received.at(-1)?.body ?? "",
      receiver.received.at(-1)?.headers as Record<string, string>,
    );
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).to.deep.equal(event);
    expect((await ben.client.GET("/api/v1/events")).data.items).to.deep.equal([]);
    const theirs = { params: { path: { eventId: event?.id ?? "" } } };
    expect((await refusal(ben.client.GET("/api/v1/events/{eventId}", theirs)))[0]).to.equal(404);

    const next = await newKeyPair();
    const claims = { walletId, oldKey: keyId, newKey: await keyThumbprint(next) };
    await client.POST("/api/v1/wallets/{walletId}/keys/rotate", {
      params: { path: { walletId } },
      body: {
        holderKey: await holderKey(next),
        authorization: await signStatement(ann.keys, "pda-rotate+jws", { aud: product.baseUrl, ...claims }),
        proof: await signStatement(next, "pda-rotate+jws", { aud: product.baseUrl, ...claims }),
      },
    });
    await stream.ended;
    const again = clientOf(KeyObject.from(next.privateKey));
    expect((await again.GET("/api/v1/events")).data.items, "the events stay the wallet's").to.deep.equal([
      event,
    ]);
  });

  it("get their events on gRPC, with a JWT that is bound to their key", async () => {
    const ann = await app();
    using grpc = new RawGrpc(
      product.coreAddress,
      credentials(product, await service(product, "an-app", { scopes: [] })),
    );
    const key: CallerKey = { ...callerKey("ES256"), privateKey: ann.key };
    const token = await boundToken(key, product.baseUrl);
    const first = await ask(product, "/api/v1/events", {
      headers: {
        Authorization: `DPoP ${token}`,
        DPoP: await dpopProof(key, { url: `${product.baseUrl}/api/v1/events`, token }),
      },
    });
    const nonce = String(first.headers["dpop-nonce"]);
    const call = async (method: string): Promise<number> => {
      const path = `/pda.event.v1.${method}`;
      const proof = { method: "POST", url: `${product.baseUrl}${path}`, token, nonce };
      const metadata = { authorization: `DPoP ${token}`, dpop: await dpopProof(key, proof) };
      return (await grpc.call(path, new Uint8Array(), metadata)).code;
    };
    expect(await call("EventService/ListEvents")).to.equal(status.OK);
    expect(await call("WebhookService/ListWebhooks")).to.equal(status.OK);
  });

  it("learn what became of a request by its idempotency key, also of the one that created the wallet", async () => {
    const keys = await newKeyPair();
    const client = clientOf(KeyObject.from(keys.privateKey));
    const idempotencyKey = newId("request");
    const { data } = await client.POST("/api/v1/wallets", {
      body: { holderKey: await holderKey(keys) },
      params: { header: { "Idempotency-Key": idempotencyKey } },
    });
    const outcome = await client.GET("/api/v1/idempotency/{idempotencyKey}", {
      params: { path: { idempotencyKey } },
    });
    expect(outcome.data).to.include({
      operation: "CreateWallet",
      status: "completed",
      resourceId: data.walletId,
    });
    const other = await app();
    expect(
      (
        await refusal(
          other.client.GET("/api/v1/idempotency/{idempotencyKey}", { params: { path: { idempotencyKey } } }),
        )
      )[0],
    ).to.equal(404);
  });

  it("read the records of their own calls, and of nobody else's", async () => {
    const [ann, ben] = [await app(), await app()];
    await balance(ann);
    const records = async ({ client }: App) => (await client.GET("/api/v1/audit/records")).data.items;
    const [record] = await eventually("the record", async () => {
      const found = await records(ann);
      return found.some(({ operation }) => operation === "ListBalances") && found;
    });
    for (const { tenantId, signedBy, caller } of await records(ann))
      expect([tenantId, signedBy, caller]).to.deep.equal([
        ann.walletId,
        await keyThumbprint(ann.keys),
        "wallet",
      ]);
    const path = { recordId: record?.recordId ?? "" };
    const { data } = await ann.client.GET("/api/v1/audit/records/{recordId}", { params: { path } });
    expect(data.proof.canonicalRecord).to.include(path.recordId);
    const [status] = await refusal(ben.client.GET("/api/v1/audit/records/{recordId}", { params: { path } }));
    expect(status).to.equal(404);
  });

  it("see nothing of other wallets, whether they exist or not, and nothing of merchants", async () => {
    const [ann, ben] = [await app(), await app()];
    for (const path of [
      "/api/v1/wallets/{walletId}",
      "/api/v1/wallets/{walletId}/balances",
      "/api/v1/wallets/{walletId}/assets",
      "/api/v1/wallets/{walletId}/transactions",
      "/api/v1/wallets/{walletId}/keys",
    ] as const) {
      const about = (walletId: string) => ann.client.GET(path, { params: { path: { walletId } } });
      expect((await about(ann.walletId)).success).to.equal(true);
      const others = [await refusal(about(ben.walletId)), await refusal(about(newId("wallet")))];
      expect(others[0]?.slice(0, 3)).to.deep.equal([403, "SVC-4030", "OTHER_TENANT"]);
      expect(others[1]).to.deep.equal(others[0]);
    }
    expect((await refusal(ann.client.GET("/api/v1/payments"))).slice(0, 3)).to.deep.equal([
      403,
      "SVC-4030",
      "SCOPE_MISSING",
    ]);
  });

  it("cannot create the wallet of somebody else's key, nor one without a signature", async () => {
    const [mine, theirs] = [await newKeyPair(), await newKeyPair()];
    const body = { holderKey: await holderKey(theirs) };
    const call = clientOf(KeyObject.from(mine.privateKey)).POST("/api/v1/wallets", { body });
    expect((await refusal(call)).slice(0, 3)).to.deep.equal([401, "SVC-4011", "REQUEST_SIGNATURE_REFUSED"]);
    const unsigned = await ask(product, "/api/v1/wallets", { body });
    expect([unsigned.status, unsigned.json.errors[0].reason]).to.deep.equal([401, "CREDENTIAL_MISSING"]);
    expect(unsigned.headers["accept-signature"]).to.match(
      /^sig=\("@method" "@target-uri" "content-digest"\)/,
    );
    // An operator may still create wallets for holders.
    expect((await ask(product, "/api/v1/wallets", { key: product.operatorKey, body })).status).to.equal(201);
  });

  it("get the answer of a lost creation again, and are told when the wallet exists", async () => {
    const keys = await newKeyPair();
    const client = clientOf(KeyObject.from(keys.privateKey));
    const create = (key: string) =>
      client.POST("/api/v1/wallets", {
        body: { holderKey: members },
        headers: { "Idempotency-Key": key },
      });
    const members = await holderKey(keys);
    const first = await create("first");
    expect((await create("first")).data).to.deep.equal(first.data);
    expect((await refusal(create("second"))).slice(0, 2)).to.deep.equal([409, "SVC-4090"]);
  });

  it("call by the present key only", async () => {
    const { client, keys, walletId } = await app();
    const next = await newKeyPair();
    const claims = {
      aud: product.baseUrl,
      walletId,
      oldKey: await keyThumbprint(keys),
      newKey: await keyThumbprint(next),
    };
    await client.POST("/api/v1/wallets/{walletId}/keys/rotate", {
      params: { path: { walletId } },
      body: {
        holderKey: await holderKey(next),
        authorization: await signStatement(keys, "pda-rotate+jws", claims),
        proof: await signStatement(next, "pda-rotate+jws", claims),
      },
    });
    const read = (by: PdaClient) => by.GET("/api/v1/wallets/{walletId}", { params: { path: { walletId } } });
    expect((await refusal(read(client))).slice(0, 3)).to.deep.equal([
      401,
      "SVC-4011",
      "REQUEST_SIGNATURE_REFUSED",
    ]);
    expect((await read(clientOf(KeyObject.from(next.privateKey)))).data.walletId).to.equal(walletId);
  });

  it("have each signed request accepted once, of 100 at once over all gateways and cores", async () => {
    const { key, keys, walletId } = await app();
    const url = `${product.baseUrl}/api/v1/wallets/${walletId}`;
    const parameters = { nonce: randomBytes(16).toString("base64url") };
    const headers = signed({ method: "GET", url }, { key, keyId: await keyThumbprint(keys), parameters });
    // A connection for each request, so that both gateways get some.
    using agent = Object.assign(new Agent({ ca: product.ca, keepAlive: false }), {
      [Symbol.dispose]: () => agent.destroy(),
    });
    const statuses = await Promise.all(
      Array.from(
        { length: 100 },
        () =>
          new Promise<number>((resolve, reject) => {
            const sent = httpsRequest(url, { headers, agent }, (response) => {
              response.resume().on("end", () => resolve(response.statusCode ?? 0));
            });
            sent.on("error", reject).end();
          }),
      ),
    );
    expect(statuses.filter((status) => status === 200)).to.have.length(1);
    expect(statuses.filter((status) => status === 401)).to.have.length(99);
  });
});
