// RecordRefusals: what the gateway itself refuses, and what gRPC refuses before a method, in the audit log of a running product.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { AccessServiceService } from "../../gen/ts/pda/access/v1/access_service.ts";
import { PaymentServiceService } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { Product } from "../support/product.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask, exchange } from "./support/http.ts";
import { eventually, service } from "./support/scene.ts";

interface Record {
  readonly operation: string;
  readonly caller: string;
  readonly credentialId?: string;
  readonly outcome: string;
  readonly errorCode?: string;
  readonly reason?: string;
  readonly resourceIds: string[];
  readonly addressHash?: string;
  readonly callCount: number;
}

describe("the audit log has the calls that no core has seen", function () {
  this.timeout(240_000);
  let product: Product;
  let merchantId: string;
  let apiKeyId: string;
  let apiKey: string;

  before(async () => {
    product = await Product.start({ PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000" });
    const operator = (path: string, body: object) => ask(product, path, { key: product.operatorKey, body });
    merchantId = (await operator("/api/v1/merchants", { name: "Shop" })).json.data.merchantId;
    const made = await operator(`/api/v1/merchants/${merchantId}/api-keys`, {
      name: "reads",
      scopes: ["payments.read", "audit.read"],
    });
    apiKey = made.json.data.secret;
    ({ apiKeyId } = made.json.data.apiKey);
  });
  after(() => product?.[Symbol.asyncDispose]());

  const records = async (query: string, key = product.operatorKey): Promise<Record[]> =>
    (await ask(product, `/api/v1/audit/records?pageSize=200&${query}`, { key })).json.data.items;
  const refused = (query = "", key?: string): Promise<Record[]> => records(`outcome=refused&${query}`, key);

  it("with the caller as far as it is known, the operation, the error and the resources of the path", async () => {
    const payment = `/api/v1/payments/${merchantId.replace("mer_", "pay_")}`;
    await ask(product, payment, { key: `${apiKey.slice(0, -1)}${apiKey.endsWith("A") ? "B" : "A"}` });
    await ask(product, `/api/v1/merchants/${merchantId}/api-keys`, { key: apiKey, body: { name: "more" } });
    await exchange(product, "/api/v1/nowhere", { key: apiKey });
    const seen = await eventually("the records", async () => {
      const found = (await refused()).map(({ addressHash, ...rest }) => {
        expect(addressHash).to.be.a("string");
        return {
          operation: rest.operation,
          caller: rest.caller,
          credentialId: rest.credentialId,
          code: rest.errorCode,
          reason: rest.reason,
          resourceIds: rest.resourceIds,
        };
      });
      return found.length === 3 && found;
    });
    const byOperation = Object.fromEntries(seen.map((record) => [record.operation, record]));
    expect(byOperation).to.deep.equal({
      GetPayment: {
        operation: "GetPayment",
        caller: "anonymous",
        credentialId: undefined,
        code: "SVC-4011",
        reason: "CREDENTIAL_REFUSED",
        resourceIds: [merchantId.replace("mer_", "pay_")],
      },
      CreateApiKey: {
        operation: "CreateApiKey",
        caller: "merchant",
        credentialId: apiKeyId,
        code: "SVC-4030",
        reason: "SCOPE_MISSING",
        resourceIds: [merchantId],
      },
      unknown: {
        operation: "unknown",
        caller: "merchant",
        credentialId: apiKeyId,
        code: "SVC-4041",
        reason: "ROUTE_NOT_FOUND",
        resourceIds: [],
      },
    });
    expect((await refused("", apiKey)).map(({ operation }) => operation)).to.have.members([
      "CreateApiKey",
      "unknown",
    ]);
  });

  it("on gRPC, too", async () => {
    const files = await service(product, "refused-calls-test", { scopes: [] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const wrong = await grpc.call(PaymentServiceService.getPayment.path, new Uint8Array(), {
      authorization: `Bearer ${apiKey.slice(0, -4)}AAAA`,
    });
    expect(wrong).to.include({ code: status.UNAUTHENTICATED, reason: "CREDENTIAL_REFUSED" });
    const [record] = await eventually("the record", async () => {
      const found = await records("operation=GetPayment");
      return found.length === 2 && found;
    });
    // The service that presented the key is known by its certificate.
    const presenter = {
      caller: "service",
      credentialId: "spiffe://pda.internal/service/refused-calls-test",
      mechanism: "service_certificate",
    };
    expect(record).to.include({ ...presenter, outcome: "refused", errorCode: "SVC-4011" });

    const internal = await grpc.call(AccessServiceService.resolveCredential.path, new Uint8Array());
    expect(internal).to.include({ code: status.PERMISSION_DENIED, reason: "INTERNAL_OPERATION" });
    const [call] = await eventually("the record of the internal operation", async () => {
      const found = await records("operation=ResolveCredential");
      return found.length === 1 && found;
    });
    expect(call).to.include({ ...presenter, outcome: "refused", reason: "INTERNAL_OPERATION" });
  });

  it("in few records when they are many, which lose no call and keep whose key it was", async () => {
    const bad = 300;
    for (let sent = 0; sent < bad; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => ask(product, "/api/v1/payments", {})));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(product, `/api/v1/merchants/${merchantId}/api-keys`, { key: apiKey, body: { name: "more" } }),
      ),
    );
    const before = 5;
    const found = await eventually("all calls", async () => {
      const all = await refused();
      const calls = all.reduce((sum, { callCount }) => sum + callCount, 0);
      expect(calls).to.be.at.most(bad + 20 + before);
      return calls === bad + 20 + before && all;
    });
    // Ten of each minute, and few counts of each quarter of a second.
    expect(found.length).to.be.below(60);
    const ofMerchant = (await refused("", apiKey)).reduce((sum, { callCount }) => sum + callCount, 0);
    expect(ofMerchant).to.equal(20 + 2);
  });

  it("ends what a service may do with its revocation, also with the credentials of others", async () => {
    const files = await service(product, "revoked-test", { scopes: ["payments.read"] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const { listPayments } = PaymentServiceService;
    const call = (headers: { authorization?: string } = {}) =>
      grpc.call(listPayments.path, new Uint8Array(), headers);
    const withKey = { authorization: `Bearer ${apiKey}` };
    for (const headers of [{}, withKey]) expect((await call(headers)).code).to.equal(status.OK);
    const revoked = await product.pda("pki", "revoke", "revoked-test");
    expect(revoked.code, revoked.stderr).to.equal(0);
    await eventually("the service is nobody", async () => (await call()).reason === "PEER_UNKNOWN");
    expect((await call(withKey)).reason).to.equal("PEER_UNKNOWN");
  });
});
