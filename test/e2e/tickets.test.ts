// A ticket by way of REST: issued with its terms, verified, redeemed by a venue, and shown to an auditor who needs no more than the
// published keys.
import { randomInt, randomUUID } from "node:crypto";
import { expect } from "chai";
import { compactVerify, createLocalJWKSet } from "jose";
import { type KeyPair, newKeyPair, signChallenge, signingRequest } from "../../src/cli/demo/keys.ts";
import type { components } from "../../clients/typescript/src/index.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { ask } from "./support/http.ts";
import { type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";

const scopes = ["tickets.read", "tickets.write"];
const redemptions = "/api/v1/verification/tickets/redemptions";

describe("tickets over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let venue: Merchant;
  before(async () => {
    product = await sharedProduct();
    issuer = await publisher(product);
    venue = await merchant(product, issuer, scopes);
  });

  interface Held {
    readonly assetId: string;
    readonly deviceCertificate: string;
    readonly keys: KeyPair;
  }

  const issued = async (terms: components["schemas"]["TicketTermsInput"]): Promise<Held> => {
    const api = product.client();
    const { publisherId, network } = issuer;
    const keys = await newKeyPair();
    const { assetIdentifier: assetId } = (
      await api.POST("/api/v1/publishers/{publisherId}/assets", {
        params: { path: { publisherId } },
        body: {
          assetProfile: { kind: "ticket", name: "Evening" },
          supportedNetworks: [network],
          ticket: { redeemers: [venue.merchantId], ...terms },
        },
      })
    ).data;
    const params = { path: { publisherId, assetId } };
    const serialNumber = `TICKET-${randomInt(2 ** 40)}`;
    const certificateSigningRequest = await signingRequest(keys, "chip");
    const { deviceCertificate } = (
      await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
        params,
        body: { serialNumber, certificateSigningRequest },
      })
    ).data;
    await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", { params });
    return { assetId, deviceCertificate, keys };
  };
  const tapOf = async ({ assetId, deviceCertificate, keys }: Held) => {
    const { json } = await ask(product, "/api/v1/verification/challenges", {
      body: { assetId },
      key: venue.key,
    });
    return {
      assetId,
      deviceCertificate,
      proof: { challengeSignature: await signChallenge(keys, deviceCertificate, json.data) },
    };
  };
  const verify = (body: object, key = venue.key) =>
    ask(product, "/api/v1/verification/tickets", { body, key });
  const redeem = (body: object, { key = venue.key, idempotencyKey = randomUUID() } = {}) =>
    ask(product, redemptions, {
      body: { gate: "A1", ...body },
      key,
      headers: { "Idempotency-Key": idempotencyKey },
    });

  it("a venue verifies and redeems it once; the receipt convinces whoever has the published keys", async () => {
    const held = await issued({ gateGroups: ["north"] });
    const tap = { ...(await tapOf(held)), gateGroup: "north" };
    const verdict = await verify(tap);
    expect(verdict.status, verdict.text).to.equal(200);
    expect(verdict.json.data).to.include({ valid: true, usesLeft: 1, assurance: "proof_of_possession" });
    const redeemed = await redeem(tap);
    expect(redeemed.status, redeemed.text).to.equal(201);
    const { data } = redeemed.json;
    expect(redeemed.headers.location).to.equal(`${redemptions}/${data.redemptionId}`);
    expect(data).to.include({
      gate: "A1",
      useNumber: 1,
      usesLeft: 0,
      repeated: false,
      redeemedBy: venue.merchantId,
    });

    const found = await ask(product, `${redemptions}/${data.redemptionId}`, { key: venue.key });
    expect(found.json.data).to.deep.equal(data);
    const keys = createLocalJWKSet((await ask(product, "/.well-known/jwks.json")).json);
    const { payload } = await compactVerify(data.receipt, keys);
    expect(JSON.parse(Buffer.from(payload).toString())).to.include({
      kind: "redemption",
      iss: product.baseUrl,
      assetId: held.assetId,
      redemptionId: data.redemptionId,
      redeemTime: data.redeemTime,
    });

    const again = await redeem(tap);
    expect(again.status).to.equal(201);
    expect(again.json.data).to.deep.equal({ ...data, repeated: true });
    const elsewhere = await redeem({ ...tap, gate: "B2" });
    expect(elsewhere.status).to.equal(409);
    expect(elsewhere.json).to.include({ success: false, errorCode: "SVC-4095" });
    expect(elsewhere.json.errors[0].reason).to.equal("ALREADY_REDEEMED");
    expect(elsewhere.json.message).to.include(data.redeemTime);
  });

  it("of 40 gates at once one gets in, and the others are told when", async () => {
    const held = await issued({});
    const taps = await Promise.all(Array.from({ length: 40 }, () => tapOf(held)));
    const answers = await Promise.all(taps.map((tap, index) => redeem({ ...tap, gate: `G${index}` })));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).to.have.length(1);
    for (const { status, json } of answers.filter((answer) => answer !== made[0])) {
      expect(status).to.equal(409);
      expect(json.errors[0].reason).to.equal("ALREADY_REDEEMED");
      expect(json.message).to.include(made[0]?.json.data.redeemTime);
    }
  });

  it("a repeat with its key has the same bytes", async () => {
    const { assetId, deviceCertificate } = await issued({ useCount: 5 });
    const idempotencyKey = randomUUID();
    const [first, again] = [
      await redeem({ assetId, deviceCertificate }, { idempotencyKey }),
      await redeem({ assetId, deviceCertificate }, { idempotencyKey }),
    ];
    expect(again.headers["idempotency-replayed"]).to.equal("true");
    expect(again.json.data).to.deep.equal(first.json.data);
  });

  it("a venue that its terms do not name gets the answer to a ticket that there is not", async () => {
    const { assetId, deviceCertificate } = await issued({});
    const { key } = await merchant(product, issuer, scopes);
    const unknown = "ast_01h2xcejqtf2nbrexx3vqjhp41";
    const [foreign, none] = await Promise.all(
      [assetId, unknown].map((id) => redeem({ assetId: id, deviceCertificate }, { key })),
    );
    expect([foreign?.status, foreign?.json.errorCode, foreign?.json.errors]).to.deep.equal([
      404,
      "SVC-4040",
      none?.json.errors,
    ]);
    const verdicts = await Promise.all(
      [assetId, unknown].map((id) => verify({ assetId: id, deviceCertificate }, key)),
    );
    const [a, b] = verdicts.map(({ json }) => ({ ...json.data, assetId: "", evaluateTime: "" }));
    expect(a).to.deep.equal(b);
    expect(a).to.include({ valid: false });
  });

  it("what is not a request is refused by field, and is never an error of the service", async () => {
    const { assetId, deviceCertificate } = await issued({});
    const good = { assetId, deviceCertificate };
    const bad: [object, string][] = [
      [{ ...good, gate: "" }, "gate"],
      [{ ...good, gate: 7 }, "gate"],
      [{ ...good, gate: "A 1" }, "gate"],
      [{ ...good, gateGroup: "ä" }, "gateGroup"],
      [{ ...good, assetId: "ticket" }, "assetId"],
      [{ assetId }, "deviceCertificate"],
      [{ ...good, deviceCertificate: "no certificate" }, "deviceCertificate"],
      [{ assetId, pass: "no pass" }, "pass"],
      [
        { ...good, proof: { challengeSignature: { nonce: "?", signature: "?" } } },
        "proof.challengeSignature.nonce",
      ],
      [{ ...good, pass: "a.b.c" }, ""],
      [{ ...good, useCount: 1 }, ""],
    ];
    for (const [body, field] of bad) {
      const { status, json, text } = await redeem(body);
      expect(status, text).to.equal(400);
      if (field !== "") expect(json.errors.map((error: { field: string }) => error.field)).to.include(field);
    }
    const badTerms = [
      { useCount: 0 },
      { useCount: 1.5 },
      { useCount: "many" },
      { notBeforeTime: "tomorrow" },
      { notBeforeTime: "2026-02-30T00:00:00Z" },
      { notAfterTime: 1_700_000_000 },
      { notBeforeTime: "0000-01-01T00:00:00Z" },
      { notAfterTime: "9999-12-31T23:59:59-12:00" },
      { gateGroups: "north" },
      { gateGroups: [null] },
      { redeemers: ["Arena"] },
      { seats: 2 },
    ];
    for (const ticket of badTerms) {
      const body = {
        assetProfile: { kind: "ticket", name: "Evening" },
        supportedNetworks: [issuer.network],
        ticket,
      };
      const path = `/api/v1/publishers/${issuer.publisherId}/assets`;
      const { status, json, text } = await ask(product, path, { body, key: product.operatorKey });
      expect(status, `${JSON.stringify(ticket)} ${text}`).to.equal(400);
      expect(json.success).to.equal(false);
    }
  });
});
