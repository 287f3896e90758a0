import { type components, EventReader, type PdaClient } from "../../../../clients/typescript/src/index.ts";
import type { Demo } from "../demo.ts";
import { DemoFailure, expectEqual, required } from "../expect.ts";
import type { MerchantState } from "./payment.ts";
import type { PublisherState } from "./publisher.ts";

type Event = components["schemas"]["Event"];

/** 7: the merchant reads the events, in order. */
export async function eventsPart(
  demo: Demo,
  { assetId }: PublisherState,
  { api, payment }: MerchantState,
): Promise<void> {
  demo.part("7  The events tell what happened, in order");

  const events = await demo.step("the merchant reads its events", async () => {
    const ask = () => api.GET("/api/v1/events", { params: { query: { pageSize: 200 } } });
    // Two payments were completed. All these events must be in the log before the next steps read it.
    const wanted = [
      "payment.completed",
      "payment.completed",
      "payment.failed",
      "settlement.finalized",
      "refund.completed",
    ];
    const count = (types: readonly string[], type: string) => types.filter((each) => each === type).length;
    const { data } = await demo.until("the events", ask, (a) => {
      const types = a.data.items.map((event) => event.type);
      return wanted.every((type) => count(types, type) >= count(wanted, type));
    });
    return data.items;
  });
  await demo.step("the payment comes before its settlement and refund", async () => {
    const place = (type: string) => events.findIndex((event) => event.type === type);
    const paid = events.findIndex(
      (event) => event.type === "payment.completed" && event.subject === payment.paymentId,
    );
    if (paid < 0 || paid > place("settlement.finalized") || paid > place("refund.completed"))
      throw new DemoFailure(`order: ${events.map((event) => event.type).join(", ")}`);
  });
  await demo.step("retrieve one event", async () => {
    const event = required("an event", events[0]);
    const { data } = await api.GET("/api/v1/events/{eventId}", { params: { path: { eventId: event.id } } });
    expectEqual("event", data, event);
  });
  await demo.step("no further events follow the last cursor", async () => {
    const pageToken = required("an event", events.at(-1)).cursor;
    const { data } = await api.GET("/api/v1/events", { params: { query: { pageToken } } });
    expectEqual(
      "events of other merchants",
      data.items.filter((event) => !isOurs(event, events)),
      [],
    );
  });
  await demo.step("the operator sees that the asset was revoked", () =>
    demo.until(
      "asset.revoked",
      () => findRevocation(demo.operator, assetId),
      (found) => found !== undefined,
    ),
  );
}

/** Tells whether the event is the merchant's. A settlement of the merchant's other payment may become final meanwhile. */
function isOurs(event: Event, known: readonly Event[]): boolean {
  return event.type === "settlement.finalized" || known.some((other) => other.id === event.id);
}

async function findRevocation(api: PdaClient, assetId: string): Promise<Event | undefined> {
  const revocations = new EventReader(api, { type: "asset.revoked", pageSize: 200 });
  for await (const event of revocations) if (event.subject === assetId) return event;
  return undefined;
}
