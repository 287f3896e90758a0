import type { Principal } from "../../../gen/ts/pda/access/v1/access.ts";
import { Failure } from "../failure.ts";
import type { Account } from "./account.ts";
import type { AskLeases } from "./leases.ts";
import { Leases } from "./leases.ts";
import { networkOf } from "./network.ts";
import { policiesOf, type Policies, type RateSettings } from "./policy.ts";

/** The quotas of a caller after a request. */
export interface Quota {
  /** The failure of a request that exceeds a quota. */
  readonly exceeded: Failure | undefined;
  /** `RateLimit-Policy`: every quota that applies (draft-ietf-httpapi-ratelimit-headers-11 section 3). */
  readonly policy: string;
  /** `RateLimit`: for each of them what is left, and the seconds within which the caller can use no more (section 4). */
  readonly limit: string;
}

/**
 * Counts requests against the quotas of an installation: by credential and by tenant, or by network address for callers without a
 * credential. A request takes its weight from each of its quotas, or from none.
 */
export class Limiter implements Disposable {
  readonly #policies: Policies;
  readonly #leases: Leases;
  readonly #withTenant: string;

  constructor(rate: RateSettings, ask: AskLeases) {
    this.#policies = policiesOf(rate);
    this.#leases = new Leases(ask);
    this.#withTenant = `${this.#policies.credential.item}, ${this.#policies.tenant.item}`;
  }

  /** Counts a request. Returns a promise only when the request waits for a lease. @param address of a caller without a credential */
  count(principal: Principal, address: string, weight: number): Quota | Promise<Quota> {
    const now = performance.now();
    const accounts = this.#accountsOf(principal, address, now);
    const spent = this.#leases.spend(accounts, weight, now);
    return spent instanceof Promise
      ? spent.then((isSpent) => this.#quota(accounts, weight, performance.now(), isSpent))
      : this.#quota(accounts, weight, now, spent);
  }

  /** Counts a request of a network address without waiting. */
  countAddress(address: string): Quota {
    const now = performance.now();
    const accounts = [this.#accountOfAddress(address, now)];
    return this.#quota(accounts, 1, now, this.#leases.overdraw(accounts, 1, now));
  }

  /** Spends one unit of an address, to be given back by `release`. @returns whether the address has one */
  reserve(address: string): boolean {
    const now = performance.now();
    return this.#leases.spendNow([this.#accountOfAddress(address, now)], 1, now);
  }

  release(address: string): void {
    this.#accountOfAddress(address, performance.now()).restore(1);
  }

  [Symbol.dispose](): void {
    this.#leases[Symbol.dispose]();
  }

  #accountsOf({ credentialId, tenantId }: Principal, address: string, now: number): Account[] {
    if (credentialId === "") return [this.#accountOfAddress(address, now)];
    const own = this.#leases.account(this.#policies.credential, credentialId, now);
    return tenantId === "" ? [own] : [own, this.#leases.account(this.#policies.tenant, tenantId, now)];
  }

  #accountOfAddress(address: string, now: number): Account {
    return this.#leases.account(this.#policies.address, networkOf(address), now);
  }

  #quota(accounts: readonly Account[], weight: number, now: number, isSpent: boolean): Quota {
    const [own, tenant] = accounts as [Account, Account?];
    const exceeded = isSpent ? undefined : failureOf(accounts, weight, now);
    return tenant
      ? { exceeded, policy: this.#withTenant, limit: `${itemOf(own, now)}, ${itemOf(tenant, now)}` }
      : { exceeded, policy: own.policy.item, limit: itemOf(own, now) };
  }
}

/** Returns the item of `RateLimit` for an account: the time until the next unit, within which the caller can use no more. */
function itemOf(account: Account, now: number): string {
  const left = account.remaining(now);
  const seconds = left > 0 ? 1 : wholeSeconds(account.secondsUntil(1, now));
  return `"${account.policy.name}";r=${left};t=${seconds}`;
}

/** Returns RATE_LIMITED for the quota that the caller has to wait for longest. */
function failureOf(accounts: readonly Account[], weight: number, now: number): Failure {
  const waits = accounts.map((account) => ({
    name: account.policy.name,
    seconds: account.secondsUntil(Math.min(weight, account.policy.capacity), now),
  }));
  const { name, seconds } = waits.reduce((one, other) => (other.seconds > one.seconds ? other : one));
  const retryAfterSeconds = wholeSeconds(seconds);
  return new Failure(name === "tenant" ? "TENANT_RATE_LIMITED" : "RATE_LIMITED", {
    message: `The quota "${name}" is used up. Repeat after ${retryAfterSeconds} s, and send fewer requests.`,
    retryAfterSeconds,
  });
}

const wholeSeconds = (seconds: number): number => Math.max(1, Math.ceil(seconds));
