import { createHmac, createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import type { LeaseQuotasRequest, QuotaLease } from "../../../gen/ts/pda/access/v1/access_service.ts";
import type { AskLeases } from "../../rpc/quota/leases.ts";
import type { Store } from "../../store/store.ts";

/** Makes the pseudonyms under which the store counts callers, so that a copy of the database names no address. */
export class RateSubjects {
  readonly #key: KeyObject;

  /** @param secret 32 random bytes, the same in all cores whenever they started */
  constructor(secret: Uint8Array) {
    this.#key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "pda rate subjects v1", 32)));
  }

  /** Returns the 16 bytes that stand for a subject. @param parts no part contains a line feed */
  of(...parts: readonly string[]): Buffer {
    return createHmac("sha256", this.#key).update(parts.join("\n")).digest().subarray(0, 16);
  }
}

/** What leasing quotas needs. */
export interface QuotaDeps {
  readonly store: Pick<Store, "reserved">;
  readonly rateSubjects: RateSubjects;
}

/** Leases shares of the quotas to a gateway. @returns the leases in the order of the demands */
export function leaseQuotas(deps: QuotaDeps, { demands }: LeaseQuotasRequest): Promise<QuotaLease[]> {
  return deps.store.reserved.quotaBuckets.lease(
    demands.map((demand) => ({ ...demand, subject: subjectOf(deps, demand.quota, demand.subject) })),
  );
}

/** Leases shares of the quotas to this core, for services that call it directly. */
export const ownLeases =
  (deps: QuotaDeps): AskLeases =>
  (demands) =>
    deps.store.reserved.quotaBuckets.lease(
      demands.map(({ policy, subject, spent, wanted }) => ({
        subject: subjectOf(deps, policy.name, subject),
        unitsPerSecond: policy.unitsPerSecond,
        capacity: policy.capacity,
        spent,
        wanted,
      })),
    );

const subjectOf = ({ rateSubjects }: QuotaDeps, quota: string, subject: string): Buffer =>
  rateSubjects.of("quota", quota, subject);
