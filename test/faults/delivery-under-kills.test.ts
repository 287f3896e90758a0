// Worker, core and PostgreSQL die by SIGKILL during 100,000 deliveries to a receiver that fails at random. The receiver's own journal on
// disk is the witness: it has every event, under one identifier, and an event again only when a kill has come between.
import { type ChildProcess, fork } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import pg from "pg";
import { ask, type Sent } from "../e2e/support/http.ts";
import { commandOf, descendants } from "../e2e/support/process-tree.ts";
import { type Merchant, merchant, publisher } from "../e2e/support/scene.ts";
import { enabledWebhook } from "../e2e/support/webhooks.ts";
import { Product } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { countEntries, type Entry, readEntries } from "./support/journal.ts";

const shopCount = 2;
const endpointsEach = 20;
const payments = 5_000;
const deliveries = (payments / shopCount) * endpointsEach * shopCount;
const clients = 16;
/** Payments that end together. */
const portion = 500;
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const looks = { worker: / worker$/, core: / core$/, database: /postgres .*-D / };
type Victim = keyof typeof looks;
/** What dies while payments are created, and later; in an order that the seed decides. */
const early: readonly Victim[] = ["core", "database"];
const late: readonly Victim[] = ["worker", "worker", "worker", "worker", "database"];
const shuffled = (victims: readonly Victim[]): readonly Victim[] =>
  fc.sample(fc.shuffledSubarray([...victims], { minLength: victims.length }), { seed, numRuns: 1 })[0] ?? [];
/** How long before its end a process may have had an outcome that it had not recorded. */
const unrecordedMs = 5_000;
/** Pauses of business time without a further delivery after which none is expected. */
const idleMax = 40;
/** Payments expire after a quarter of an hour. */
const expiry = 901;
const program = new URL("./support/journal-receiver.ts", import.meta.url).pathname;
const settings = {
  PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000",
  PDA_GATEWAY_RATE_BURST: "1000000",
};

