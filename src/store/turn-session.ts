import type pg from "pg";
import { ReadingSession, type Statement } from "./database.ts";
import type { Turns } from "./turns.ts";

/** Runs the statements of one owner on the pool. Each statement waits for the owner's turn. */
export class TurnSession extends ReadingSession {
  readonly #turns: Turns;
  readonly #owner: string;

  constructor(pool: pg.Pool, turns: Turns, owner: string) {
    super(pool);
    this.#turns = turns;
    this.#owner = owner;
  }

  override async run<R = object>(statement: Statement, values?: readonly unknown[]): Promise<R[]> {
    return this.#turns.within(this.#owner, () => super.run<R>(statement, values));
  }

  override async query<R>(builder: Parameters<ReadingSession["query"]>[0]): Promise<R[]> {
    return this.#turns.within(this.#owner, () => super.query<R>(builder));
  }
}
