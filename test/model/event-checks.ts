// At the end: the log tells each effect of the model by one event, and nothing else.
import { balanceOnNetwork } from "../e2e/support/reconcile.ts";
import { eventually, type Merchant } from "../e2e/support/scene.ts";
import type { Effect } from "./ledger-model.ts";
import { decimal, type Sides, Violation } from "./perform.ts";

const finalized = "settlement.finalized";
const pageSize = 100;

/** An event as its merchant reads it. */
interface Event {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly settlement?: { readonly amount: string } };
}

/** What an event has to say. */
interface Expected extends Pick<Effect, "type" | "step" | "isLate"> {
  readonly subject: string;
}

/**
 * Each payment that has ended and each refund has one event, under one identifier, in the log of its merchant and in the order of the
 * steps. What happened in one step may be in any order, and an expiry may be recorded late. Settlements are what the service does by itself: `checkPayouts`.
 */
export async function checkEvents(sides: Sides): Promise<void> {
  const { world } = sides;
  for (const [index, shop] of world.shops.entries()) {
    const expected = expectedOf(sides, index);
    const events = await eventsOf(sides, shop, (found) => found.length >= expected.length);
    const asText = ({ type, subject }: Pick<Expected, "type" | "subject"> | Event) => `${type} ${subject}`;
    const effects = new Map(expected.map((each) => [asText(each), each]));
    const found = events.map(asText);
    const unknown = found.filter((text) => !effects.has(text));
    const missing = [...effects.keys()].filter((text) => !found.includes(text));
    const twice = found.filter((text, place) => found.indexOf(text) !== place);
    if (unknown.length + missing.length + twice.length > 0)
      throw new Violation(
        `events of merchant ${index}: unknown [${unknown.join()}], missing [${missing.join()}], twice [${twice.join()}]`,
      );
    if (new Set(events.map(({ id }) => id)).size !== events.length)
      throw new Violation(`merchant ${index} has two events with one identifier`);
    let latest = 0;
    for (const [place, text] of found.entries()) {
      const { step = 0, isLate = false } = effects.get(text) ?? {};
      if (step < latest && !isLate)
        throw new Violation(
          `${text} comes after an event that happened later: ${found.slice(0, place).join()}`,
        );
      latest = Math.max(latest, step);
    }
  }
}

/** Each final settlement has one event, and their amounts are what the network has. Called when everything is settled. */
export async function checkPayouts(sides: Sides): Promise<void> {
  const { product, issuer, shops } = sides.world;
  for (const [index, shop] of shops.entries()) {
    const has = decimal(await balanceOnNetwork(product, issuer, shop));
    const paidOut = (events: readonly Event[]) => {
      const amounts = events.map(({ data }) => minor(data.settlement?.amount ?? "0"));
      return decimal(amounts.reduce((sum, amount) => sum + amount, 0n));
    };
    const events = await eventsOf(sides, shop, (found) => paidOut(found) === has, finalized);
    if (paidOut(events) !== has)
      throw new Violation(`merchant ${index} has ${has} on the network, and its events do not say so`);
    if (new Set(events.map(({ subject }) => subject)).size !== events.length)
      throw new Violation(`merchant ${index} has two events of one settlement`);
  }
}

function expectedOf({ world, model }: Sides, merchant: number): Expected[] {
  const refunds = new Map<object, number>();
  return model.effects
    .filter(({ payment }) => payment.merchant === merchant)
    .map(({ type, step, isLate, payment }) => {
      const real = world.payments[model.payments.indexOf(payment)];
      const nth = refunds.get(payment) ?? 0;
      if (type === "refund.completed") refunds.set(payment, nth + 1);
      const subject = type === "refund.completed" ? real?.refundIds[nth] : real?.paymentId;
      return { type, step, isLate, subject: subject ?? "none" };
    });
}

/** Returns a merchant's events of one type, or those that are not of settlements, once there are enough or none has come for long. */
async function eventsOf(
  { world }: Sides,
  { key }: Merchant,
  isEnough: (events: readonly Event[]) => boolean,
  type?: string,
): Promise<Event[]> {
  let events: Event[] = [];
  const read = async (): Promise<boolean> => {
    events = [];
    for (let token = ""; ; ) {
      const path = `/api/v1/events?pageSize=${pageSize}${type ? `&type=${type}` : ""}${token}`;
      const { items, nextPageToken } = (await world.read(path, { key })) as {
        items: Event[];
        nextPageToken: string;
      };
      events.push(...items.filter((event) => type === event.type || (!type && event.type !== finalized)));
      if (items.length < pageSize) break;
      token = `&pageToken=${nextPageToken}`;
    }
    return isEnough(events);
  };
  // The check says what lacks.
  await eventually("the events", read).catch(() => undefined);
  return events;
}

/** Minor units of six decimals. */
function minor(amount: string): bigint {
  const [whole, fraction = ""] = amount.split(".");
  return BigInt(`${whole}${fraction.padEnd(6, "0")}`);
}
