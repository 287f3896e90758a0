import { countRows, createDatabase } from "../database.ts";
import { type Contender, duel } from "../duel.ts";
import { loadShape } from "../load/start.ts";
import { tell } from "../report.ts";
import { hasPgbench, runPgbench } from "../sql/pgbench.ts";
import { parametersOf, prepareTables, sampleRows } from "../sql/rows.ts";
import { applySql } from "../sql/start.ts";
import { significant } from "../statistics.ts";
import type { Bench } from "./setting.ts";
import { createOne, creating, oursOf } from "./targets.ts";

const clients = 16;

/**
 * Durable creation of payments over TLS, against raw SQL that writes the same rows into the same tables. The raw rows go to a second
 * database of the server, where no worker moves the outbox on: the opponent is raw SQL alone.
 */
export const paymentsCreateSql: Bench = {
  name: "payments.create/sql",
  async run(setting) {
    const { processes, product, seconds, dir } = setting;
    const target = oursOf(setting);
    const { paymentId, key } = await createOne(setting, target);
    const sample = await sampleRows(product.databaseUrl, paymentId, key);
    const databaseUrl = await createDatabase(product.adminUrl, product.databaseUrl, "bench_sql");
    await prepareTables(product.databaseUrl, databaseUrl, sample);
    const { database } = product.parts;
    const { warmUpSeconds } = loadShape;
    const theirs: Contender = {
      name: "raw SQL",
      parts: database === undefined ? {} : { database },
      turn: () => applySql(processes, sample, { databaseUrl, clients, warmUpSeconds, seconds }),
      stored: () => countRows(databaseUrl, "payment"),
    };
    const result = await duel(creating(setting, target), theirs, {
      bench: this.name,
      against: `raw SQL of the same rows, pg driver, prepared, ${clients} clients`,
      target: null,
      seconds,
    });
    if (!(await hasPgbench())) return result;
    const parameters = parametersOf(sample);
    const tps = await runPgbench(processes, { dir, databaseUrl, parameters, clients, seconds });
    tell(`  pgbench: ${Math.round(tps)} transactions/s`);
    const also = { pgbench: significant(tps), ratioToPgbench: significant(result.ours / tps, 3) };
    return { ...result, also };
  },
};
