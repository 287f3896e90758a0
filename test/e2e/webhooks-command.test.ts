// `pda webhooks`, `pda trigger` and `pda listen` beside a running service, with receivers on this machine.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { type Outcome, pda } from "../platform/program.ts";
import { Product } from "../support/product.ts";
import { polite, Receiver } from "../support/receiver.ts";
import { Relay } from "../support/relay.ts";
import { eventually, type Merchant, merchant, type Publisher, publisher } from "./support/scene.ts";

const bin = join(import.meta.dirname, "../../bin/pda");
const secretForm = /\nsecret {2}(whsec_\S+)\nStore the secret now: it is not shown again\.\n$/;
const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** A running `pda listen`. */
class Listening implements AsyncDisposable {
  readonly lines: string[] = [];
  readonly said: string[] = [];
  readonly #child: ChildProcess;

  constructor(product: Product, args: readonly string[]) {
    const env = { ...process.env, ...product.settings };
    this.#child = spawn(bin, ["listen", ...args], { env, cwd: product.folder });
    const { stdout, stderr } = this.#child;
    if (!stdout || !stderr) throw new Error("it has no output");
    createInterface({ input: stdout }).on("line", (line) => this.lines.push(line));
    createInterface({ input: stderr }).on("line", (line) => this.said.push(line));
  }

  /** Waits until the command has said something. */
  async hears(text: string): Promise<void> {
    await eventually(text, async () => this.said.some((line) => line.includes(text)));
  }

