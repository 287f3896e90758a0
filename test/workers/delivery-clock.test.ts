// The clock of the database is set back: endpoints still get every event.
import { expect } from "chai";
import { polite, Receiver } from "../support/receiver.ts";
import { type CreatedEndpoint, Deliveries, eventually } from "./support/deliveries.ts";

describe("the delivery of events after the database's clock was set back", function () {
  this.timeout(60_000);
  let deliveries: Deliveries;
  let shop: Receiver;
  let endpoint: CreatedEndpoint;
  beforeEach(async () => {
    deliveries = await Deliveries.start();
    shop = await Receiver.start(polite, deliveries.root);
    endpoint = await deliveries.endpoint({ url: shop.url(), concurrency: 1 });
  });
  afterEach(async () => {
    await deliveries[Symbol.asyncDispose]();
    await shop[Symbol.asyncDispose]();
  });

  /** Records events while the database's clock is ahead by so many hours. */
  const happen = async (count: number, hoursAhead = 0): Promise<void> => {
    const setDefault = (value: string) =>
      deliveries.sql.query(`alter table event alter column recorded_at set default ${value}`);
    await setDefault(`now() + interval '${hoursAhead} hours'`);
    await deliveries.happen(endpoint.merchantId, count);
    await setDefault("now()");
  };
  /** Makes the database's clock have been ahead by so many hours as the log was read for the endpoint. */
  const readAhead = (hours: number) =>
    deliveries.sql.query("update webhook_cursor set recorded_since = now() + make_interval(hours => $1)", [
      hours,
    ]);
  const allCame = (count: number): Promise<void> =>
    eventually("all came", () => new Set(shop.events.map(({ id }) => id)).size === count);

  for (const hours of [3, 240])
    it(`sends the events that are recorded afterwards, ${hours} hours earlier`, async () => {
      await readAhead(hours);
      await happen(1);
      deliveries.worker();
      await allCame(1);
    });

  it("sends those that were recorded before as well as those afterwards, each once", async () => {
    await readAhead(240);
    await happen(2, 240);
    await happen(2);
    deliveries.worker();
    await allCame(4);
    await happen(1);
    await allCame(5);
    expect(shop.events).to.have.length(5);
  });

  it("sends those that were recorded until it was set right again, and more pages behind them", async () => {
    await happen(2, -3);
    await happen(10);
    deliveries.worker();
    await allCame(12);
  });
});
