import type { LifecycleStatus } from "../asset/lifecycle.ts";

/** Subjects of status lists. */
export type StatusSubject = "assets" | "devices" | "publishers";

export const STATUS_SUBJECTS: readonly StatusSubject[] = ["assets", "devices", "publishers"];

/** Number of entries of one list. */
const SHARD_BITS = 17;
export const SHARD_SIZE = 2 ** SHARD_BITS;

/** Time for which an online verifier may use a list. */
export const STATUS_TTL_SECONDS = 300;
/** Time for which an offline verifier may use a list. */
export const STATUS_LIFETIME_SECONDS = 86_400;

/** Status of an entry, numbered as in draft-ietf-oauth-status-list §7.1. */
const STATUS = { valid: 0, invalid: 1, suspended: 2 } as const;
export type ListedStatus = (typeof STATUS)[keyof typeof STATUS];

/**
 * Statuses in the lists for each state of a subject. An asset that is not trusted online must not be valid offline.
 * An asset that was issued but not yet activated is suspended. A revoked or retired asset is invalid.
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

/** One list: its subject and its number. */
export interface Shard {
  readonly subject: StatusSubject;
  /** Number of the list, from 0. */
  readonly shard: number;
}

/** `assets-0` */
export const listIdOf = ({ subject, shard }: Shard): string => `${subject}-${shard}`;

/** Returns the list of an identifier; undefined when the identifier is not a list's. */
export function shardOf(listId: string): Shard | undefined {
  const [, name, number] = /^([a-z]+)-(0|[1-9][0-9]{0,8})$/.exec(listId) ?? [];
  const subject = STATUS_SUBJECTS.find((each) => each === name);
  return subject && { subject, shard: Number(number) };
}

/** Returns the list and the place in it, before permutation, of the entry with this number in the order of issuance. */
export function placeOf(subject: StatusSubject, number: number): Shard & { readonly place: number } {
  return { subject, shard: Math.floor(number / SHARD_SIZE), place: number % SHARD_SIZE };
}
