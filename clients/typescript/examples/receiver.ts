// A receiver of webhooks with an inbox table: it loses nothing, and does the work of each event once.
//   node receiver.ts <file of the secrets> <database> [port]
// It prints its port. The file has one secret a line: two while one replaces the other. Needs Node 24, for node:sqlite. With another
// database only the class Inbox changes. Its endpoint has no `thin`: events come with their data.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";
import { type components, PdaWebhookError, type Webhook, WebhookVerifier } from "@pda/client";

type Event = components["schemas"]["Event"];
const needsData = "this receiver needs events with their data: set thin of the endpoint to false";

const [, , secretsFile = "", databaseFile = "", port = "0"] = process.argv;
const bytesMax = 1_048_576;

class Inbox {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    // Waits so many milliseconds for another process that has the file.
    this.#database = new DatabaseSync(file, { timeout: 10_000 });
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS inbox (
        event_id     TEXT PRIMARY KEY,
        body         TEXT NOT NULL,
        processed_at TEXT
      );
      CREATE TABLE IF NOT EXISTS sales (payment_id TEXT NOT NULL, amount TEXT NOT NULL);
    `);
  }

  /** Stores an event. One that came before has no effect. */
  put(event: Event, body: string): void {
    this.#database
      .prepare("INSERT INTO inbox (event_id, body) VALUES (?, ?) ON CONFLICT DO NOTHING")
      .run(event.id, body);
  }

  /** Works off one event: its effect and its mark are one transaction. Several workers need a lock, e.g. `FOR UPDATE SKIP LOCKED`. */
  workOff(): boolean {
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const next = this.#database
        .prepare("SELECT event_id, body FROM inbox WHERE processed_at IS NULL ORDER BY rowid LIMIT 1")
        .get() as { event_id: string; body: string } | undefined;
      if (next) {
        this.#sell(JSON.parse(next.body) as Event);
        this.#database
          .prepare("UPDATE inbox SET processed_at = CURRENT_TIMESTAMP WHERE event_id = ?")
          .run(next.event_id);
      }
      this.#database.exec("COMMIT");
      return next !== undefined;
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** What this shop does about events. It passes over types that it does not know. */
  #sell({ type, data }: Event): void {
    if (type !== "payment.completed" || !data.payment) return;
    const { paymentId, amount } = data.payment;
    this.#database.prepare("INSERT INTO sales (payment_id, amount) VALUES (?, ?)").run(paymentId, amount);
  }
}

const inbox = new Inbox(databaseFile);

/** Returns the body; undefined for one that is too long. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function genuine(request: IncomingMessage, body: Buffer): Webhook {
  // Read anew, so that a rotation needs no restart.
  const secrets = readFileSync(secretsFile, "utf8").split("\n").filter(Boolean);
  return new WebhookVerifier({ secrets }).verify(body, request.headers);
}

/** Returns the answer to a request: a status and a text. */
async function answer(request: IncomingMessage): Promise<[status: number, text: string]> {
  const body = await bodyOf(request);
  if (body === undefined) return [413, ""];
  try {
    const webhook = genuine(request, body);
    if (webhook.kind === "verification") return [200, webhook.answer];
    if (webhook.kind === "test") return [204, ""];
    // Answered with an error, it comes again, and with its data as soon as the endpoint has been changed.
    if (webhook.event.data === undefined) return [501, needsData];
    inbox.put(webhook.event, body.toString());
    return [204, ""];
  } catch (error) {
    if (error instanceof PdaWebhookError) return [401, error.message];
    throw error;
  }
}

const server = createServer((request, response) => {
  answer(request)
    .then(([status, text]) => response.writeHead(status, { "content-type": "application/json" }).end(text))
    // The service sends the event again.
    .catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
});
server.listen(Number(port), "127.0.0.1");
await once(server, "listening");
console.log((server.address() as AddressInfo).port);

for (;;)
  try {
    // The server takes its turn after each event, also while many wait.
    await (inbox.workOff() ? turn() : sleep(100));
  } catch (error) {
    // Webhooks come in while the work fails; the event is tried again.
    console.error(error);
    await sleep(1000);
  }
