// Who is believed to be whom: by certificate on gRPC, by key on REST.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import { GetPaymentRequest, GetPaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { initialise, issueService, revokeService } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { ask } from "./support/http.ts";
import {
  allScopes,
  createPayment,
  eventually,
  type Merchant,
  merchant,
  type Publisher,
  publisher,
  service,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

const getPayment = "/pda.payment.v1.PaymentService/GetPayment";
const trustDomain = "pda.internal";

describe("identity", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;
  let paymentId: string;
  let request: Uint8Array;
  after(() => expect(secretsIn(product)).to.deep.equal([]));
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    shop = await merchant(product, issuer);
    paymentId = (await createPayment(shop, issuer, "1")).paymentId;
    request = GetPaymentRequest.encode({ paymentId }).finish();
  });

  const forged = (kind: PrincipalKind, tenantId = ""): Buffer =>
    Buffer.from(
      Principal.encode({ kind, tenantId, credentialId: "key_forged", scopes: [...allScopes] }).finish(),
    );
  /** A connection as a service of the house, once its grant is known to the core. */
  const connectAs = async (name: string, scopes: string[]): Promise<RawGrpc> => {
    const files = await service(product, name, { scopes });
    const grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    if (scopes.includes("payments.read"))
      await eventually("the grant", async () => (await grpc.call(getPayment, request)).code === status.OK);
    return grpc;
  };

  describe("a service that sends pda-principal-bin itself", () => {
    it("has no more than its own grant", async () => {
      using grpc = await connectAs("forger", ["events.read"]);
      for (const principal of [
        forged(PrincipalKind.PRINCIPAL_KIND_OPERATOR),
        forged(PrincipalKind.PRINCIPAL_KIND_MERCHANT, shop.merchantId),
        Buffer.from("no principal at all"),
      ]) {
        const { code, reason } = await grpc.call(getPayment, request, { "pda-principal-bin": principal });
        expect([code, reason]).to.deep.equal([status.PERMISSION_DENIED, "SCOPE_MISSING"]);
      }
    });

    it("is not thrown out of its own tenant either", async () => {
      const other = await merchant(product, issuer);
      const files = await service(product, "bound", {
        scopes: ["payments.read"],
        merchantId: other.merchantId,
      });
      using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
      const outcome = () =>
        grpc.call(getPayment, request, {
          "pda-principal-bin": forged(PrincipalKind.PRINCIPAL_KIND_OPERATOR),
        });
      await eventually("the grant", async () => (await outcome()).reason !== "SCOPE_MISSING");
      expect((await outcome()).code).to.equal(status.NOT_FOUND);
    });

    for (const tier of ["core", "worker", "chain-adapter"] as const) {
      it(`is believed from no other tier: the ${tier} may not call as somebody`, async () => {
        using grpc = new RawGrpc(
          product.coreAddress,
          credentials(product, layout(product.pkiDir).tier(tier)),
        );
        const principal = forged(PrincipalKind.PRINCIPAL_KIND_OPERATOR);
        const { code } = await grpc.call(getPayment, request, { "pda-principal-bin": principal });
        expect(code).to.equal(status.PERMISSION_DENIED);
      });
    }

    it("is what the gateway's certificate is for", async () => {
      using grpc = new RawGrpc(
        product.coreAddress,
        credentials(product, layout(product.pkiDir).tier("gateway")),
      );
      const principal = forged(PrincipalKind.PRINCIPAL_KIND_MERCHANT, shop.merchantId);
      const { code, response } = await grpc.call(getPayment, request, { "pda-principal-bin": principal });
      expect(code).to.equal(status.OK);
      expect(GetPaymentResponse.decode(response as Buffer).payment?.paymentId).to.equal(paymentId);
      expect((await grpc.call(getPayment, request)).code).to.equal(status.UNAUTHENTICATED);
    });
  });

  describe("on gRPC", () => {
    it("a certificate of a foreign root with the gateway's name gets no connection", async () => {
      using folder = temporaryDirectory();
      const dir = join(folder.path, "pki");
      await initialise({ dir, trustDomain });
      const { files } = await issueService({
        dir,
        trustDomain,
        name: "reporting",
        scopes: ["payments.read"],
      });
      for (const pair of [layout(dir).tier("gateway"), files]) {
        using grpc = new RawGrpc(product.coreAddress, credentials(product, pair));
        const principal = forged(PrincipalKind.PRINCIPAL_KIND_OPERATOR);
        const { code, errorCode } = await grpc.call(getPayment, request, { "pda-principal-bin": principal });
        expect([code, errorCode]).to.deep.equal([status.UNAVAILABLE, undefined]);
      }
    });

    it("TLS 1.2 is refused, says openssl", () => {
      const { cert, key } = layout(product.pkiDir).tier("gateway");
      const ca = layout(product.pkiDir).root.cert;
      const connect = (version: string) => {
        const args = [
          "s_client",
          "-connect",
          product.coreAddress,
          "-cert",
          cert,
          "-key",
          key,
          "-CAfile",
          ca,
          version,
        ];
        try {
          return execFileSync("openssl", args, {
            input: "",
            encoding: "utf8",
            stdio: ["pipe", "pipe", "pipe"],
          });
        } catch (error) {
          return (error as { stdout: string }).stdout;
        }
      };
      expect(connect("-tls1_3")).to.match(/TLSv1\.3, Cipher is TLS_/);
      expect(connect("-tls1_2")).to.match(/Cipher is \(NONE\)/);
    });

    it("a service whose grant is taken away is nobody within seconds", async () => {
      using grpc = await connectAs("leaver", ["payments.read"]);
      revokeService({ dir: product.pkiDir, trustDomain, name: "leaver" });
      const refused = await eventually("the end of the grant", async () => {
        const outcome = await grpc.call(getPayment, request);
        return outcome.code !== status.OK && outcome;
      });
      expect([refused.code, refused.reason]).to.deep.equal([status.UNAUTHENTICATED, "PEER_UNKNOWN"]);
    });

    it("an API key presented by a service makes it that key's owner, no more", async () => {
      const other = await merchant(product, issuer);
      using grpc = await connectAs("agent", ["events.read"]);
      const as = (key: string) => grpc.call(getPayment, request, { authorization: `Bearer ${key}` });
      expect((await as(shop.key)).code).to.equal(status.OK);
      expect((await as(other.key)).code).to.equal(status.NOT_FOUND);
      expect((await as(`${shop.key}x`)).code).to.equal(status.UNAUTHENTICATED);
    });
  });

  describe("an API key with networks", () => {
    const payments = "/api/v1/payments?pageSize=1";
    let owner: Merchant;
    before(async () => {
      owner = await merchant(product, issuer);
    });
    const keys = () => `/api/v1/merchants/${owner.merchantId}/api-keys`;
    const keyFor = async (...allowedNetworks: string[]) => {
      const body = { name: "limited", scopes: ["payments.read"], allowedNetworks };
      const { status: made, json } = await ask(product, keys(), { key: product.operatorKey, body });
      expect([made, json.data.apiKey?.allowedNetworks]).to.deep.equal([201, allowedNetworks]);
      return { key: json.data.secret as string, apiKeyId: json.data.apiKey.apiKeyId as string };
    };
    const lastUseAddressOf = async (apiKeyId: string) =>
      (await ask(product, `${keys()}/${apiKeyId}`, { key: product.operatorKey })).json.data.lastUseAddress;

    it("is taken from them on REST, and its owner sees from where it was used", async () => {
      const { key, apiKeyId } = await keyFor("127.0.0.0/31", "2001:db8::/32");
      expect(await lastUseAddressOf(apiKeyId)).to.equal(undefined);
      expect((await ask(product, payments, { key })).status).to.equal(200);
      const address = await eventually("the last use", () => lastUseAddressOf(apiKeyId));
      expect(address).to.equal("127.0.0.1");
    });

    it("is refused elsewhere on REST, and that is no use of it", async () => {
      const { key, apiKeyId } = await keyFor("127.0.0.2/32");
      for (const path of [payments, "/api/v1/server-info"]) {
        const { status: answered, json } = await ask(product, path, { key });
        expect([answered, json.errors[0].reason], path).to.deep.equal([403, "NETWORK_NOT_ALLOWED"]);
      }
      await ask(product, payments, { key: owner.key });
      await eventually("the last use of another key", () => lastUseAddressOf(owner.apiKeyId));
      expect(await lastUseAddressOf(apiKeyId)).to.equal(undefined);
    });

    it("is checked by the address of the service that presents it on gRPC", async () => {
      const [near, far] = [await keyFor("127.0.0.1/32"), await keyFor("127.0.0.2/32")];
      using grpc = await connectAs("neighbour", ["events.read"]);
      const as = ({ key }: { key: string }) =>
        grpc.call("/pda.payment.v1.PaymentService/ListPayments", new Uint8Array(), {
          authorization: `Bearer ${key}`,
        });
      expect((await as(near)).code).to.equal(status.OK);
      const refused = await as(far);
      expect([refused.code, refused.reason]).to.deep.equal([status.PERMISSION_DENIED, "NETWORK_NOT_ALLOWED"]);
      expect(await eventually("the last use", () => lastUseAddressOf(near.apiKeyId))).to.equal("127.0.0.1");
      expect(await lastUseAddressOf(far.apiKeyId)).to.equal(undefined);
    });

    it("leaves no address of a caller in the log", () => {
      expect(product.output)
        .to.contain("NETWORK_NOT_ALLOWED")
        .and.to.not.match(/may not be used from/);
    });
  });

  describe("an API key that is revoked", () => {
    it("stops working on REST and on gRPC within 5 s, and revoking it again changes nothing", async () => {
      const leaving = await merchant(product, issuer);
      const path = `/api/v1/payments?pageSize=1`;
      using grpc = await connectAs("agent-of-leaver", ["events.read"]);
      const list = "/pda.payment.v1.PaymentService/ListPayments";
      const metadata = { authorization: `Bearer ${leaving.key}` };
      expect((await ask(product, path, { key: leaving.key })).status).to.equal(200);
      expect((await grpc.call(list, new Uint8Array(), metadata)).code).to.equal(status.OK);

      const at = `/api/v1/merchants/${leaving.merchantId}/api-keys/${leaving.apiKeyId}/revoke`;
      const revoke = () => ask(product, at, { key: product.operatorKey, body: {} });
      const revoked = await revoke();
      const end = Date.now() + 5_000;
      expect([revoked.status, revoked.json.data.status]).to.deep.equal([200, "revoked"]);
      // Asked all the time, so that a verdict that is kept would be kept alive.
      let last = 200;
      while (last === 200 && Date.now() < end) {
        last = (await ask(product, path, { key: leaving.key })).status;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(last).to.equal(401);
      expect((await grpc.call(list, new Uint8Array(), metadata)).code).to.equal(status.UNAUTHENTICATED);
      // When it was last used is noted a little later than it is used.
      const lasting = (data: Record<string, unknown>) => ({
        ...data,
        lastUseTime: undefined,
        lastUseAddress: undefined,
      });
      expect(lasting((await revoke()).json.data)).to.deep.equal(lasting(revoked.json.data));
    });

    it("was never shown again, and is not in the database", async () => {
      const { json, text } = await ask(product, `/api/v1/merchants/${shop.merchantId}/api-keys`, {
        key: shop.key,
      });
      expect(json.data.items).to.have.length(1);
      expect(text).to.not.contain(shop.key.slice(-43));
      const known = await product.store().read.apiKeys.withHash(shop.apiKeyId);
      expect(JSON.stringify(known)).to.not.contain(shop.key.slice(-20));
    });
  });
});
