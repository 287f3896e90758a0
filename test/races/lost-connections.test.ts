// Connections that the database ends at any moment of a set: what was acknowledged is there once, what is repeated with its key
// is not doubled.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import pg from "pg";
import type { CreatePaymentResponse } from "../../gen/ts/pda/payment/v1/payment_service.ts";
import type { AssetType } from "../../src/domain/asset/asset-type.ts";
import { idOf } from "../../src/domain/identifier/identifier.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { paymentServices } from "../../src/services/payment/index.ts";
import { assetType, merchant, publisher } from "../support/fixtures.ts";
import { ServiceHarness } from "../support/service.ts";

const callers = 60;
const paymentsEach = 40;
const shortestPauseMs = 10;

describe("sets whose connections are ended", function () {
  this.timeout(120_000);
  let harness: ServiceHarness;
  let usdx: AssetType;
  let client: pg.Client;
  const done = new AbortController();
  before(async () => {
    harness = await ServiceHarness.start(() =>
      paymentServices({ publicUrl: "https://pay.example", paymentTtlSeconds: 900 }),
    );
    usdx = await assetType(harness.store, await publisher(harness.url));
    client = new pg.Client({ connectionString: harness.url });
    await client.connect();
  });
  after(async () => {
    // Also when the time is over: callers that go on would repeat against a closed store for ever.
    done.abort();
    await client.end();
    await harness[Symbol.asyncDispose]();
  });

  it("lose nothing that was acknowledged and double nothing that is repeated", async () => {
    const merchantId = await merchant(harness.store);
    const acknowledged = new Map<string, string>();
    const refused = new Set<string>();
    const create = async (key: string): Promise<void> => {
      while (!acknowledged.has(key) && !done.signal.aborted)
        try {
          const { payment } = await harness.call<CreatePaymentResponse>(
            "CreatePayment",
            { amount: "1", assetType: usdx.code, merchantId },
            { key },
          );
          acknowledged.set(key, payment!.paymentId);
        } catch (error) {
          refused.add((error as Failure).entry);
        }
    };
    let ended = 0;
    // Longer while nothing gets through: on a slow machine a transaction on a new connection may outlast the shortest pauses.
    let pauseMs = shortestPauseMs;
    const killing = (async () => {
      while (!done.signal.aborted) {
        const before = acknowledged.size;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs));
        pauseMs = acknowledged.size > before ? shortestPauseMs : pauseMs * 1.5;
        const { rowCount } = await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
        );
        ended += rowCount ?? 0;
      }
    })();
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (let i = 0; i < paymentsEach; i++) await create(randomUUID());
      }),
    );
    done.abort();
    await killing;
    expect(ended, "connections were ended").to.be.greaterThan(0);
    expect(
      [...refused].filter((entry) => !["UNAVAILABLE", "IDEMPOTENCY_KEY_IN_FLIGHT"].includes(entry)),
    ).to.deep.equal([]);
    const { rows } = await client.query("select payment_id from payment");
    expect(rows.map((row) => idOf("payment", row.payment_id))).to.have.members([...acknowledged.values()]);
    expect(rows).to.have.length(callers * paymentsEach);
    const outbox = await client.query(
      "select count(*)::int as n, count(distinct subject)::int as m from outbox",
    );
    expect(outbox.rows[0]).to.deep.equal({ n: callers * paymentsEach, m: callers * paymentsEach });
  });
});
