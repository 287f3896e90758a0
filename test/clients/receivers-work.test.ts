// The examples of receivers go on receiving while work waits, and while it fails.
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { eventually } from "../e2e/support/scene.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { alone } from "./support/alone.ts";
import { ExampleReceiver, hasPrograms, type Language, languages } from "./support/example-receiver.ts";

const bodyOf = (id: string): string =>
  JSON.stringify({
    specversion: "1.0",
    id,
    source: "https://localhost",
    type: "payment.completed",
    subject: `pay_${id}`,
    time: "2026-01-15T09:30:00.000Z",
    datacontenttype: "application/json",
    cursor: id,
    data: {
      payment: {
        paymentId: `pay_${id}`,
        merchantId: "mer_1",
        amount: "1",
        assetType: "USDX",
        status: "completed",
        refundedAmount: "0",
        createTime: "2026-01-15T09:30:00.000Z",
        expireTime: "2026-01-15T09:45:00.000Z",
        metadata: {},
        version: 1,
      },
    },
  });

describe("receivers that have work", function () {
  this.timeout(300_000);

  for (const language of languages)
    it(`go on receiving, in ${language}`, async function () {
      if (!hasPrograms(language)) this.skip();
      await alone(language, () => scenario(language));
    });
});

async function scenario(language: Language): Promise<void> {
  using folder = temporaryDirectory();
  const file = join(folder.path, "inbox.db");
  using database = inboxWithABacklog(file);
  const key = randomBytes(32);
  const secretsFile = join(folder.path, "secrets");
  writeFileSync(secretsFile, `whsec_${key.toString("base64")}\n`);
  await using example = await ExampleReceiver.start(language, secretsFile, file);
  const send = (id: string): Promise<number> => {
    const [body, at] = [bodyOf(id), String(Math.floor(Date.now() / 1000))];
    const signature = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
    return example.post(body, {
      "webhook-id": id,
      "webhook-timestamp": at,
      "webhook-signature": `v1,${signature}`,
    });
  };

  expect(await endless(example.url), "a body of unknown length").to.not.equal("it is read on");
  expect(await send("evt_early")).to.equal(204);
  expect(example.state().processed).to.be.below(backlog);
  await eventually("the work fails", async () => example.state().processed === backlog);
  expect(await send("evt_late")).to.equal(204);

  using stalled = new DisposableStack();
  for (let caller = 0; caller < 20; caller++) stalled.defer(await stall(example.url));
  expect(await send("evt_last"), "while others do not finish their requests").to.equal(204);

  database.exec("DROP TRIGGER broken");
  await eventually("the work goes on", async () => example.state().processed === backlog + 4);
  const { sales } = example.state();
  expect(new Set(sales).size).to.equal(sales.length);
  expect(sales.slice(-4)).to.deep.equal(["pay_evt_broken", "pay_evt_early", "pay_evt_late", "pay_evt_last"]);
}

/** Sends the head of a request with a negative length. Resolves to what the receiver answers; an empty text if it ends the connection. */
async function endless(url: string): Promise<string> {
  const { port, pathname } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n{}`);
  const [answer] = (await Promise.race([
    once(socket, "data"),
    once(socket, "close").then(() => [""]),
    sleep(5000, ["it is read on"]),
  ])) as [unknown];
  socket.destroy();
  return String(answer);
}

/** Begins a request and does not finish it. Returns what ends the connection. */
async function stall(url: string): Promise<() => void> {
  const { port, pathname } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(`POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{`);
  return () => socket.destroy();
}

/** Events that wait, before one whose work fails. */
const backlog = 1000;

function inboxWithABacklog(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 30_000 });
  database.exec(`
    CREATE TABLE inbox (event_id TEXT PRIMARY KEY, body TEXT NOT NULL, processed_at TEXT);
    CREATE TABLE sales (payment_id TEXT NOT NULL, amount TEXT NOT NULL);
    CREATE TRIGGER broken BEFORE INSERT ON sales WHEN NEW.payment_id = 'pay_evt_broken'
      BEGIN SELECT RAISE(ABORT, 'the books are closed'); END;
    BEGIN`);
  const insert = database.prepare("INSERT INTO inbox (event_id, body) VALUES (?, ?)");
  for (let number = 0; number < backlog; number++) insert.run(`evt_${number}`, bodyOf(`evt_${number}`));
  insert.run("evt_broken", bodyOf("evt_broken"));
  database.exec("COMMIT");
  return database;
}
