// Merchants by way of REST: terminals and their keys, certificates, and a settlement account that changes under a running worker.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { newKeyPair, signingRequest } from "../../src/cli/demo/keys.ts";
import { randomAccount } from "../../src/cli/demo/network-account.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask, type Received, type Sent } from "./support/http.ts";
import {
  eventually,
  holder,
  type Holder,
  type Merchant,
  merchant,
  paid,
  publisher,
  type Publisher,
} from "./support/scene.ts";
import { secretsIn } from "./support/secrets.ts";

const delaySeconds = 4;
const accountEvents = [
  "merchant.settlement_account_requested",
  "merchant.settlement_account_cancelled",
  "merchant.settlement_account_changed",
];

describe("merchants over REST", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let customer: Holder;
  let shop: Merchant;
  let path: string;

  before(async () => {
    product = await Product.start({
      PDA_SETTLEMENT_ACCOUNT_DELAY_SECONDS: String(delaySeconds),
      PDA_EVENT_TYPES: ["settlement.finalized", ...accountEvents].join(","),
    });
    issuer = await publisher(product);
    customer = await holder(product, issuer, "100");
  });
  beforeEach(async () => {
    shop = await merchant(product, issuer);
    path = `/merchants/${shop.merchantId}`;
  });
  after(async () => {
    const secrets = secretsIn(product);
    await product[Symbol.asyncDispose]();
    expect(secrets).to.deep.equal([]);
  });

  const as = (key: string, to: string, sent: Sent = {}): Promise<Received> =>
    ask(product, `/api/v1${to}`, { key, ...sent });
  const own = (to: string, sent: Sent = {}) => as(shop.key, to, sent);
  const post = (to: string, body: object = {}, key = shop.key) => as(key, to, { method: "POST", body });
  const outcome = ({ status, json }: Received) => [status, json.errorCode, json.errors?.[0]?.reason];
  const payment = (key: string) =>
    post("/payments", { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId }, key);

  it("a terminal takes payments with a key of its own, until it is suspended or removed", async () => {
    const enrolled = await post(`${path}/devices`, {
      name: "Till 1",
      certificateSigningRequest: await signingRequest(await newKeyPair(), "till"),
    });
    expect(enrolled.status, enrolled.text).to.equal(201);
    const { device, certificate } = enrolled.json.data;
    expect(enrolled.headers.location).to.equal(`/api/v1${path}/devices/${device.deviceId}`);
    expect([device.status, certificate.deviceId]).to.deep.equal(["active", device.deviceId]);
    const made = await post(`${path}/api-keys`, {
      name: "till 1",
      scopes: ["payments.read", "payments.write"],
      deviceId: device.deviceId,
    });
    const key: string = made.json.data.secret;
    const taken = await payment(key);
    expect([taken.status, taken.json.data.deviceId]).to.deep.equal([201, device.deviceId]);
    // It cannot manage its merchant.
    expect(
      outcome(await post(`${path}/api-keys`, { name: "x", scopes: ["payments.read"] }, key)),
    ).to.deep.equal([403, "SVC-4030", "SCOPE_MISSING"]);

    const to = `${path}/devices/${device.deviceId}`;
    const suspended = await own(`${to}/suspend`, { method: "POST", headers: { "If-Match": '"1"' } });
    expect([suspended.json.data.status, suspended.headers.etag]).to.deep.equal(["suspended", '"2"']);
    await eventually("the key stops", async () => ((await payment(key)).status === 401 ? true : undefined));
    await own(`${to}/resume`, { method: "POST" });
    await eventually("the key works", async () => ((await payment(key)).status === 201 ? true : undefined));
    const stale = await own(`${to}/remove`, { method: "POST", headers: { "If-Match": '"2"' } });
    expect(outcome(stale)).to.deep.equal([412, "SVC-4120", "VERSION_CHANGED"]);
    expect((await own(`${to}/remove`, { method: "POST" })).json.data.status).to.equal("removed");
    await eventually("the key is gone", async () => ((await payment(key)).status === 401 ? true : undefined));
    const { apiKeyId } = made.json.data.apiKey;
    const shown = (await own(`${path}/api-keys/${apiKeyId}`)).json.data;
    expect(shown).to.include({ status: "revoked", deviceId: device.deviceId });
  });

  it("a key is rotated by itself, and both work until the old one is ended", async () => {
    const rotated = await post(`${path}/api-keys/${shop.apiKeyId}/rotate`, { overlapSeconds: 3600 });
    expect(rotated.status, rotated.text).to.equal(201);
    const { apiKey, secret } = rotated.json.data;
    expect(apiKey).to.include({ replacesApiKeyId: shop.apiKeyId, name: "till" });
    for (const key of [shop.key, secret]) expect((await payment(key)).status).to.equal(201);
    const old = (await as(secret, `${path}/api-keys/${shop.apiKeyId}`)).json.data;
    expect(old).to.include({ status: "active", replacedByApiKeyId: apiKey.apiKeyId });
    expect(outcome(await post(`${path}/api-keys/${shop.apiKeyId}/rotate`, {}, secret))).to.deep.equal([
      409,
      "SVC-4095",
      "API_KEY_ROTATED",
    ]);
    await post(`${path}/api-keys/${shop.apiKeyId}/revoke`, {}, secret);
    await eventually("the old key stops", async () =>
      (await payment(shop.key)).status === 401 ? true : undefined,
    );
    expect((await payment(secret)).status).to.equal(201);
    await eventually("its last use", async () => {
      const { data } = (await as(secret, `${path}/api-keys/${apiKey.apiKeyId}`)).json;
      return data.lastUseTime as string | undefined;
    });
  });

  it("a certificate is verified by openssl with what the service publishes, and refused once it is revoked", async () => {
    const issued = await post(`${path}/certificates`, {
      certificateSigningRequest: await signingRequest(await newKeyPair(), "merchant"),
    });
    expect(issued.status, issued.text).to.equal(201);
    const { certificateId, certificateChain } = issued.json.data;
    using directory = temporaryDirectory();
    const at = (name: string, text: string): string => {
      const file = join(directory.path, name);
      writeFileSync(file, text);
      return file;
    };
    const [leaf = "", ca = "", root = ""] = certificateChain.split(/(?<=-----END CERTIFICATE-----\n)/);
    const printed = execFileSync("openssl", ["x509", "-noout", "-text", "-in", at("leaf.pem", leaf)], {
      encoding: "utf8",
    });
    const [, list] = /URI:https:\/\/[^/]+(\/api\/v1\/verification\/crls\/\S+)/.exec(printed) ?? [];
    const verdict = async (): Promise<string> => {
      const crls = await Promise.all(
        [list as string, "/api/v1/verification/crls/root"].map(async (each) => {
          const { json } = await ask(product, each, { headers: { Accept: "application/json" } });
          const der = Buffer.from(json.data.revocationList, "base64");
          return execFileSync("openssl", ["crl", "-inform", "DER"], { input: der, encoding: "utf8" });
        }),
      );
      const args = ["verify", "-x509_strict", "-purpose", "sslclient", "-crl_check_all"];
      args.push("-CRLfile", at("crls.pem", crls.join("")), "-trusted", at("root.pem", root));
      try {
        args.push("-untrusted", at("ca.pem", ca), at("leaf.pem", leaf));
        return execFileSync("openssl", args, { encoding: "utf8", stdio: "pipe" });
      } catch (error) {
        return (error as { stderr: string }).stderr;
      }
    };
    expect(await verdict()).to.match(/: OK\n$/);
    await post(`${path}/certificates/${certificateId}/revoke`, { reason: "KEY_COMPROMISE" });
    await eventually("the list says so", async () =>
      (await verdict()).includes("certificate revoked") ? true : undefined,
    );
  });

  it("the worker pays to the old account before the change is in force and to the new one after, with its events", async () => {
    const settledTo = async (): Promise<string> => {
      const { paymentId } = await paid(product, issuer, shop, customer, "2");
      return eventually("a settlement", async () => {
        const { items } = (await own(`/settlement?paymentId=${paymentId}`)).json.data;
        return items[0]?.account as string | undefined;
      });
    };
    const settlementAccount = randomAccount(issuer.network);
    const cancelled = await post(`${path}/settlement-accounts/changes`, { network: issuer.network });
    await post(`${path}/settlement-accounts/changes/${cancelled.json.data.changeId}/cancel`);
    const requested = await post(`${path}/settlement-accounts/changes`, {
      network: issuer.network,
      settlementAccount,
    });
    expect(requested.status, requested.text).to.equal(201);
    const change = requested.json.data;
    expect(change).to.include({ status: "pending", requestedBy: shop.apiKeyId, settlementAccount });
    expect(Date.parse(change.effectiveTime) - Date.parse(change.createTime)).to.equal(delaySeconds * 1000);
    const before = (await own(path)).json.data;
    expect(before.settlementAccounts).to.deep.equal([shop.account]);
    expect(before.pendingSettlementAccountChanges).to.deep.equal([change]);
    const first = await settledTo();
    const opened = (await own("/settlement")).json.data.items.at(-1);
    expect(first).to.equal(
      Date.parse(opened.createTime) < Date.parse(change.effectiveTime) ? shop.account : settlementAccount,
    );
    await eventually("the change is in force", async () =>
      (await own(path)).json.data.settlementAccounts[0] === settlementAccount ? true : undefined,
    );
    expect(await settledTo()).to.equal(settlementAccount);
    const events = await eventually("its events", async () => {
      const { items } = (await own("/events?pageSize=200")).json.data;
      const types = items
        .map(({ type }: { type: string }) => type)
        .filter((type: string) => accountEvents.includes(type));
      return types.length === 4 ? types : undefined;
    });
    expect(events).to.deep.equal([accountEvents[0], accountEvents[1], accountEvents[0], accountEvents[2]]);
  });

  it("a merchant that is suspended takes no payments and still reads; its profile is its own, its name not", async () => {
    const stop = (verb: string) => post(`${path}/${verb}`, { reason: "Review" }, product.operatorKey);
    expect(outcome(await post(`${path}/suspend`))).to.deep.equal([403, "SVC-4030", "SCOPE_MISSING"]);
    expect((await stop("suspend")).json.data.status).to.equal("suspended");
    expect(outcome(await payment(shop.key))).to.deep.equal([409, "SVC-4097", "MERCHANT_NOT_ACTIVE"]);
    expect((await own("/payments")).status).to.equal(200);
    expect((await stop("resume")).json.data.status).to.equal("active");
    expect((await payment(shop.key)).status).to.equal(201);
    const patch = (body: object, key = shop.key) => as(key, path, { method: "PATCH", body });
    expect(outcome(await patch({ name: "Central Bank" }))).to.deep.equal([
      403,
      "SVC-4030",
      "NAME_BY_OPERATOR",
    ]);
    const changed = await patch({ website: "https://shop.example" });
    expect([changed.json.data.website, changed.headers.etag]).to.deep.equal(["https://shop.example", '"4"']);
    expect((await patch({ name: "Better Shop" }, product.operatorKey)).json.data.name).to.equal(
      "Better Shop",
    );
    const { items } = (await as(product.operatorKey, "/merchants?namePrefix=better%20s&status=active")).json
      .data;
    expect(items.map(({ merchantId }: { merchantId: string }) => merchantId)).to.deep.equal([
      shop.merchantId,
    ]);
    expect((await own("/merchants")).status).to.equal(403);
  });

  it("nothing of another merchant's can be seen or changed", async () => {
    const other = await merchant(product, issuer);
    const { deviceId } = (await post(`${path}/devices`, { name: "Till" })).json.data.device;
    const { certificateId } = (
      await post(`${path}/certificates`, {
        certificateSigningRequest: await signingRequest(await newKeyPair(), "merchant"),
      })
    ).json.data;
    const { changeId } = (await post(`${path}/settlement-accounts/changes`, { network: issuer.network })).json
      .data;
    const things = [
      `devices/${deviceId}`,
      `certificates/${certificateId}`,
      `settlement-accounts/changes/${changeId}`,
      `api-keys/${shop.apiKeyId}`,
    ];
    const verbs = [
      ...["suspend", "resume", "remove"].map((verb) => `devices/${deviceId}/${verb}`),
      `certificates/${certificateId}/revoke`,
      `settlement-accounts/changes/${changeId}/cancel`,
      `api-keys/${shop.apiKeyId}/rotate`,
    ];
    for (const thing of things) {
      expect((await as(other.key, `${path}/${thing}`)).status, thing).to.equal(403);
      expect((await as(other.key, `/merchants/${other.merchantId}/${thing}`)).status, thing).to.equal(404);
    }
    for (const verb of verbs) {
      expect((await post(`${path}/${verb}`, {}, other.key)).status, verb).to.equal(403);
      expect((await post(`/merchants/${other.merchantId}/${verb}`, {}, other.key)).status, verb).to.equal(
        404,
      );
    }
    for (const [to, body] of [
      ["devices", { name: "Till" }],
      ["certificates", { certificateSigningRequest: "x" }],
      ["settlement-accounts/changes", { network: issuer.network }],
    ] as const) {
      expect((await as(other.key, `${path}/${to}`)).status, to).to.equal(403);
      expect((await post(`${path}/${to}`, body, other.key)).status, to).to.equal(403);
      const list = await as(other.key, `/merchants/${other.merchantId}/${to}`);
      for (const id of [deviceId, certificateId, changeId]) expect(list.text).not.to.contain(id);
    }
    expect(
      (await as(other.key, path, { method: "PATCH", body: { website: "https://x.example" } })).status,
    ).to.equal(403);
  });
});
