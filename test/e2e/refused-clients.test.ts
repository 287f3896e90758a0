// Clients of /oauth/* that do not prove their identity, or in two ways: two gateways and two cores on one store.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { ListPaymentsRequest } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import { accessToken, callerKey, proofOf } from "../support/access-tokens.ts";
import { Product } from "../support/product.ts";
import { ask, type Received } from "./support/http.ts";
import { credentials, RawGrpc } from "./support/grpc.ts";
import { eventually, publisher, service } from "./support/scene.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import {
  askForToken,
  assertionOf,
  type OwnCertificate,
  ownCertificate,
  thumbprintOfCertificate,
} from "./support/token-client.ts";

const endpoints = ["/oauth/token", "/oauth/introspect", "/oauth/revoke", "/oauth/par"];

describe("clients that do not prove their identity", function () {
  this.timeout(240_000);
  let product: Product;
  let merchantId: string;
  let clientId: string;
  let asClient: OwnCertificate;
  const key = callerKey();
  const stranger = callerKey();

  before(async () => {
    product = await Product.start({
      PDA_GATEWAY_PROCESSES: "2",
      PDA_CORE_PROCESSES: "2",
      PDA_GATEWAY_RATE_ANONYMOUS_REQUESTS_PER_SECOND: "1000",
      PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000",
    });
    merchantId = (await operator("/api/v1/merchants", { name: "Shop" })).json.data.merchantId;
    asClient = await ownCertificate();
    clientId = await register(key);
  });
  after(() => product?.[Symbol.asyncDispose]());

  const operator = (path: string, body: object) => ask(product, path, { key: product.operatorKey, body });
  const register = async ({ publicKey, ...by }: typeof key, over: object = {}): Promise<string> => {
    const proof = await proofOf({ publicKey, ...by }, product.baseUrl, merchantId);
    const body = { name: "office", scopes: ["payments.read"], publicKey, proof, ...over };
    const registered = await operator(`/api/v1/merchants/${merchantId}/public-keys`, body);
    expect(registered.status, registered.text).to.equal(201);
    return registered.json.data.publicKeyId;
  };
  const assertion = (by = key) => assertionOf(by, { clientId, aud: product.baseUrl });
  /** Sends an assertion; each on a connection of its own, so that all gateways get some. */
  const send = async (by: typeof key, from: string, path = "/oauth/token"): Promise<Received> =>
    askForToken(product, await assertion(by), { asClient, from, path, form: { token: "a.b.c" } });
  const error = ({ status, json }: Received) => [status, json.error];
  /** Sends wrong assertions until one is refused in another way. @returns the last answer, and how many came before it */
  const untilDelayed = async (from: string, path?: string): Promise<[last: Received, before: number]> => {
    for (let before = 0; ; before += 1) {
      const refused = await send(stranger, from, path);
      if (refused.status !== 401) return [refused, before];
      expect(error(refused)).to.deep.equal([401, "invalid_client"]);
      expect(before).to.be.below(30);
    }
  };

  it("are recorded by the operation that they wanted", async () => {
    const sent: [string, Received][] = [];
    for (const [at, operation] of [
      "IssueAccessToken",
      "IntrospectAccessToken",
      "RevokeAccessToken",
      "PushAuthorizationRequest",
    ].entries())
      sent.push([operation, await send(stranger, `127.2.4.${at}`, endpoints[at])]);
    const browser = await ask(
      { baseUrl: product.baseUrl, ca: product.ca, from: "127.2.4.9" },
      "/oauth/consent/nobody",
    );
    sent.push(["AnswerAuthorizationRequest", browser]);
    await eventually("the records are there", async () => {
      const { json } = await ask(product, "/api/v1/audit/records?pageSize=200", { key: product.operatorKey });
      const records: { requestId?: string; operation: string }[] = json.data.items;
      return sent.every(([operation, { headers }]) =>
        records.some((each) => each.requestId === headers["x-request-id"] && each.operation === operation),
      );
    });
  });

  it("wait after five times from one address, through every gateway, and nobody waits with them", async () => {
    const from = "127.2.0.1";
    const [delayed, before] = await untilDelayed(from);
    // A second that passes between two of them gives one back.
    expect(before).to.be.within(5, 8);
    expect(error(delayed)).to.deep.equal([429, "temporarily_unavailable"]);
    expect(delayed.json.error_description).to.match(
      /^Too many wrong credentials came from this address\. Wait \d+ s/,
    );
    expect(delayed.json.error_uri).to.equal("/docs/reference/errors.md#svc-4290");
    expect(Number(delayed.headers["retry-after"])).to.be.within(1, 60);
    expect(delayed.headers["cache-control"]).to.equal("no-store");
    expect(delayed.headers["content-type"]).to.match(/^application\/json/);
    // The client itself, also behind the same address.
    for (let gateway = 0; gateway < 4; gateway += 1) expect((await send(key, from)).status).to.equal(200);
    expect((await send(key, "127.2.0.2")).status).to.equal(200);
    // Wrong ones elsewhere have their own five.
    expect(error(await send(stranger, "127.2.0.3"))).to.deep.equal([401, "invalid_client"]);
  });

  for (const [at, path] of endpoints.entries())
    it(`wait at ${path}`, async () => {
      const [delayed, before] = await untilDelayed(`127.2.1.${at}`, path);
      expect(before).to.be.within(5, 8);
      expect(error(delayed)).to.deep.equal([429, "temporarily_unavailable"]);
    });

  it("are counted together with JWTs that the key has not signed", async () => {
    const front = { baseUrl: product.baseUrl, ca: product.ca, from: "127.2.2.1" };
    const jwt = async (by = stranger) =>
      ask(front, "/api/v1/payments", { key: await accessToken(by, { kid: clientId, aud: product.baseUrl }) });
    for (let turn = 0; turn < 5; turn += 1) {
      const refused = turn % 2 === 0 ? await jwt() : await send(stranger, front.from);
      expect(refused.status).to.equal(401);
    }
    await eventually("the next of each is delayed", async () => {
      const [byJwt, byAssertion] = [await jwt(), await send(stranger, front.from)];
      return byJwt.json.errors?.[0]?.reason === "CREDENTIAL_DELAYED" && error(byAssertion)[0] === 429;
    });
    expect((await jwt(key)).status).to.equal(200);
  });

  it("wait on gRPC, too, and their key does not", async () => {
    const files = await service(product, "partner", { scopes: [] });
    using grpc = new RawGrpc(product.coreAddress, credentials(product, files));
    const list = async (by: typeof key) => {
      const jwt = await accessToken(by, { kid: clientId, aud: product.baseUrl });
      const request = ListPaymentsRequest.encode(ListPaymentsRequest.fromPartial({})).finish();
      return grpc.call("/pda.payment.v1.PaymentService/ListPayments", request, {
        authorization: `Bearer ${jwt}`,
      });
    };
    await eventually("the grant", async () => (await list(key)).code === status.OK);
    let refused = await list(stranger);
    for (let count = 1; count < 5; count += 1) {
      expect(refused).to.include({ code: status.UNAUTHENTICATED, reason: "CREDENTIAL_REFUSED" });
      refused = await list(stranger);
    }
    await eventually(
      "the next waits",
      async () => (refused = await list(stranger)).reason === "CREDENTIAL_DELAYED",
    );
    expect(refused).to.include({ code: status.RESOURCE_EXHAUSTED, errorCode: "SVC-4290" });
    expect(refused.retryAfterSeconds).to.be.within(1, 60);
    expect((await list(key)).code).to.equal(status.OK);
  });

  it("wait for names that are made up, too, and for none", async () => {
    const from = "127.2.3.1";
    const nobody = (clientName: string) =>
      askForToken(product, undefined, { from, form: { client_id: clientName } });
    for (let count = 0; count < 20; count += 1)
      expect(error(await nobody(`nobody-${count}`))).to.deep.equal([401, "invalid_client"]);
    await eventually("the address waits", async () => error(await nobody("nobody"))[0] === 429);
    await eventually("it waits with any name", async () => error(await nobody("line\nfeed"))[0] === 429);
    expect((await send(key, from)).status).to.equal(200);
  });

  it("are not those whose key may not be used from their address, who do not wait", async () => {
    const near = callerKey();
    const as = await register(near, { allowedNetworks: ["192.0.2.0/24"] });
    for (let count = 0; count < 8; count += 1) {
      const made = await assertionOf(near, { clientId: as, aud: product.baseUrl });
      const refused = await askForToken(product, made, { asClient, from: "127.2.6.1" });
      expect(error(refused)).to.deep.equal([401, "invalid_client"]);
    }
  });

  describe("in two ways", () => {
    const basic = `Basic ${Buffer.from("somebody:secret").toString("base64")}`;

    it("are refused before the assertion is used", async () => {
      const once = await assertion();
      const secret = { client_secret: "x" };
      for (const [what, form, headers] of [
        ["a secret", secret, {}],
        ["a header", {}, { Authorization: basic }],
        ["a token", {}, { Authorization: "Bearer x" }],
        ["all", secret, { Authorization: basic }],
      ] as const) {
        const beside = { asClient, form, headers: { ...headers }, from: "127.2.5.1" };
        expect(error(await askForToken(product, once, beside)), what).to.deep.equal([400, "invalid_request"]);
      }
      expect((await askForToken(product, once, { asClient })).status).to.equal(200);
    });

    it("of which none is an assertion are refused, too", async () => {
      const { certificate, as } = await certified(`/api/v1/merchants/${merchantId}/certificates`);
      for (const [what, client_id, more, expected] of [
        [
          "a secret and a header",
          clientId,
          { headers: { Authorization: basic }, secret: "x" },
          [400, "invalid_request"],
        ],
        ["a certificate and a secret", as, { secret: "x" }, [401, "invalid_client"]],
        ["a certificate and a header", as, { headers: { Authorization: basic } }, [400, "invalid_request"]],
        ["a public client and a secret", "command-line", { secret: "x" }, [401, "invalid_client"]],
      ] as const) {
        const { headers = {}, secret }: { headers?: Record<string, string>; secret?: string } = more;
        const form = { client_id, ...(secret === undefined ? {} : { client_secret: secret }) };
        const refused = await askForToken(product, undefined, {
          asClient: certificate,
          form,
          headers,
          from: "127.2.5.2",
        });
        expect(error(refused), what).to.deep.equal(expected);
      }
      const own = await askForToken(product, undefined, { asClient: certificate, form: { client_id: as } });
      expect(own.status, own.text).to.equal(200);
    });

    it("of another client are refused: an assertion of one, and the certificate of another", async () => {
      const own = await certified(`/api/v1/merchants/${merchantId}/certificates`);
      const { publisherId } = await publisher(product);
      const other = await certified(
        `/api/v1/publishers/${publisherId}/access-certificates`,
        "publishers.read",
      );
      const named = await askForToken(product, await assertion(), {
        asClient: own.certificate,
        form: { client_id: own.as },
      });
      expect(error(named)).to.deep.equal([400, "invalid_request"]);
      const foreign = await askForToken(product, await assertion(), { asClient: other.certificate });
      expect(error(foreign), foreign.text).to.deep.equal([400, "invalid_request"]);
      expect(foreign.json.error_description).to.include("belongs to another owner");
      expect((await askForToken(product, await assertion(), { asClient: own.certificate })).status).to.equal(
        200,
      );
    });

    const certified = async (path: string, scope = "payments.read") => {
      const pem = newKey();
      const issued = await operator(path, { certificateSigningRequest: newRequest(pem), scopes: [scope] });
      expect(issued.status, issued.text).to.equal(201);
      const { certificateId, certificateChain: cert } = issued.json.data;
      const certificate = { cert, key: pem, thumbprint: thumbprintOfCertificate(cert) };
      return { as: certificateId as string, certificate };
    };
  });
});
