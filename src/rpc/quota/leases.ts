import { LRUCache } from "lru-cache";
import { quotaLeases } from "../../telemetry.ts";
import { Account, type Demand, type Lease } from "./account.ts";
import type { Policy } from "./policy.ts";

/** Asks for leases; the answer is in the order of the demands. Rejects when no lease can be had now. */
export type AskLeases = (demands: readonly Demand[]) => Promise<readonly Lease[]>;

/** With more subjects of one quota, the least recently seen ones are forgotten. */
const SUBJECTS_MAX = 100_000;
/** Subjects in one question. */
const DEMANDS_MAX = 1_000;
const CHECK_MS = 100;
/** After a question without an answer, the process goes on alone for this time. */
const ALONE_MS = 1_000;

/** A call that waits for the next lease. */
interface Waiting {
  readonly accounts: readonly Account[];
  readonly cost: number;
  /** The units of the call are part of a question. */
  asked: boolean;
  readonly resolve: (isSpent: boolean) => void;
}

/**
 * The quotas of an installation, as one process spends them: from leases that are asked for in batches, beside the calls. A call waits
 * only for the first lease of a subject, and only when the credit of the subject is spent. While no lease can be had, the process goes on
 * with buckets of its own, which begin with what the process knew last.
 */
export class Leases implements Disposable {
  readonly #ask: AskLeases;
  readonly #accounts = new Map<Policy, LRUCache<string, Account>>();
  /** Accounts with spending to settle or units to give back. */
  readonly #listed = new Set<Account>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #isUrged = false;
  /** The last question had no answer, so the buckets of this process count. The next question is asked at `#retryAt`. */
  #isAlone = false;
  #retryAt = 0;

  constructor(ask: AskLeases) {
    this.#ask = ask;
  }

  /** Returns the account of a subject. */
  account(policy: Policy, subject: string, now: number): Account {
    let accounts = this.#accounts.get(policy);
    if (!accounts) {
      accounts = new LRUCache<string, Account>({
        max: SUBJECTS_MAX,
        dispose: (forgotten) => this.#unlist(forgotten),
      });
      this.#accounts.set(policy, accounts);
    }
    let account = accounts.get(subject);
    if (!account) {
      account = new Account(policy, subject, now);
      accounts.set(subject, account);
    }
    return account;
  }

  #afford(accounts: readonly Account[], cost: number, now: number): boolean {
    for (const account of accounts)
      if (!account.affords(costFor(account, cost), now, this.#isAlone)) return false;
    return true;
  }

  /** Spends the units from every account, if each affords them, or else from none. @returns whether they are spent */
  spendNow(accounts: readonly Account[], cost: number, now: number): boolean {
    if (!this.#afford(accounts, cost, now)) return false;
    this.#spend(accounts, cost, now);
    return true;
  }

  #spend(accounts: readonly Account[], cost: number, now: number): void {
    for (const account of accounts) {
      account.spend(costFor(account, cost), now, this.#isAlone);
      if (this.#isAlone && now < this.#retryAt) continue;
      if (!account.listed) this.#list(account);
      if (!this.#isAlone && account.isLow(now)) this.#urge();
    }
  }

  /** Like `spendNow`, but waits for a lease when the core may have more. */
  spend(accounts: readonly Account[], cost: number, now: number): boolean | Promise<boolean> {
    if (this.spendNow(accounts, cost, now)) return true;
    if (!this.#mayHave(accounts, cost, now)) return false;
    return new Promise((resolve) => {
      this.#waiting.push({ accounts, cost, asked: false, resolve });
      this.#urge();
    });
  }

  /** Like `spendNow`, but beyond the credit, as far as the buckets are not known to be empty. For calls that cannot wait. */
  overdraw(accounts: readonly Account[], cost: number, now: number): boolean {
    if (this.spendNow(accounts, cost, now)) return true;
    const isEmpty = accounts.some((account) => !account.affords(costFor(account, cost), now, true));
    if (isEmpty || !this.#mayHave(accounts, cost, now)) return false;
    this.#spend(accounts, cost, now);
    return true;
  }

  /** Tells whether no account is known to lack the units. */
  #mayHave(accounts: readonly Account[], cost: number, now: number): boolean {
    if (this.#isAlone) return false;
    return accounts.every(
      (account) => !account.isEmpty(now) || account.affords(costFor(account, cost), now, false),
    );
  }

  #list(account: Account): void {
    account.listed = true;
    this.#listed.add(account);
    this.#timer ??= setInterval(() => this.#renew(), CHECK_MS).unref();
  }

  #unlist(account: Account): void {
    account.listed = false;
    this.#listed.delete(account);
  }

  /** Renews after the requests that have come in, so that they share one question. */
  #urge(): void {
    if (this.#isUrged) return;
    this.#isUrged = true;
    if (!this.#isAsking) setImmediate(() => this.#renew());
  }

  #renew(): void {
    if (this.#isAsking) return;
    this.#isUrged = false;
    const now = performance.now();
    if (this.#isAlone && now < this.#retryAt) return;
    const due = this.#due(now);
    if (this.#listed.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    if (due.length === 0) {
      this.#resume(now);
      return;
    }
    this.#isAsking = true;
    void this.#settle(due).finally(() => {
      this.#isAsking = false;
      this.#resume(performance.now());
      if (this.#isUrged) setImmediate(() => this.#renew());
    });
  }

  #due(now: number): [Account, Demand][] {
    for (const waiting of this.#waiting) {
      waiting.asked = true;
      for (const account of waiting.accounts) {
        account.awaited += costFor(account, waiting.cost);
        if (!account.listed) this.#list(account);
      }
    }
    const due: [Account, Demand][] = [];
    for (const account of this.#listed) {
      if (!account.isDue(now)) continue;
      const demand = account.demand(now);
      if (demand) due.push([account, demand]);
      else this.#unlist(account);
    }
    return due;
  }

  async #settle(due: readonly [Account, Demand][]): Promise<void> {
    let from = 0;
    try {
      for (; from < due.length; from += DEMANDS_MAX) {
        const some = due.slice(from, from + DEMANDS_MAX);
        const leases = await this.#ask(some.map(([, demand]) => demand));
        if (leases.length !== some.length) throw new Error("the answer has another number of leases");
        const now = performance.now();
        some.forEach(([account, demand], index) => account.renew(demand, leases[index] as Lease, now));
      }
      this.#isAlone = false;
      quotaLeases.inc({ outcome: "leased" });
    } catch {
      for (const [account, demand] of due.slice(from)) account.keep(demand);
      this.#isAlone = true;
      this.#retryAt = performance.now() + ALONE_MS;
      quotaLeases.inc({ outcome: "alone" });
    }
  }

  /** Ends the waiting of calls that have their units, and of those for which none are left. */
  #resume(now: number): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      if (this.spendNow(one.accounts, one.cost, now)) one.resolve(true);
      else if (this.#isAlone || (one.asked && !this.#mayHave(one.accounts, one.cost, now)))
        one.resolve(false);
      else this.#waiting.push(one);
    }
    if (this.#waiting.length > 0) this.#urge();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    for (const { resolve } of this.#waiting) resolve(false);
    this.#waiting = [];
  }
}

/** An operation that weighs more than a whole bucket takes all of it. */
const costFor = ({ policy }: Account, cost: number): number => Math.min(cost, policy.capacity);
