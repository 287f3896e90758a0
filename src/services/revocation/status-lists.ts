import { hash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
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
import type { Sealer } from "../../rpc/seal.ts";
import type { StatusNumbers } from "../../store/status-lists.ts";
import type { Store } from "../../store/store.ts";
import { numericDate, signToken } from "../../trust/signed-token.ts";
import { type Permutation, permutationOf } from "../../trust/status-index.ts";
import { STATUS_LIST_TYPE, type StatusClaim, StatusEntries } from "../../trust/status-list.ts";
import type { SigningKeys } from "../signing/signing-keys.ts";

/** How old what is shown may be. */
const READ_AGAIN_MS = 5_000;
/** A list that says the same is signed anew when it is this old, so that whoever reads it has most of its life before him. */
const SIGN_AGAIN_MS = 150_000;
/** 8 KiB of tables each. */
const permutationsMax = 1_024;
/** Up to 45 KiB each. */
const listsMax = 512;
const SEED_BYTES = 32;

/** A list as it is shown. */
export interface SignedStatusList {
  readonly listId: string;
  readonly uri: string;
  readonly token: string;
  readonly entityTag: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** What to say of where a device, its asset and its publisher are listed. */
export interface StatusClaims {
  /** Of the asset. */
  readonly status: StatusClaim;
  readonly device_status: StatusClaim;
  readonly publisher_status: StatusClaim;
}

interface Kept extends SignedStatusList {
  readonly digest: string;
  readonly readAt: number;
}

/** The status lists of this service (draft-ietf-oauth-status-list), made when they are asked for and kept for some seconds. */
export class StatusLists {
  readonly #options: { store: Store; sealer: Sealer; keys: SigningKeys; publicUrl: string };
  readonly #seeds = new Map<StatusSubject, Buffer>();
  readonly #permutations = new LRUCache<string, Permutation>({ max: permutationsMax });
  readonly #lists = new LRUCache<string, Kept>({ max: listsMax });
  /** Lists that are being made: who asks meanwhile gets the same. */
  readonly #making = new Map<string, Promise<Kept | undefined>>();

  constructor(options: { store: Store; sealer: Sealer; keys: SigningKeys; publicUrl: string }) {
    this.#options = options;
  }

  /** Reads what indexes are made from; made at the first start, whoever else starts at the same time. */
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

  /** The list, at most some seconds old; undefined where there is none. */
  async list(shard: Shard, now = new Date()): Promise<SignedStatusList | undefined> {
    const listId = listIdOf(shard);
    const kept = this.#lists.get(listId);
    if (kept && now.getTime() - kept.readAt < READ_AGAIN_MS) return kept;
    const running = this.#making.get(listId);
    if (running) return running;
    const making = this.#make(shard, kept, now).finally(() => this.#making.delete(listId));
    this.#making.set(listId, making);
    return making;
  }

  /** Where something is listed, for whoever may know that it is there. */
  claims({ asset, device, publisher }: StatusNumbers): StatusClaims {
    return {
      status: this.claim("assets", asset),
      device_status: this.claim("devices", device),
      publisher_status: this.claim("publishers", publisher),
    };
  }

  /** Where the entry with this number is listed. */
  claim(subject: StatusSubject, number: number): StatusClaim {
    const { place, ...shard } = placeOf(subject, number);
    return { status_list: { idx: this.#permutation(shard)(place), uri: this.#uriOf(listIdOf(shard)) } };
  }

  async #make(shard: Shard, before: Kept | undefined, now: Date): Promise<Kept | undefined> {
    const { store, keys } = this.#options;
    const listed = await store.read.statusLists.entries(shard);
    if (!listed) return undefined;
    const permutation = this.#permutation(shard);
    const entries = new StatusEntries(SHARD_SIZE);
    for (const { places, status } of listed)
      for (const place of places) entries.set(permutation(place), status);
    const { keyId, key } = keys.of("status_list", now);
    const digest = hash("sha256", Buffer.concat([Buffer.from(keyId), entries.bytes]), "base64url");
    const fresh = before && now.getTime() - before.issuedAt.getTime() < SIGN_AGAIN_MS;
    const listId = listIdOf(shard);
    const kept: Kept =
      fresh && before.digest === digest
        ? { ...before, readAt: now.getTime() }
        : this.#sign(listId, { entries, digest, keyId, key }, now);
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
    }: { entries: StatusEntries; digest: string } & ReturnType<SigningKeys["of"]>,
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
    // Other cores sign the same list with other bits, so the tag is that of what it says and of about when.
    const period = Math.floor(now.getTime() / SIGN_AGAIN_MS);
    const entityTag = hash("sha256", `${listId} ${digest} ${period}`, "base64url").slice(0, 22);
    return { listId, uri, token, entityTag, issuedAt: now, expiresAt, digest, readAt: now.getTime() };
  }

  #uriOf(listId: string): string {
    return `${this.#options.publicUrl}/api/v1/verification/status-lists/${listId}`;
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

const seedContext = (subject: StatusSubject): string => `status-list-seed|${subject}`;
