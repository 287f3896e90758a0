import { keyOf } from "../../domain/audit/batch.ts";
import { type AuditOutcome, type AuditRecord, decodeRecord } from "../../domain/audit/record.ts";
import { idOf, uuidOf } from "../../domain/identifier/identifier.ts";
import type { CreatedRange } from "../created.ts";
import { type Session, sql } from "../database.ts";
import { type Page, type PageRequest, toPage } from "../page.ts";
import { placeIn, uuidAt } from "./place.ts";
import { type RecordPlace, readRecords, type StoredRecord } from "./records.ts";

/** Selects the records to list. A record must match every given member. */
export interface AuditFilter {
  readonly tenantId?: string;
  readonly operation?: string;
  /** Operations whose records are not listed. */
  readonly leftOut?: ReadonlySet<string>;
  readonly outcome?: AuditOutcome;
  readonly credentialId?: string;
  readonly sessionId?: string;
  readonly requestId?: string;
  readonly resourceId?: string;
  readonly created?: CreatedRange;
}

/** Batches that one statement looks at, and one page: the bounds of the time that a page takes. */
const stepMax = 256;
const batchesMax = 40 * stepMax;
/** Records that are read at once, and for one page, for a filter that has no keys. */
const scanned = 1_024;
const scannedMax = 16 * scanned;
/** More than the time between a call and its batch, also when clocks differ. Records of which this is not true have the key `late`. */
const marginMs = 300_000;

/** A batch with, for each of its records, `1` when it has all keys; null when no record has them. */
interface Candidate {
  readonly batch_id: string;
  readonly created_at: Date;
  readonly places: string | null;
}

/**
 * Returns a page of records, newest first. The keys of a batch tell which of its records to read; the records themselves decide. When few
 * of many batches have such a record, a page ends before it is full, and the next one goes on from there. Request and resource have no keys,
 * because keys of every call would cost every call, and operations that are left out have none either: all records that the other filters
 * leave are read, some thousands for a page.
 */
export async function findRecords(
  session: Session,
  filter: AuditFilter,
  { size, after }: PageRequest,
): Promise<Page<StoredRecord>> {
  const found: StoredRecord[] = [];
  const { requestId, resourceId, leftOut } = filter;
  const isScan = [requestId, resourceId, leftOut].some((each) => each !== undefined);
  const portion = isScan ? scanned : size + 1;
  let before = after === undefined ? undefined : uuidOf("auditRecord", after);
  let count = 0;
  for (let seen = 0; seen < batchesMax; seen += stepMax) {
    const batches = await session.query<Candidate>(candidates(filter, before));
    for (const places of inPortions(placesIn(batches, before), portion)) {
      const records = await readRecords(session, places);
      found.push(...records.filter(({ bytes }) => matches(decodeRecord(bytes), filter)));
      if (found.length > size) return toPage(found, size, ({ recordId }) => recordId);
      count += places.length;
      const last = places.at(-1);
      if (isScan && last !== undefined && count >= scannedMax)
        return { items: found, next: idOf("auditRecord", uuidAt(last.batch, last.place)) };
    }
    before = batches.at(-1)?.batch_id;
    if (batches.length < stepMax || before === undefined) return { items: found };
  }
  return { items: found, ...(before === undefined ? {} : { next: idOf("auditRecord", before) }) };
}

/** Tells whether a record belongs to a list. */
export function matches(record: AuditRecord, filter: AuditFilter): boolean {
  const { tenantId, operation, leftOut, outcome, credentialId, sessionId, requestId, resourceId, created } =
    filter;
  const time = new Date(record.time);
  return (
    (tenantId === undefined || record.tenantId === tenantId) &&
    (operation === undefined || record.operation === operation) &&
    !leftOut?.has(record.operation) &&
    (outcome === undefined || record.outcome === outcome) &&
    (credentialId === undefined || record.credentialId === credentialId) &&
    (sessionId === undefined || record.sessionId === sessionId) &&
    (requestId === undefined || record.requestId === requestId) &&
    (resourceId === undefined || record.resourceIds.includes(resourceId)) &&
    (created?.from === undefined || time >= created.from) &&
    (created?.to === undefined || time < created.to)
  );
}

/** Returns the keys of a filter. The key of the fewest batches is probably the first. */
function keysOf({ outcome, sessionId, credentialId, tenantId, operation }: AuditFilter): string[] {
  return [
    ...(sessionId === undefined ? [] : [keyOf.session(sessionId)]),
    ...(outcome === undefined || outcome === "succeeded" ? [] : [keyOf.outcome(outcome)]),
    ...(credentialId === undefined ? [] : [keyOf.credential(credentialId)]),
    ...(tenantId === undefined ? [] : [keyOf.tenant(tenantId)]),
    ...(operation === undefined ? [] : [keyOf.operation(operation)]),
  ];
}

function candidates(filter: AuditFilter, before: string | undefined) {
  const keys = keysOf(filter);
  const { from, to } = filter.created ?? {};
  const start = from && new Date(from.getTime() - marginMs);
  if (!to) return candidatesOf(keys, { start, before });
  const end = new Date(to.getTime() + marginMs);
  const usual = candidatesOf(keys, { start, end, before });
  // Calls of the period that were written later than the usual batches are in few batches, and those have a key of their own.
  const late = candidatesOf([keyOf.late, ...keys], { start: end, before });
  return sql
    .from(sql.unionAll([usual, late], true).as("c"))
    .select("batch_id", "created_at", "places")
    .orderBy("batch_id", "desc")
    .limit(stepMax);
}

interface BatchRange {
  readonly start: Date | undefined;
  readonly end?: Date;
  readonly before: string | undefined;
}

/** Selects the newest batches of a range that have the first of the keys. */
function candidatesOf([key, ...others]: readonly string[], { start, end, before }: BatchRange) {
  const ofKey = others.length === 0 ? "places::text as places" : "places";
  const batches = sql(key === undefined ? "audit_batch" : "audit_place")
    .select("batch_id", "created_at", sql.raw(key === undefined ? "repeat('1', count) as places" : ofKey))
    .orderBy("batch_id", "desc")
    .limit(stepMax);
  if (key !== undefined) batches.where("key", key);
  if (before !== undefined) batches.where("batch_id", "<", before);
  if (start) batches.where("created_at", ">=", start);
  if (end) batches.where("created_at", "<", end);
  if (others.length === 0) return batches;
  const query = sql.from(batches.as("k")).orderBy("k.batch_id", "desc");
  for (const [index, other] of others.entries())
    query.joinRaw(
      `left join audit_place k${index} on k${index}.key = ? and k${index}.batch_id = k.batch_id and k${index}.created_at = k.created_at`,
      [other],
    );
  const all = ["k.places", ...others.map((_, index) => `k${index}.places`)].join(" & ");
  return query.select("k.batch_id", "k.created_at", sql.raw(`(${all})::text as places`));
}

function* placesIn(batches: readonly Candidate[], before: string | undefined): Generator<RecordPlace> {
  for (const { batch_id, created_at, places } of batches) {
    if (places === null) continue;
    const last = before === undefined ? places.length : placeIn(batch_id, before);
    for (let place = Math.min(last, places.length) - 1; place >= 0; place -= 1)
      if (places[place] === "1") yield { batch: batch_id, createdAt: created_at, place };
  }
}

function* inPortions<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let portion: T[] = [];
  for (const item of items) {
    portion.push(item);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
