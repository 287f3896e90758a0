// The core as it is: server, pipeline, handlers and database, asked by both paths.
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import {
  CreatePaymentRequest,
  CreatePaymentResponse,
  GetPaymentRequest,
} from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { logger } from "../../src/logger.ts";
import type { CallContext } from "../../src/rpc/call.ts";
import type { CoreClient } from "../../src/rpc/client.ts";
import { Running } from "../../src/rpc/dispatch/running.ts";
import { Failure } from "../../src/rpc/failure.ts";
import { Identity } from "../../src/rpc/identity.ts";
import { Pipeline, type PipelineOptions } from "../../src/rpc/pipeline.ts";
import { KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { type RpcServer, serveRpc } from "../../src/rpc/server.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { Store } from "../../src/store/store.ts";
import { TRUST_DOMAIN } from "../gateway/support/rig.ts";
import { fixedTls } from "../support/fixed-tls.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { testDatabase } from "../support/postgres.ts";
import { asMerchant, operator } from "../support/service.ts";
import { CREATE, context, GET, Scene } from "./support/scene.ts";

/** Knows which path its calls came by. */
class Watched extends Pipeline {
  streamed = 0;

  override call(...call: Parameters<Pipeline["call"]>): ReturnType<Pipeline["call"]> {
    if (call[3] instanceof Running) this.streamed += 1;
    return super.call(...call);
  }
}

describe("the core by both paths", function () {
  this.timeout(60_000);
  const stack = new AsyncDisposableStack();
  let server: RpcServer;
  let pipeline: Watched;
  let scene: Scene;
  let clients: { unary: CoreClient; dispatch: CoreClient };
  let merchantId: string;
  let options: PipelineOptions;
  const services = () => paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 });

  before(async () => {
    scene = stack.use(await Scene.start());
    const database = await testDatabase();
    stack.defer(() => database.close());
    const store = new Store({ url: database.url, poolMax: 10, statementTimeoutMs: 30_000 });
    stack.defer(() => store.close());
    const log = logger("test", { level: "silent" });
    const sealer = new Sealer(KeyRing.derivedFrom(randomBytes(32)));
    options = { store, sealer, log, sandbox: true, closedOperations: [] };
    pipeline = new Watched(services(), options);
    server = await serveRpc({
      pipeline,
      identity: new Identity({
        trustDomain: TRUST_DOMAIN,
        grants: { find: () => undefined },
        resolveCredential: () => Promise.reject(new Failure("CREDENTIAL_REFUSED")),
        resolveToken: () => Promise.reject(new Failure("CREDENTIAL_REFUSED")),
      }),
      stillAccepted: () => Promise.reject(new Failure("CREDENTIAL_REFUSED")),
      trustDomain: TRUST_DOMAIN,
      tls: fixedTls(scene.material("core")),
      host: "127.0.0.1",
      port: 0,
      log,
      isReady: () => store.isReachable(),
    });
    stack.defer(() => server.close());
    await assetType(store, await publisher(database.url));
    merchantId = await merchant(store);
    clients = {
      unary: scene.client([server.port], { dispatch: "off" }),
      dispatch: scene.client([server.port]),
    };
    while (pipeline.streamed === 0) await outcome(clients.dispatch.call(GET, new Uint8Array(), context()));
  });
  after(() => stack.disposeAsync());

  const body = (over: Partial<CreatePaymentRequest> = {}): Uint8Array =>
    CreatePaymentRequest.encode(
      CreatePaymentRequest.fromPartial({ amount: "12.5", assetType: "USDX", merchantId, ...over }),
    ).finish();

  async function outcome(call: ReturnType<CoreClient["call"]>): Promise<Record<string, unknown>> {
    try {
      const { response, replayed } = await call;
      return { response: Buffer.from(response).toString("base64"), replayed };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { entry, reason, message, violations, retryAfterSeconds } = error;
      return { entry, reason, message, violations, retryAfterSeconds };
    }
  }

  async function byBoth(path: string, request: Uint8Array, over: Partial<CallContext>) {
    const unary = await outcome(clients.unary.call(path, request, context(over)));
    const before = pipeline.streamed;
    const dispatch = await outcome(clients.dispatch.call(path, request, context(over)));
    expect(pipeline.streamed).to.equal(before + 1);
    return { unary, dispatch };
  }

  it("refuses alike: field rules, scope, tenant, absence, credential, malformed message, key form", async () => {
    const mine = asMerchant(merchantId);
    const unknown = GetPaymentRequest.encode({ paymentId: newId("payment") }).finish();
    const cases: [entry: string, path: string, request: Uint8Array, over: Partial<CallContext>][] = [
      ["INVALID_ARGUMENT", CREATE, body({ amount: "", assetType: "" }), { principal: mine }],
      ["PERMISSION_DENIED", CREATE, body(), { principal: asMerchant(merchantId, ["payments.read"]) }],
      ["PERMISSION_DENIED", CREATE, body({ merchantId: newId("merchant") }), { principal: mine }],
      ["NOT_FOUND", GET, unknown, { principal: mine }],
      ["UNAUTHENTICATED", CREATE, body(), { principal: { ...operator, kind: 1, scopes: [] } }],
      ["INVALID_ARGUMENT", CREATE, Buffer.from([0x0a, 0xff]), { principal: mine }],
      ["INVALID_IDEMPOTENCY_KEY", CREATE, body(), { principal: mine, idempotencyKey: "" }],
    ];
    for (const [entry, path, request, over] of cases) {
      const { unary, dispatch } = await byBoth(path, request, over);
      expect(unary).to.include({ entry });
      expect(dispatch).to.deep.equal(unary);
    }
  });

  it("replays on one path what was asked on the other, and refuses the key for another request", async () => {
    const over = { principal: asMerchant(merchantId), idempotencyKey: "one" };
    const { unary, dispatch } = await byBoth(CREATE, body(), over);
    expect(unary.replayed).to.equal(false);
    expect(dispatch).to.deep.equal({ ...unary, replayed: true });
    const reused = await byBoth(CREATE, body({ amount: "13" }), over);
    expect(reused.unary).to.include({ entry: "IDEMPOTENCY_KEY_REUSED" });
    expect(reused.dispatch).to.deep.equal(reused.unary);
  });

  it("takes no more calls at once than it may, and says when to come again", async () => {
    const narrow = new Pipeline(services(), { ...options, callsMax: 3 });
    const caller = { principal: asMerchant(merchantId), peer: "gateway" };
    const crowd = () =>
      Promise.all(Array.from({ length: 8 }, () => outcome(narrow.call(CREATE, body(), caller, context()))));
    for (let round = 0; round < 2; round += 1) {
      const answers = await crowd();
      expect(answers.filter(({ replayed }) => replayed === false)).to.have.length(3);
      for (const refused of answers.slice(3))
        expect(refused).to.include({ entry: "UNAVAILABLE", reason: "OVERLOADED", retryAfterSeconds: 1 });
    }
  });

  it("counts the calls of services, with the weight of the operation, and not those of gateways", async () => {
    const counted: unknown[] = [];
    let exceeded: Failure | undefined;
    const limiter = {
      count: (principal: { credentialId: string }, address: string, weight: number) => {
        counted.push([principal.credentialId, address, weight]);
        return { exceeded, policy: "", limit: "" };
      },
    };
    const limited = new Pipeline(services(), { ...options, limiter });
    const principal = asMerchant(merchantId);
    const call = (peer: string) => outcome(limited.call(CREATE, body(), { principal, peer }, context()));
    expect(await call("gateway")).to.include({ replayed: false });
    expect(counted).to.deep.equal([]);
    expect(await call("service")).to.include({ replayed: false });
    expect(counted).to.deep.equal([[principal.credentialId, "", 1]]);
    exceeded = new Failure("RATE_LIMITED", { retryAfterSeconds: 2 });
    expect(await call("service")).to.include({ entry: "RATE_LIMITED", retryAfterSeconds: 2 });
  });

  it("answers every call when it stops under load", async () => {
    const principal = asMerchant(merchantId);
    const calls: ReturnType<typeof outcome>[] = [];
    const load = setInterval(() => {
      calls.push(outcome(clients.dispatch.call(CREATE, body(), context({ principal }))));
    }, 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    clearInterval(load);
    // What is open when it begins to stop is answered.
    await server.close();
    const answers = await Promise.all(calls);
    expect(answers.filter(({ replayed }) => replayed !== false)).to.deep.equal([]);
    const ids = answers.map(({ response }) => {
      const { payment } = CreatePaymentResponse.decode(Buffer.from(response as string, "base64"));
      return payment?.paymentId;
    });
    expect(new Set(ids).size).to.equal(calls.length);
    const after = await outcome(clients.dispatch.call(CREATE, body(), context({ principal })));
    expect(after).to.include({ entry: "UNAVAILABLE" });
  });
});
