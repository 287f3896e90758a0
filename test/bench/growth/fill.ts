import { Client } from "pg";
import { accountUuid } from "../../../src/domain/ledger/ledger.ts";
import { idOf } from "../../../src/domain/identifier/identifier.ts";
import { tell } from "../report.ts";
import { type Step, steps } from "./steps.ts";

/** How much is put in. */
export interface Size {
  readonly payments: number;
  readonly assets: number;
}

/** What the rows refer to: UUIDs of rows that the product has made, and what it wrote for one call. */
export interface Template {
  readonly publisherId: string;
  readonly assetTypeId: string;
  readonly merchantId: string;
  readonly assetId: string;
  readonly paymentId: string;
}

/** The account that owes all money, as the ledger names it. */
const issuanceOf = ({ publisherId, assetTypeId }: Template): string =>
  accountUuid({
    kind: "issuance",
    ownerId: idOf("publisher", publisherId),
    assetTypeId: idOf("assetType", assetTypeId),
  });

/**
 * Puts rows of half a year into the product's own tables, all their indexes and check constraints on, over two connections. Rows are
 * consistent with each other (the ledger sums to zero), so foreign keys are not checked row by row meanwhile; they are on again
 * afterwards. Ends with vacuum, analyze and a checkpoint, as the database does by itself in half a year.
 * @param url of the database as superuser
 */
export async function fill(url: string, template: Template, size: Size): Promise<void> {
  const started = performance.now();
  const clients = [new Client({ connectionString: url }), new Client({ connectionString: url })] as const;
  const [first] = clients;
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await first.query("alter system set max_wal_size = '16GB'");
    await first.query("select pg_reload_conf()");
    for (const client of clients) {
      await client.query("set session_replication_role = replica");
      await client.query("set work_mem = '512MB'");
    }
    const values = { ...template, ...size, issuance: issuanceOf(template) };
    const timed = async (client: Client, { name, sql }: Step): Promise<void> => {
      const from = performance.now();
      const result = await client.query(sql(values));
      const rows = Array.isArray(result) ? "" : ` (${result.rowCount ?? 0} rows)`;
      tell(`  filled ${name}${rows} in ${Math.round((performance.now() - from) / 1000)} s`);
    };
    for (const step of steps.first) await timed(first, step);
    const queue = [...steps.parallel];
    const work = async (client: Client): Promise<void> => {
      for (let step = queue.shift(); step; step = queue.shift()) await timed(client, step);
    };
    await Promise.all(clients.map(work));
    await first.query("drop table bench_payment, bench_asset, bench_settlement");
    await first.query("alter system reset max_wal_size");
    await first.query("select pg_reload_conf()");
    await timed(first, { name: "nothing more: vacuum and analyze", sql: () => "vacuum (analyze)" });
    await first.query("checkpoint");
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  tell(`  filled in ${Math.round((performance.now() - started) / 1000)} s`);
}
