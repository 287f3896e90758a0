import { countRows, createDatabase } from "../database.ts";
import { duel } from "../duel.ts";
import { sqlContender } from "../sql/contender.ts";
import { createStatement } from "../sql/create.ts";
import { eventData, keptAnswer, paymentFacts, prepareTables } from "../sql/rows.ts";
import type { Bench } from "./setting.ts";
import { createOne, creating, databaseOf, oursOf } from "./targets.ts";

/**
 * Durable creation of payments over TLS, against raw SQL that writes the same rows into the same tables. The raw rows go to a second
 * database of the server, where no worker moves the outbox on: the opponent is raw SQL alone.
 */
export const paymentsCreateSql: Bench = {
  name: "payments.create/sql",
  async run(setting) {
    const { processes, product, seconds, dir } = setting;
    const target = oursOf(setting);
    const { paymentId: subject, key } = await createOne(setting, target);
    const facts = await paymentFacts(product.databaseUrl, subject);
    const kept = await keptAnswer(product.databaseUrl, key);
    const data = await eventData(product.databaseUrl, "payment.created", subject);
    const databaseUrl = await createDatabase(product.adminUrl, product.databaseUrl, "bench_create");
    await prepareTables(product.databaseUrl, databaseUrl, facts);
    const statement = createStatement(facts, kept, { subject, data });
    const { contender, against } = await sqlContender(processes, statement, {
      dir,
      databaseUrl,
      seconds,
      parts: databaseOf(product.parts),
      stored: () => countRows(databaseUrl, "payment"),
    });
    return duel(creating(setting, target), contender, { bench: this.name, against, target: 0.6, seconds });
  },
};
