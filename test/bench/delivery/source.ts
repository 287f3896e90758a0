import { randomUUID } from "node:crypto";
import { PgBoss } from "pg-boss";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { EventSignals } from "../../../src/store/event/signals.ts";
import { Store } from "../../../src/store/store.ts";
import { queueName, type Source } from "./plan.ts";

/** Puts so many events, or jobs, into the database, in one statement. */
export type Put = (count: number) => Promise<void>;

/** Opens the source of events. @returns what puts events in, and what closes it */
export async function openSource(source: Source): Promise<{ put: Put; close: () => Promise<void> }> {
  return source.kind === "events" ? openEvents(source) : openJobs(source);
}

/** Takes the targets in turn. */
function inTurn(targets: readonly string[]): () => string {
  let at = 0;
  return () => targets[at++ % targets.length] as string;
}

const onError = (error: Error): void => void process.stderr.write(`${error.message}\n`);

/** Appends events as the core does: by the product's own store, with the signal at each commit. */
function openEvents({ databaseUrl: url, targets, subject, data }: Source) {
  const signals = new EventSignals({ url, onError });
  const store = new Store({
    url,
    poolMax: 5,
    statementTimeoutMs: 10_000,
    onError,
    onEvents: () => signals.committed(),
  });
  const next = inTurn(targets);
  const bytes = Buffer.from(data, "base64");
  const put: Put = (count) =>
    store.transact(async (tx) => {
      const occurredAt = new Date();
      await tx.outbox.append(
        Array.from({ length: count }, () => ({
          type: "payment.completed" as const,
          subject,
          tenant: { merchantId: next() },
          occurredAt,
          data: bytes,
        })),
      );
    });
  return {
    put,
    close: async () => {
      await signals[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** Inserts jobs in batches, each with the event in its data. */
async function openJobs({ databaseUrl, targets, data }: Source) {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 5, supervise: false, schedule: false });
  boss.on("error", onError);
  await boss.start();
  const next = inTurn(targets);
  const event = JSON.parse(data) as object;
  const put: Put = async (count) => {
    await boss.insert(
      queueName,
      Array.from({ length: count }, () => {
        const id = newId("event");
        return { id: randomUUID(), data: { url: next(), event: { ...event, id } } };
      }),
    );
  };
  return { put, close: () => boss.stop({ graceful: false }) };
}
