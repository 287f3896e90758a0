import { EventStream } from "../../support/event-stream.ts";
import { callOnce } from "../http.ts";
import { paymentFacts } from "../sql/rows.ts";
import { quantile, significant } from "../statistics.ts";
import { takeTurn } from "../turn.ts";
import { makeWallets } from "../wallets.ts";
import { authorizing, termsOf } from "./payments-authorize-sql.ts";
import type { Bench, Setting } from "./setting.ts";
import { authorised, createOne, oursOf } from "./targets.ts";

/** Payments a second while the stream is open. */
const rate = 200;
const wallets = 100;
const target = 50;

/** Makes a key of a merchant that reads events. */
export async function eventKey({ product }: Pick<Setting, "product">, merchantId: string): Promise<string> {
  const { port, ca, operatorKey } = product;
  const { data } = await callOnce({
    port,
    ca,
    method: "POST",
    path: `/api/v1/merchants/${merchantId}/api-keys`,
    headers: authorised({ apiKey: operatorKey }),
    body: JSON.stringify({ name: "stream", scopes: ["events.read"] }),
  });
  return (data as { secret: string }).secret;
}

/** Time from the transaction that completes a payment to its event at the reader of a stream, at a constant rate of payments. */
export const eventsStream: Bench = {
  name: "events.stream/p99_ms",
  async run(setting) {
    const { product, made, seconds } = setting;
    const { paymentId } = await createOne(setting, oursOf(setting));
    const facts = await paymentFacts(product.databaseUrl, paymentId);
    const { terms } = await termsOf(setting, paymentId);
    const payers = await makeWallets(product.databaseUrl, facts, wallets);
    const paying = await authorizing(setting, payers, terms, facts, rate);
    const stream = await EventStream.open({
      baseUrl: `https://localhost:${product.port}`,
      ca: product.ca,
      query: "?type=payment.completed&pageToken=latest",
      headers: authorised({ apiKey: await eventKey(setting, made.merchantId) }),
    });
    if (stream.status !== 200) throw new Error(`the stream is refused: ${stream.status}`);
    const delays: number[] = [];
    stream.onFrame = ({ data }) => delays.push(Date.now() - Date.parse(data.time as string));
    // The first turn does not count (see duel.ts).
    await takeTurn(paying);
    delays.length = 0;
    const turn = await takeTurn(paying);
    stream.cut();
    if (delays.length < rate * seconds) throw new Error(`only ${delays.length} events came`);
    delays.sort((a, b) => a - b);
    const value = significant(quantile(delays, 0.99), 3);
    return {
      bench: this.name,
      against: `the time of each event, which its transaction begins with, at ${rate} payments a second`,
      value,
      unit: "ms",
      target,
      met: value < target,
      ours: value,
      theirs: null,
      seconds,
      medianMs: significant(quantile(delays, 0.5), 3),
      events: delays.length,
      cpuMicrosPerCall: turn.cpu,
    };
  },
};
