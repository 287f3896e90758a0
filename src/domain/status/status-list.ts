import type { LifecycleStatus } from "../asset/lifecycle.ts";

/** What there are status lists of. */
export type StatusSubject = "assets" | "devices" | "publishers";

export const STATUS_SUBJECTS: readonly StatusSubject[] = ["assets", "devices", "publishers"];

/** Entries of one list. */
const SHARD_BITS = 17;
export const SHARD_SIZE = 2 ** SHARD_BITS;

/** How long a verifier that is online may go on with a list. */
export const STATUS_TTL_SECONDS = 300;
/** How long a verifier that is offline may. */
export const STATUS_LIFETIME_SECONDS = 86_400;

/** Status of an entry, as draft-ietf-oauth-status-list §7.1 numbers it. */
const STATUS = { valid: 0, invalid: 1, suspended: 2 } as const;
export type ListedStatus = (typeof STATUS)[keyof typeof STATUS];

/**
 * How the states of each subject are listed. What is not trusted online must not be valid offline: an asset that was issued but not
 * yet put into use is suspended, one that is out of use for good invalid.
 */
export const listedStatuses: {
  readonly assets: Record<LifecycleStatus, ListedStatus>;
  readonly devices: Record<"active" | "revoked", ListedStatus>;
  readonly publishers: Record<"active" | "suspended", ListedStatus>;
} = {
  assets: {
    issued: STATUS.suspended,
    active: STATUS.valid,
    suspended: STATUS.suspended,
    revoked: STATUS.invalid,
    retired: STATUS.invalid,
  },
  devices: { active: STATUS.valid, revoked: STATUS.invalid },
  publishers: { active: STATUS.valid, suspended: STATUS.suspended },
};

/** One list: what it is of, and which of them. */
export interface Shard {
  readonly subject: StatusSubject;
  /** From 0 on. */
  readonly shard: number;
}

/** `assets-0` */
export const listIdOf = ({ subject, shard }: Shard): string => `${subject}-${shard}`;

/** The list of an identifier; undefined where it is none. */
export function shardOf(listId: string): Shard | undefined {
  const [, name, number] = /^([a-z]+)-(0|[1-9][0-9]{0,8})$/.exec(listId) ?? [];
  const subject = STATUS_SUBJECTS.find((each) => each === name);
  return subject && { subject, shard: Number(number) };
}

/** Where the entry with this number in the order of issuance stands: in which list, and which place before permutation. */
export function placeOf(subject: StatusSubject, number: number): Shard & { readonly place: number } {
  return { subject, shard: Math.floor(number / SHARD_SIZE), place: number % SHARD_SIZE };
}
