// Each of many keys is sent several times at once by many clients: what is answered is always the same, and happens once.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { uuidOf } from "../../src/domain/identifier/identifier.ts";
import { holder, merchant, publisher } from "../e2e/support/scene.ts";
import type { Product } from "../support/product.ts";
import { attempts, timesEach } from "./attempts.ts";
import { Client } from "./client.ts";

/** One in so many keys issues money; the others ask for a payment. */
const moneyEvery = 50;
/** One in so many is sent once more when all is done. */
const lateEvery = 100;
const clientCount = 64;

/** The load is not what the limits of rate are for. */
export const replaySettings = {
  PDA_GATEWAY_RATE_REQUESTS_PER_SECOND: "1000000",
  PDA_GATEWAY_RATE_BURST: "1000000",
};

/** What a run has come to. */
export interface Verdict {
  readonly keys: number;
  readonly calls: number;
  readonly clients: number;
  /** Requests that met another one of their key under way, and were sent again. */
  readonly met: number;
  /** Answers that were told to be repeated ones. */
  readonly replayed: number;
  /** What has not one effect, in words; the first few. */
  readonly violations: readonly string[];
}

/** @param tell called now and then with how many keys have all their answers */
export async function replayKeys(
  product: Product,
  { keys, seed, tell }: { keys: number; seed: number; tell?: (done: number) => void },
): Promise<Verdict> {
  const issuer = await publisher(product);
  const shop = await merchant(product, issuer);
  const { walletId } = await holder(product, issuer);
  const { assetType } = issuer;
  const issuance = {
    path: `/api/v1/publishers/${issuer.publisherId}/issuances`,
    apiKey: product.operatorKey,
    body: JSON.stringify({ walletId, assetType, amount: "0.000001" }),
  };
  const payment = {
    path: "/api/v1/payments",
    apiKey: shop.key,
    body: JSON.stringify({ amount: "1", assetType, merchantId: shop.merchantId }),
  };
  const requestOf = (index: number) => ({
    ...(index % moneyEvery === 0 ? issuance : payment),
    key: `replay-${seed}-${index}`,
  });

  const violations: string[] = [];
  const found = (what: string): void => {
    if (violations.length < 10) violations.push(what);
  };
  /** What was answered first, and how many answers are still due. */
  const open = new Map<number, { answer: string; due: number }>();
  const late = new Map<number, string>();
  const counts = { calls: 0, met: 0, replayed: 0, done: 0 };

  const connection = { port: product.port("PDA_GATEWAY_PORT"), ca: product.ca };
  const clients = await Promise.all(Array.from({ length: clientCount }, () => Client.open(connection)));
  const send = async (client: Client, index: number): Promise<string> => {
    for (;;) {
      const { status, json } = await client.post(requestOf(index));
      counts.calls += 1;
      if (status === 201) return JSON.stringify(json.data);
      // What a client is told to send again: the key is under way, or there is too much to do.
      if (status === 409 && json.errorCode === "SVC-4092") counts.met += 1;
      else if (status !== 503) return `${status} ${json.errorCode}`;
      await sleep(1);
    }
  };
  const note = (index: number, answer: string): void => {
    const first = open.get(index);
    if (!first) {
      open.set(index, { answer, due: timesEach - 1 });
      if (!answer.startsWith("{")) found(`key ${index} was refused: ${answer}`);
      return;
    }
    counts.replayed += 1;
    first.due -= 1;
    if (answer !== first.answer) found(`key ${index} was answered ${first.answer} and ${answer}`);
    if (first.due > 0) return;
    open.delete(index);
    if (index % lateEvery === 0) late.set(index, first.answer);
    counts.done += 1;
    if (counts.done % 1000 === 0) tell?.(counts.done);
  };
  const work = async <Item>(items: Iterator<Item>, each: (client: Client, item: Item) => Promise<void>) => {
    const one = async (client: Client): Promise<void> => {
      for (let next = items.next(); !next.done; next = items.next()) await each(client, next.value);
    };
    await Promise.all(clients.map(one));
  };
  try {
    await work(attempts(keys, seed), async (client, index) => note(index, await send(client, index)));
    await work(late.entries(), async (client, [index, answer]) => {
      const again = await send(client, index);
      counts.replayed += 1;
      if (again !== answer)
        found(`key ${index}, sent again at the end, was answered ${again}, not ${answer}`);
    });
  } finally {
    for (const client of clients) client.close();
  }

  const issued = Math.ceil(keys / moneyEvery);
  const stored = await effects(product.databaseUrl, shop.merchantId, walletId);
  const expected = { payments: keys - issued, announced: keys - issued, issuances: issued, balance: issued };
  for (const [what, count] of Object.entries(expected)) {
    const there = stored[what as keyof typeof expected];
    if (there !== count) found(`${what}: ${there}, not ${count}`);
  }
  const { calls, met, replayed } = counts;
  return { keys, calls, clients: clients.length, met, replayed, violations };
}

/** What there is in the store. */
async function effects(
  databaseUrl: string,
  merchantId: string,
  walletId: string,
): Promise<Record<"payments" | "announced" | "issuances" | "balance", number>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select (select count(*) from payment where merchant_id = $1)::int as payments,
        (select count(distinct subject) from (
          select subject from outbox where merchant_id = $1 and type = 'payment.created' union all
          select subject from event where merchant_id = $1 and type = 'payment.created') said)::int as announced,
        (select count(*) from ledger_transaction where kind = 'issue' and wallet_id = $2)::int as issuances,
        (select sum(balance) from account_balance where owner_id = $2)::int as balance`,
      [uuidOf("merchant", merchantId), uuidOf("wallet", walletId)],
    );
    return rows[0];
  } finally {
    await client.end();
  }
}
