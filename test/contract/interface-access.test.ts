import { setTimeout as sleep } from "node:timers/promises";
// Section 5 of the published interface: every operation of the contract without a credential, and with one that falls short.

import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { operations, type Scope, scopes } from "../../gen/rest/operations.ts";
import { createOperatorKey } from "../../src/cli/operator-keys.ts";
import { credentials, RawGrpc } from "../e2e/support/grpc.ts";
import { ask, type Received } from "../e2e/support/http.ts";
import { eventually, service } from "../e2e/support/scene.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { expectRefusal } from "./interface-envelope.ts";
import { says } from "./interface-sentence.ts";
import { pathOf, rest, type RestOperation } from "./rest-operations.ts";

/** Scopes of which one is enough. */
function enoughFor({ scope, narrower }: { scope: Scope; narrower?: Scope }): readonly Scope[] {
  return narrower === undefined ? [scope] : [scope, narrower];
}

const sensitive = rest.flatMap((operation) =>
  operation.access.kind === "scope"
    ? [{ operation, scope: operation.access.scope, enough: enoughFor(operation.access) }]
    : [],
);
const open = rest.filter(({ access }) => access.kind === "public");
const own = rest.filter(({ access }) => access.kind === "credential");

const title = ({ http, method }: RestOperation) => `${method}, ${http.verb} ${http.template}`;

