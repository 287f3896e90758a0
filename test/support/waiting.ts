// Makes calls meet at one row on purpose, so that a race occurs on every machine.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const patienceMs = 10_000;

/** A separate connection that can keep rows locked. It closes at the end of its scope. */
export class Bystander implements AsyncDisposable {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async connect(url: string): Promise<Bystander> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new Bystander(client);
  }

  /** Locks the rows that the statement selects until `letGo` is called. */
  async hold(statement: string, values: readonly unknown[]): Promise<void> {
    await this.#client.query("begin");
    await this.#client.query(statement, [...values]);
  }

  async letGo(): Promise<void> {
    await this.#client.query("rollback");
  }

  /** Resolves when this number of the database's connections wait for a lock. @throws Error if that does not happen in time */
  async untilWaiting(connections: number): Promise<void> {
    let waiting = 0;
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(5)) {
      // Inside a transaction the view would keep the state of the first query.
      await this.#client.query("select pg_stat_clear_snapshot()");
      const { rows } = await this.#client.query<{ waiting: number }>(
        "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      waiting = rows[0]?.waiting ?? 0;
      if (waiting === connections) return;
    }
    throw new Error(`${waiting} connections wait for a lock, not ${connections}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.end();
  }
}