describe(`100,000 deliveries during kill -9 (SEED=${seed})`, function () {
  this.timeout(900_000);
  const folder = temporaryDirectory();
  const path = join(folder.path, "journal");
  let product: Product;
  let receiver: ChildProcess;
  let port: number;
  before(async () => {
    receiver = fork(program, [path]);
    [port] = (await once(receiver, "message")) as [number];
    product = await Product.start(settings);
  });
  after(async () => {
    receiver.kill("SIGKILL");
    await product[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const answered = async (what: string, sent: Sent): Promise<{ paymentId: string }> => {
    const key = randomUUID();
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await ask(product, what, { ...sent, headers: { "Idempotency-Key": key } }).catch(
        () => undefined,
      );
      if (answer && answer.status < 300) return answer.json.data;
      if (answer) expect([409, 503, 504], answer.text).to.include(answer.status);
      await sleep(100);
    }
    throw new Error(`no answer to ${what}`);
  };
  const pass = (seconds: number) =>
    answered("/api/v1/sandbox/clock/advance", { key: product.operatorKey, body: { seconds: `${seconds}` } });

  it("lose nothing, and repeat only what was under way", async () => {
    const issuer = await publisher(product);
    const shops = await Promise.all(Array.from({ length: shopCount }, () => merchant(product, issuer)));
    const endpoints = new Map<string, Merchant>();
    for (const shop of shops)
      for (let count = 0; count < endpointsEach; count += 1) {
        const name = `${shops.indexOf(shop)}-${count}`;
        const [url, eventTypes] = [`http://127.0.0.1:${port}/${name}`, ["payment.failed"]];
        await enabledWebhook(product, { tenantId: shop.merchantId, url, eventTypes });
        endpoints.set(name, shop);
      }

    const created = new Map<string, Merchant>();
    const create = async (client: number): Promise<void> => {
      for (let count = client; count < portion; count += clients) {
        const shop = shops[count % shopCount] as Merchant;
        const body = { amount: "1", assetType: issuer.assetType, merchantId: shop.merchantId };
        const { paymentId } = await answered("/api/v1/payments", { key: shop.key, body });
        created.set(paymentId, shop);
      }
    };
    const happen = async (): Promise<void> => {
      while (created.size < payments) {
        await Promise.all(Array.from({ length: clients }, (_, client) => create(client)));
        await pass(expiry);
      }
    };
    const kills = new Map<number, string>();
    const kill = async (order: readonly Victim[], isDue: (part: number) => boolean): Promise<void> => {
      for (const [index, victim] of order.entries()) {
        while (!isDue((index + 1) / (order.length + 1))) await sleep(20);
        for (let pid; pid === undefined; await sleep(20)) {
          pid = descendants(product.pid).find((child) => looks[victim].test(commandOf(child)));
          if (pid !== undefined) process.kill(pid, "SIGKILL");
        }
        kills.set(Date.now(), victim);
      }
    };
    const killing = async (): Promise<void> => {
      await kill(shuffled(early), (part) => created.size >= part * payments);
      await kill(shuffled(late), (part) => countEntries(path) >= part * deliveries);
    };
    await Promise.all([happen(), killing()]);

    const wanted = new Set(
      [...endpoints].flatMap(([name, shop]) =>
        [...created].filter(([, owner]) => owner === shop).map(([paymentId]) => `${name} ${paymentId}`),
      ),
    );
    expect(wanted.size).to.equal(deliveries);
    // Events that the receiver refused come again by themselves, after pauses of business time.
    const arrived = (): number => new Set(acceptedOf(path).map(nameOf)).size;
    for (let [count, idle] = [0, 0]; count < deliveries && idle < idleMax; ) {
      const [before, entries] = [count, countEntries(path)];
      await sleep(500);
      if (countEntries(path) > entries + 100) continue;
      count = arrived();
      idle = count > before ? 0 : idle + 1;
      if (count < deliveries) await pass(3 * 3_600);
    }
    expect(arrived(), "deliveries that were accepted").to.equal(deliveries);
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await using end = new AsyncDisposableStack();
    end.defer(() => database.end());
    await database.connect();
    // Nothing is left to send: what came without being recorded has come again.
    for (let left = 1; left > 0; await sleep(200)) {
      const { rows } = await database.query<{ left: number }>(
        "select (select count(*) from webhook_retry) + (select count(*) from webhook_cursor where position < ready_position) as left",
      );
      left = Number(rows[0]?.left);
      if (left > 0) await pass(3_600);
    }
    const journal = readEntries(path);

    // Each event under one identifier, the same for all endpoints, and nothing that did not happen.
    const ids = new Map(journal.map(({ subject, eventId }) => [subject, eventId]));
    expect(new Set(ids.keys())).to.deep.equal(new Set(created.keys()));
    expect(new Set(ids.values()).size).to.equal(payments);
    for (const entry of journal) {
      expect(entry.eventId).to.equal(ids.get(entry.subject));
      expect(entry.bodyId).to.equal(entry.eventId);
    }
    const accepted = Map.groupBy(
      journal.filter(({ accepted }) => accepted),
      nameOf,
    );
    expect(new Set(accepted.keys()), "every event came to each endpoint of its merchant").to.deep.equal(
      wanted,
    );

    // The service has recorded each delivery, and none more often than the receiver accepted it. It sent one again only because of a kill
    // just before the record; the killed worker's record may still have come to be.
    const recorded = await recordedOf(database);
    expect(recorded.size).to.equal(deliveries);
    for (const [name, times] of recorded)
      expect(times, name).to.be.within(1, (accepted.get(name) as Entry[]).length);
    const repeats = [...accepted.values()].filter(({ length }) => length > 1);
    const ends = [...kills].filter(([, victim]) => victim !== "core").map(([at]) => at);
    for (const times of repeats)
      for (const [index, { at }] of times.slice(0, -1).entries()) {
        const next = times[index + 1] as Entry;
        const explained = ends.some((end) => at < end + 100 && at > end - unrecordedMs && next.at > end);
        expect(
          explained,
          `${nameOf(next)} came at ${at} and at ${next.at}; kills were at ${ends.join()}`,
        ).to.equal(true);
      }
    expect(await product.store().read.ledger.violations()).to.deep.equal([]);
  });
});

const nameOf = ({ endpoint, subject }: Entry): string => `${endpoint} ${subject}`;

const acceptedOf = (path: string): Entry[] => readEntries(path).filter(({ accepted }) => accepted);

/** Returns how often each delivery is recorded as a success. */
async function recordedOf(database: pg.Client): Promise<Map<string, number>> {
  const { rows } = await database.query<{ url: string; subject: string; times: number }>(
    `select w.url, e.subject, count(*)::int as times from webhook_delivery d join webhook w using (webhook_id)
      join event e using (event_id) where d.error is null group by w.url, e.subject`,
  );
  return new Map(
    rows.map(({ url, subject, times }) => [`${new URL(url).pathname.slice(1)} ${subject}`, times]),
  );
}