describe("the published interface: sensitive endpoints", function () {
  this.timeout(120_000);
  let product: Product;
  /** Operator keys that hold every scope but those that are enough for an operation, and only one. */
  const without = new Map<string, string>();
  const only = new Map<Scope, string>();
  before(async () => {
    product = await sharedProduct();
    const store = product.store();
    for (const scope of scopes) {
      only.set(scope, (await createOperatorKey(store, `only ${scope}`, { scopes: [scope] })).secret);
    }
    for (const { enough } of sensitive) {
      const rest = scopes.filter((each) => !enough.includes(each));
      if (!without.has(enough.join()))
        without.set(enough.join(), (await createOperatorKey(store, "all but", { scopes: rest })).secret);
    }
  });

  /** Callers without a credential share one rate: whoever is above it waits, as the answer says. */
  const call = async (operation: RestOperation, key?: string): Promise<Received> => {
    const received = await ask(product, pathOf(operation), {
      method: operation.http.verb,
      ...(key === undefined ? {} : { key }),
      ...(operation.http.verb === "GET" ? {} : { body: {} }),
    });
    if (received.status !== 429) return received;
    await sleep(Number(received.headers["retry-after"]) * 1000);
    return call(operation, key);
  };

  it("are most of the contract", () => {
    expect(sensitive.length).to.be.above(40);
    expect(open.map(({ method }) => method).sort()).to.deep.equal([
      "CreateChallenge",
      "GetAsset",
      "GetPaymentPage",
      "GetRevocationList",
      "GetServerInfo",
      "GetStatusList",
      "GetVerificationKeys",
      "GetWebhookKeys",
      "ListAssets",
      "VerifyAsset",
      "VerifyAuthenticity",
      "VerifyCapabilities",
      "VerifyLifecycle",
      "VerifyPublisher",
      "VerifyRevocation",
    ]);
  });

  describe(says(5, "Sensitive endpoints require authentication and authorization."), () => {
    for (const { operation, scope, enough } of sensitive) {
      it(`${title(operation)}: 401 without a credential, 403 without ${scope}, neither with it`, async () => {
        expectRefusal(await call(operation), 401, "SVC-4011");
        const refused = await call(operation, without.get(enough.join()));
        expectRefusal(refused, 403, "SVC-4030");
        expect(refused.json.errors[0].reason).to.equal("SCOPE_MISSING");
        for (const each of enough)
          expect([401, 403, 500], each).to.not.include((await call(operation, only.get(each))).status);
      });
    }
  });

  describe("the caller's own, whatever scope it has", () => {
    for (const operation of own)
      it(`${title(operation)}: 401 without a credential, and neither 401 nor 403 with one of any scope`, async () => {
        expectRefusal(await call(operation), 401, "SVC-4011");
        expectRefusal(await call(operation, "no-such-credential"), 401, "SVC-4011");
        for (const key of only.values())
          expect([401, 403, 500]).to.not.include((await call(operation, key)).status);
      });
  });

  describe("public ones", () => {
    for (const operation of open) {
      it(`${title(operation)} answers without a credential, and refuses one that is not good`, async () => {
        expect([401, 403, 500]).to.not.include((await call(operation)).status);
        expectRefusal(await call(operation, "no-such-credential"), 401, "SVC-4011");
      });
    }
  });

  it(`${says(5, "The credential is sent in the `Authorization` header.")}: nowhere else`, async () => {
    const path = `/api/v1/payments?apiKey=${product.operatorKey}&access_token=${product.operatorKey}`;
    expectRefusal(await ask(product, path), 401, "SVC-4011");
    const headers = { "X-Api-Key": product.operatorKey, Cookie: `key=${product.operatorKey}` };
    expectRefusal(await ask(product, "/api/v1/payments", { headers }), 401, "SVC-4011");
  });

  it(`${says(5, "audit logging")}: who did what with which outcome, by the request's identifier`, async () => {
    const requestId = `audit-${Date.now()}`;
    const { status } = await ask(product, "/api/v1/publishers", {
      key: product.operatorKey,
      headers: { "X-Request-ID": requestId },
      body: { name: "Audited" },
    });
    expect(status).to.equal(201);
    const done = "/pda.publisher.v1.PublisherService/RegisterPublisher";
    const line = await eventually("the line", async () =>
      product.output.split("\n").find((each) => each.includes(requestId) && each.includes(done)),
    );
    expect(line).to.contain(" core ").and.contain("code=ok");
    expect(line).to.contain(`key_${product.operatorKey.split("_")[1]}`);
  });

  describe("on gRPC, by the certificate's grant", () => {
    let poor: RawGrpc;
    before(async () => {
      const files = await service(product, "access-test", { scopes: ["events.read"] });
      poor = new RawGrpc(product.coreAddress, credentials(product, files));
      // The core follows the list of grants.
      await eventually(
        "the grant",
        async () => (await poor.call("/pda.event.v1.EventService/ListEvents")).code === status.OK,
      );
    });
    after(() => poor[Symbol.dispose]());

    for (const { operation, scope } of sensitive) {
      if (scope === "events.read") continue;
      it(`${operation.path} is refused without ${scope}`, async () => {
        const { code, errorCode, reason } = await poor.call(operation.path);
        expect({ code, errorCode, reason }).to.deep.equal({
          code: status.PERMISSION_DENIED,
          errorCode: "SVC-4030",
          reason: "SCOPE_MISSING",
        });
      });
    }

    it("what only a tier may call is refused to every service", async () => {
      const internal = operations.filter(
        ({ access, service: name }) => access.kind === "peer" && name !== "pda.chain.v1.ChainAdapterService",
      );
      expect(internal).to.have.length.above(0);
      for (const { path } of internal) {
        const { code, errorCode, reason } = await poor.call(path);
        expect([code, errorCode, reason], path).to.deep.equal([
          status.PERMISSION_DENIED,
          "SVC-4030",
          "INTERNAL_OPERATION",
        ]);
      }
    });

    it("the chain adapter serves tiers only", async () => {
      const files = await service(product, "access-test", { scopes: ["events.read"] });
      using adapter = new RawGrpc(
        `localhost:${product.port("PDA_CHAIN_ADAPTER_PORT")}`,
        credentials(product, files),
      );
      for (const { path, service: name } of operations) {
        if (name !== "pda.chain.v1.ChainAdapterService") continue;
        expect((await adapter.call(path)).code, path).to.equal(status.PERMISSION_DENIED);
      }
    });

    it("a caller without a certificate gets no connection", async () => {
      using nobody = new RawGrpc(product.coreAddress, credentials(product));
      expect((await nobody.call("/pda.asset.v1.AssetService/GetAsset")).code).to.equal(status.UNAVAILABLE);
    });
  });
});