  /** Presses Ctrl-C. @returns the exit code */
  async stop(): Promise<number> {
    const gone = once(this.#child, "close");
    this.#child.kill("SIGINT");
    const [code] = await gone;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await gone;
  }
}

describe("the commands for those who receive events", function () {
  this.timeout(240_000);
  let product: Product;
  let issuer: Publisher;
  let shop: Merchant;

  before(async () => {
    product = await Product.start();
    issuer = await publisher(product);
  });
  beforeEach(async () => {
    shop = await merchant(product, issuer, ["events.read", "events.write"]);
  });
  after(() => product?.[Symbol.asyncDispose]());

  /** Runs a command with a merchant's key, or with the operator's. */
  const run = (args: readonly string[], key?: string): Promise<Outcome> => {
    const env = { ...product.settings, ...(key === undefined ? {} : { PDA_API_KEY: key }) };
    return pda(args, { env, cwd: product.folder });
  };
  const succeeds = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(args, shop.key);
    expect({ code, stderr }, args.join(" ")).to.deep.equal({ code: 0, stderr: "" });
    return stdout;
  };
  const json = async (...args: string[]) => JSON.parse(await succeeds(...args, "--json"));
  const trigger = async (type: string, ...args: string[]) => {
    const { code, stdout, stderr } = await run(["trigger", type, "--json", ...args]);
    expect({ code, stderr }, type).to.deep.equal({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  const atShop = (type: string) => trigger(type, "--merchant", shop.merchantId);
  const enabled = (webhookId: string) =>
    eventually("the endpoint is enabled", async () => (await json("webhooks", "show", webhookId)).enabled);

  it("create an endpoint, print its secret once, and show it", async () => {
    await using receiver = await Receiver.startPlain();
    const printed = await succeeds(
      "webhooks",
      "create",
      receiver.plainUrl,
      "--events",
      "payment.completed,refund.completed",
      "--description",
      "Orders",
      "--concurrency",
      "3",
    );
    const [, webhookId = ""] = /^webhook +(whk_\w+)\n/.exec(printed) ?? [];
    const [, secret = ""] = secretForm.exec(printed) ?? [];
    expect(printed).to.match(/\nevents +payment.completed refund.completed\n/);
    await enabled(webhookId);
    const [verification] = receiver.received;
    new Webhook(secret).verify(verification?.body ?? "", verification?.headers as Record<string, string>);

    const list = await succeeds("webhooks", "list");
    expect(list).to.match(/^webhook +status +url +events +owner +failing since +description\n/);
    expect(list).to.match(new RegExp(`\\n${webhookId} +enabled +${receiver.plainUrl} .* Orders\\n`));
    const shown = await succeeds("webhooks", "show", webhookId);
    expect(shown).to.match(/\nsends +up to 3 at once\n/);
    for (const text of [list, shown]) expect(text).to.not.contain("whsec_");
    expect((await json("webhooks", "list")).items).to.deep.equal([await json("webhooks", "show", webhookId)]);
  });

  it("take a secret from a file, replace it, and delete the endpoint", async () => {
    await using receiver = await Receiver.startPlain();
    const [secret, other] = [newSecret(), newSecret()];
    const file = join(product.folder, "webhook-secret.txt");
    writeFileSync(file, `${secret}\n`);
    const events = ["--events", "payment.failed"];
    const bearer = join(product.folder, "bearer-token.txt");
    writeFileSync(bearer, "the-receivers-token\n");
    const files = ["--secret-file", file, "--bearer-token-file", bearer];
    const created = await json("webhooks", "create", receiver.plainUrl, ...events, ...files);
    expect(created.secret).to.equal(secret);
    expect(created.webhook.authentication).to.deep.equal({ method: "bearer" });
    const { webhookId } = created.webhook;
    await enabled(webhookId);
    expect(receiver.received[0]?.headers.authorization).to.equal("Bearer the-receivers-token");
    const rotated = await succeeds("webhooks", "rotate-secret", webhookId, "--secret", other);
    expect(rotated).to.contain("the earlier secret signs, too, until ").and.match(secretForm);
    const again = await run(["webhooks", "rotate-secret", webhookId], shop.key);
    expect(again.code).to.equal(1);
    expect(again.stderr).to.contain("SECRET_OVERLAP").and.contain("--overlap-seconds 0");
    const both = await succeeds("webhooks", "rotate-secret", webhookId, "--overlap-seconds", "0");
    expect(both).to.match(secretForm).and.not.contain(other).and.not.contain("earlier secret");
    expect((await json("webhooks", "delete", webhookId)).status).to.equal("deleted");
    const replay = await run(["webhooks", "replay", webhookId, "--from", "2026-01-31"], shop.key);
    expect(replay.code).to.equal(1);
    expect(replay.stderr).to.match(/^pda: SVC-\d{4} .+\n {2}next: .+\n$/);
  });

  it("verify an endpoint, and tell what its receiver has answered", async () => {
    await using receiver = await Receiver.startPlain((_, response) => void response.writeHead(500).end());
    const events = ["--events", "payment.failed"];
    const { webhookId } = (await json("webhooks", "create", receiver.plainUrl, ...events)).webhook;
    await eventually("the first verification", async () => receiver.received.length === 1);
    const refused = await run(["webhooks", "verify", webhookId], shop.key);
    expect([refused.code, refused.stdout]).to.deep.equal([1, ""]);
    expect(refused.stderr).to.contain("did not answer with the challenge: STATUS 500");
    expect(refused.stderr).to.match(/next: see the attempt: pda webhooks attempts whk_\w+ dlv_\w+;/);
    receiver.answer = polite;
    expect(await succeeds("webhooks", "verify", webhookId)).to.match(/\nstatus +enabled\n/);
    const count = receiver.received.length;
    expect((await json("webhooks", "verify", webhookId)).status).to.equal("enabled");
    expect(receiver.received.length).to.equal(count);
  });

  it("show attempts, list what was missed, and send it again", async () => {
    let isDown = false;
    await using receiver = await Receiver.startPlain((received, response) =>
      isDown ? void response.writeHead(500).end("out of order") : polite(received, response),
    );
    const events = ["--events", "payment.completed"];
    const { webhookId } = (await json("webhooks", "create", receiver.plainUrl, ...events)).webhook;
    await enabled(webhookId);
    isDown = true;
    const event = await atShop("payment.completed");
    const attempts = (...more: string[]) =>
      json("webhooks", "attempts", webhookId, "--event", event.id, ...more);
    // After the second failure the next attempt is minutes away, so it does not come in between.
    const failed = await eventually("two attempts failed", async () => {
      const { items } = await attempts("--outcome", "failed");
      return items.length > 1 && items.at(-1);
    });
    const table = await succeeds("webhooks", "attempts", webhookId, "--event", event.id);
    expect(table).to.match(/^attempt +time +event +number +outcome +status +took +next\n/);
    expect(table).to.match(new RegExp(`\\n${failed.deliveryId} .* ${event.id} +1 +failed STATUS +500 `));
    const one = await succeeds("webhooks", "attempts", webhookId, failed.deliveryId);
    expect(one).to.match(/\nanswer +out of order\n/);

    const from = ["--from", new Date(Date.now() - 86_400_000).toISOString()];
    const missed = await succeeds("webhooks", "missed", webhookId, ...from);
    expect(missed).to.match(new RegExp(`^event +type +time +next\\n${event.id} +payment.completed `));
    isDown = false;
    const replayed = await succeeds("webhooks", "replay", webhookId, ...from, "--missed");
    expect(replayed).to.match(/^1 event is sent again\nsee the attempts: pda webhooks attempts whk_/);
    await eventually(
      "the event came",
      async () =>
        receiver.events.at(-1)?.id === event.id &&
        (await attempts("--outcome", "succeeded")).items.length > 0,
    );
    expect(await json("webhooks", "replay", webhookId, event.id)).to.deep.equal({ scheduledCount: 1 });
    await eventually(
      "it came again",
      async () => (await attempts("--outcome", "succeeded")).items.length > 1,
    );
    expect(await succeeds("webhooks", "missed", webhookId, ...from)).to.equal("none\n");
    await succeeds("trigger", "payment.completed", "--webhook", webhookId);
    const test = async () => receiver.events.find(({ id }) => id !== event.id);
    await eventually("the test event", async () => (await test()) !== undefined);
    const refused = await run(["webhooks", "replay", webhookId, (await test())?.id ?? ""], shop.key);
    expect(refused.stderr).to.contain(`send another test event: pda trigger <type> --webhook ${webhookId}`);

    const changed = ["--concurrency", "3", "--description", "the till", "--thin"];
    expect(await json("webhooks", "update", webhookId, ...changed)).to.deep.include({
      webhookId,
      concurrency: 3,
      description: "the till",
      thin: true,
    });
    const kept = await json("webhooks", "update", webhookId, "--no-thin");
    expect(kept).to.deep.include({ concurrency: 3, description: "the till" });
    expect(kept.thin ?? false).to.equal(false);
    const nothing = await run(["webhooks", "update", webhookId], shop.key);
    expect([nothing.code, nothing.stderr.includes("nothing is to be changed")]).to.deep.equal([1, true]);

    expect((await json("webhooks", "disable", webhookId)).status).to.equal("disabled");
    const disabled = await run(["webhooks", "replay", webhookId, event.id], shop.key);
    expect(disabled.stderr).to.contain("WEBHOOK_NOT_ENABLED").and.contain(`pda webhooks show ${webhookId};`);
    expect((await json("webhooks", "enable", webhookId)).status).to.equal("enabled");
    const both = await run(["webhooks", "replay", webhookId, event.id, ...from], shop.key);
    expect(both.stderr).to.contain("name either events or a range of time");
  });

  it("say what to do about a wrong call", async () => {
    const unknown = "whk_01h2xcejqtf2nbrexx3vqjhp41";
    const create = ["webhooks", "create", "http://127.0.0.1:1024/hooks"];
    for (const [args, key, said] of [
      [["webhooks", "show", unknown], shop.key, "next: see which exist: pda webhooks list"],
      [["webhooks", "show", "whk_1"], shop.key, "It must be an identifier, whk_…."],
      [[...create, "--events", "payment.done"], shop.key, "UNKNOWN_EVENT_TYPE"],
      [[...create, "--events", "payment.failed"], undefined, "name the merchant or publisher with --tenant"],
      [create, shop.key, "required option '--events <types>'"],
      [["trigger", "payment.done"], undefined, "use one of these: payment.completed, payment.failed"],
      [["trigger", "payment.completed"], shop.key, "name a key that may do this"],
      [["trigger", "payment.completed", "--webhook", unknown], shop.key, "next: see which exist"],
      [["listen", "--forward-to", "ftp://x"], shop.key, "It must begin with https://"],
      [["listen", "--secret", newSecret()], shop.key, "name the receiver with --forward-to"],
      [["listen", "--after", "nothing"], shop.key, "SVC-4005"],
      [["listen", "--after", "nothing"], shop.key, "next: use --after with the cursor"],
      [["listen"], "pda_wrong", "name a key with the scope events.read"],
      [["webhooks", "list"], "pda_wrong", "the API key from"],
      [["listen", "--url", "https://localhost:1"], shop.key, "no service answers at https://localhost:1"],
    ] as const) {
      const { code, stdout, stderr } = await run(args, key);
      expect({ code, stdout }, args.join(" ")).to.deep.equal({ code: 1, stdout: "" });
      expect(stderr, args.join(" ")).to.contain(said);
      expect(stderr.split("\n")).to.have.lengthOf.at.most(3);
    }
  });

  it("make a real event of each published type happen", async () => {
    for (const [type, subject] of [
      ["payment.completed", "pay_"],
      ["payment.failed", "pay_"],
      ["refund.completed", "rfd_"],
      ["settlement.finalized", "stl_"],
      ["asset.revoked", "ast_"],
      ["ownership.transferred", "ast_"],
    ]) {
      const event = await trigger(type as string);
      expect(event.type).to.equal(type);
      expect(event.subject).to.match(new RegExp(`^${subject}`));
      const { data } = await product.client().GET("/api/v1/events/{eventId}", {
        params: { path: { eventId: event.id } },
      });
      expect(data).to.deep.equal(event);
    }
    const { stdout } = await run(["trigger", "payment.failed", "--merchant", shop.merchantId]);
    expect(stdout).to.match(/^event +evt_\w+\ntype +payment.failed\nsubject +pay_\w+\ntime +20\S+Z\n$/);
    const { data } = await shop.api.GET("/api/v1/events");
    expect(data.items.map(({ type }) => type)).to.deep.equal(["payment.failed"]);
  });

  it("send a test event to an endpoint, and fail when the receiver does not accept it", async () => {
    let status = 204;
    await using receiver = await Receiver.startPlain((received, response) =>
      polite(received, response, () => void response.writeHead(status).end()),
    );
    const events = ["--events", "refund.completed"];
    const { webhookId } = (await json("webhooks", "create", receiver.plainUrl, ...events)).webhook;
    await enabled(webhookId);
    const send = (...more: string[]) =>
      run(["trigger", "refund.completed", "--webhook", webhookId, ...more], shop.key);
    const accepted = await send();
    expect(accepted.code, accepted.stderr).to.equal(0);
    expect(accepted.stdout).to.match(/\noutcome +succeeded\nstatus +204\n/);
    expect(JSON.parse(receiver.received.at(-1)?.body ?? "")).to.include({
      type: "refund.completed",
      test: true,
    });
    status = 500;
    const refused = await send("--json");
    expect(refused.code).to.equal(1);
    expect(JSON.parse(refused.stdout)).to.include({ outcome: "failed", error: "STATUS", statusCode: 500 });
  });

  it("forward events to a receiver as real deliveries, and end with Ctrl-C", async () => {
    await using receiver = await Receiver.startPlain();
    await using listening = new Listening(product, [
      "--forward-to",
      receiver.plainUrl,
      "--events",
      "payment.completed,refund.completed",
    ]);
    await listening.hears("listening to ");
    const [, secret = ""] = /^secret {2}(whsec_\S+)$/.exec(listening.lines[0] ?? "") ?? [];
    await trigger("payment.failed");
    const refund = await trigger("refund.completed");
    await eventually("the events came", async () => receiver.received.length === 2);
    const [paid, refunded] = receiver.received;
    for (const [index, { headers, body }] of receiver.received.entries()) {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(headers["content-type"]).to.equal("application/cloudevents+json; charset=utf-8");
      expect(headers["user-agent"]).to.match(/^pda-webhooks\//);
      expect(headers).to.include({ "webhook-attempt": "1", "webhook-sequence": String(index + 1) });
      expect(headers["webhook-id"]).to.equal(JSON.parse(body).id);
    }
    expect(JSON.parse(paid?.body ?? "").type).to.equal("payment.completed");
    expect(JSON.parse(refunded?.body ?? "")).to.deep.equal(refund);
    await eventually("the line", async () => listening.lines.length === 3);
    expect(listening.lines[2]).to.match(
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}refund.completed {2}${refund.id} -> 204 in \\d+ ms$`),
    );
    expect(await listening.stop()).to.equal(130);
    expect(listening.said).to.include("pda: stopped: 2 events, 2 accepted (SIGINT)");
    const cursor = / --after (\S+)$/.exec(listening.said.at(-1) ?? "")?.[1] ?? "";

    // What happened meanwhile comes when it goes on there, with the secret that is given.
    const missed = await trigger("refund.completed");
    const own = newSecret();
    const args = ["--forward-to", receiver.plainUrl, "--after", cursor, "--events", "refund.completed"];
    await using further = new Listening(product, [...args, "--secret", own, "--json"]);
    await eventually("the event came", async () => receiver.received.length === 3);
    const { body = "", headers = {} } = receiver.received[2] ?? {};
    new Webhook(own).verify(body, headers as Record<string, string>);
    expect(JSON.parse(body)).to.deep.equal(missed);
    await eventually("the line", async () => further.lines.length === 1);
    const line = JSON.parse(further.lines[0] ?? "");
    expect(line.event).to.deep.equal(missed);
    expect(line.statusCode).to.equal(204);
    expect(further.lines.join()).to.not.contain(own);
    expect(await further.stop()).to.equal(130);
  });

  it("listen again after a lost connection, and lose no event", async () => {
    await using relay = await Relay.start(product.baseUrl);
    const url = `https://localhost:${new URL(relay.url(product.baseUrl)).port}`;
    const ca = join(product.pkiDir, "tier/root.crt");
    const key = join(product.dataDir, "keys/operator.key");
    await using receiver = await Receiver.startPlain((_, response) => void response.writeHead(503).end());
    await using listening = new Listening(product, [
      "--url",
      url,
      "--ca",
      ca,
      "--api-key-file",
      key,
      "--print-json",
      "--forward-to",
      receiver.plainUrl,
      "--events",
      "payment.failed",
    ]);
    await listening.hears("listening to ");
    const first = await trigger("payment.failed");
    await eventually("the first event came", async () => receiver.received.length === 1);
    relay.cut();
    await listening.hears("the next connection is made in ");
    const second = await trigger("payment.failed");
    await listening.hears("connected again");
    const third = await trigger("payment.failed");
    await eventually("the events came", async () => receiver.received.length === 3);
    const ids = receiver.received.map(({ body }) => JSON.parse(body).id);
    expect(ids).to.deep.equal([first.id, second.id, third.id]);
    expect(listening.lines.find((line) => line.includes(third.id))).to.contain(" -> 503 in ");
    await eventually("the event as JSON", async () => listening.lines.at(-1) === "}");
    expect(await listening.stop()).to.equal(130);
    expect(listening.said).to.include("pda: stopped: 3 events, 0 accepted (SIGINT)");
  });
});
