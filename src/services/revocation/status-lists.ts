import { hash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import {
  listIdOf,
  placeOf,
  SHARD_SIZE,
  type Shard,
  STATUS_LIFETIME_SECONDS,
  STATUS_SUBJECTS,
  STATUS_TTL_SECONDS,
  type StatusSubject,
} from "../../domain/status/status-list.ts";
import { restPath } from "../../rpc/rest-path.ts";
import type { Sealer } from "../../rpc/seal.ts";
import type { StatusNumbers } from "../../store/status-lists.ts";
import type { Store } from "../../store/store.ts";
import { numericDate, signToken } from "../../trust/signed-token.ts";
import { type Permutation, permutationOf } from "../../trust/status-index.ts";
import { STATUS_LIST_TYPE, type StatusClaim, StatusEntries } from "../../trust/status-list.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

/** The greatest age of a cached list. */
const READ_AGAIN_MS = 5_000;
/** An unchanged list is signed again at this age, so that verifiers get a list with most of its life left. */
const SIGN_AGAIN_MS = 150_000;
/** The tables of a permutation take 8 KiB. */
const permutationsMax = 1_024;
/** A list takes up to 45 KiB. */
const listsMax = 512;
const SEED_BYTES = 32;

/** A status list as callers get it. */
export interface SignedStatusList {
  readonly listId: string;
  readonly uri: string;
  readonly token: string;
  readonly entityTag: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** The claims that say where a device, its asset and its publisher are listed. */
export interface StatusClaims {
  /** The asset's place. */
  readonly status: StatusClaim;
  readonly device_status: StatusClaim;
  readonly publisher_status: StatusClaim;
}

interface Kept extends SignedStatusList {
  readonly digest: string;
  /** Milliseconds of a clock that is never set, so that a list does not stay cached while the wall clock is set back. */
  readonly readAt: number;
}

interface StatusListOptions {
  readonly store: Store;
  readonly sealer: Sealer;
  readonly keys: SigningKeys;
  readonly publicUrl: string;
  /** Milliseconds of a clock that is never set. The preset is the process's own. */
  readonly elapsedMs?: () => number;
}

/** The status lists of this service (draft-ietf-oauth-status-list). A list is made on request and cached for some seconds. */
export class StatusLists {
  readonly #options: StatusListOptions;
  readonly #elapsedMs: () => number;
  readonly #seeds = new Map<StatusSubject, Buffer>();
  readonly #permutations = new LRUCache<string, Permutation>({ max: permutationsMax });
  readonly #lists = new LRUCache<string, Kept>({ max: listsMax });
  /** The lists that are being made. Concurrent callers share the result. */
  readonly #making = new Map<string, Promise<Kept | undefined>>();

  constructor(options: StatusListOptions) {
    this.#options = options;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
  }

  /**
   * Reads the seeds of the indexes. The first start of a core creates the seeds; when several cores start at once, all use the same seeds.
   */
  async load(): Promise<void> {
    const { store, sealer } = this.#options;
    const found = await store.read.statusLists.seeds();
    const missing = STATUS_SUBJECTS.filter((subject) => !found.has(subject));
    if (missing.length > 0)
      await store.transact(async (tx) => {
        for (const subject of missing)
          await tx.statusLists.keepSeed(subject, sealer.seal(randomBytes(SEED_BYTES), seedContext(subject)));
      });
    const seeds = missing.length > 0 ? await store.read.statusLists.seeds() : found;
    for (const [subject, sealed] of seeds)
      this.#seeds.set(subject, sealer.open(sealed, seedContext(subject)));
  }

  /** Returns the list, at most some seconds old; undefined for an unknown list. */
  async list(shard: Shard, now = new Date()): Promise<SignedStatusList | undefined> {
    const listId = listIdOf(shard);
    const kept = this.#lists.get(listId);
    if (kept && this.#elapsedMs() - kept.readAt < READ_AGAIN_MS) return kept;
    const running = this.#making.get(listId);
    if (running) return running;
    const making = this.#make(shard, kept, now).finally(() => this.#making.delete(listId));
    this.#making.set(listId, making);
    return making;
  }

  /** Returns where a device, its asset and its publisher are listed. The claims must go only to callers that may know of the entries. */
  claims({ asset, device, publisher }: StatusNumbers): StatusClaims {
    return {
      status: this.claim("assets", asset),
      device_status: this.claim("devices", device),
      publisher_status: this.claim("publishers", publisher),
    };
  }

  /** Returns where the entry with this number is listed. */
  claim(subject: StatusSubject, number: number): StatusClaim {
    const { place, ...shard } = placeOf(subject, number);
    return { status_list: { idx: this.#permutation(shard)(place), uri: this.#uriOf(listIdOf(shard)) } };
  }

  async #make(shard: Shard, before: Kept | undefined, now: Date): Promise<Kept | undefined> {
    const { store, keys } = this.#options;
    const readAt = this.#elapsedMs();
    const listed = await store.read.statusLists.entries(shard);
    if (!listed) return undefined;
    const permutation = this.#permutation(shard);
    const entries = new StatusEntries(SHARD_SIZE);
    for (const { places, status } of listed)
      for (const place of places) entries.set(permutation(place), status);
    const { keyId, key } = keys.of("status_list", now);
    const digest = hash("sha256", Buffer.concat([Buffer.from(keyId), entries.bytes]), "base64url");
    const fresh = before && isYoung(before, now);
    const listId = listIdOf(shard);
    const kept: Kept =
      fresh && before.digest === digest
        ? { ...before, readAt }
        : this.#sign(listId, { entries, digest, keyId, key, readAt }, now);
    this.#lists.set(listId, kept);
    return kept;
  }

  #sign(
    listId: string,
    {
      entries,
      digest,
      keyId,
      key,
      readAt,
    }: { entries: StatusEntries; digest: string; readAt: number } & ReturnType<SigningKeys["of"]>,
    now: Date,
  ): Kept {
    const uri = this.#uriOf(listId);
    const expiresAt = new Date(now.getTime() + STATUS_LIFETIME_SECONDS * 1000);
    const claims = {
      iss: this.#options.publicUrl,
      sub: uri,
      iat: numericDate(now),
      exp: numericDate(expiresAt),
      ttl: STATUS_TTL_SECONDS,
      status_list: entries.claim(),
    };
    const token = signToken({ typ: STATUS_LIST_TYPE, kid: keyId }, claims, key);
    // Each core signs the same list with other signature bytes. So the entity tag covers the list's content and the approximate time of
    // signing.
    const period = Math.floor(now.getTime() / SIGN_AGAIN_MS);
    const entityTag = hash("sha256", `${listId} ${digest} ${period}`, "base64url").slice(0, 22);
    return { listId, uri, token, entityTag, issuedAt: now, expiresAt, digest, readAt };
  }

  #uriOf(listId: string): string {
    return this.#options.publicUrl + restPath(RecordServiceService.getStatusList.path, listId);
  }

  #permutation({ subject, shard }: Shard): Permutation {
    const key = listIdOf({ subject, shard });
    const known = this.#permutations.get(key);
    if (known) return known;
    const seed = this.#seeds.get(subject);
    if (!seed) throw new Error("the status lists were not loaded");
    const made = permutationOf(seed, shard);
    this.#permutations.set(key, made);
    return made;
  }
}

/** Tells whether a list need not be signed again. A list from the future was signed before the wall clock was set back. */
function isYoung({ issuedAt }: SignedStatusList, now: Date): boolean {
  const age = now.getTime() - issuedAt.getTime();
  return age >= 0 && age < SIGN_AGAIN_MS;
}

/** Returns the context that binds a sealed seed to its lists. */
export const seedContext = (subject: string): string => `status-list-seed|${subject}`;
