// Translates names of constraints to refusal reasons. A violation of a constraint that is not listed here is a defect, not a refusal.
import pg from "pg";
import { type RefusalReason, Refused } from "../domain/refused.ts";
import { DatabaseSilent } from "./silence.ts";
import { Crowded } from "./turns.ts";

/** A unique value is already in use. `what` names the value for people. */
export class Taken extends Error {
  override readonly name = "Taken";
  readonly what: string;

  constructor(what: string) {
    super(`${what} is taken`);
    this.what = what;
  }
}

const refusals: Readonly<Record<string, readonly [RefusalReason, string]>> = {
  account_balance_not_negative: ["INSUFFICIENT_FUNDS", "The balance is too low."],
  business_clock_limit: ["CLOCK_LIMIT", "The sandbox clock can be at most 100 years ahead of real time."],
  payment_presentation_once: ["PRESENTATION_USED", "What was presented has been used for a payment."],
  payment_refunds_within_paid: [
    "REFUND_EXCEEDS_PAID",
    "The refund exceeds the amount of this payment that is not yet refunded.",
  ],
  ownership_entry_once: ["OWNERSHIP_MOVED_ON", "The owner of the asset has changed since the offer."],
  ownership_transfer_open: ["TRANSFER_OPEN", "The asset is offered already; cancel that first."],
  holder_key_limit: ["KEYS_EXHAUSTED", "A wallet can have at most 1,000 keys in its lifetime."],
  wallet_recovery_key_apart: ["KEY_IS_RECOVERY_KEY", "The recovery key cannot also be the holder's key."],
  wallet_statement_once: [
    "NONCE_USED",
    "The nonce was already used in another statement of this wallet. Use a new nonce.",
  ],
};

const unique: Readonly<Record<string, string>> = {
  asset_type_code: "asset_type",
  wallet_key: "holder_key",
  holder_key_once: "holder_key",
  device_chip: "serial_number",
  device_fingerprint: "device_certificate",
  device_number: "device_certificate",
  device_certified_key_in_use: "device_key",
  device_key_of_publisher: "device_key_of_other_publisher",
  identity_issuer_fingerprint: "certificate",
  identity_issuer_number: "certificate",
  device_raw_key_in_use: "raw_key.public_key",
  device_tag_in_use: "ntag424",
  public_key_once: "public_key",
  publisher_certificate_fingerprint: "certificate_signing_request",
  ownership_transfer_id: "offer",
  ownership_transfer_pkey: "offer",
};

/** SQLSTATEs of errors that a text causes, not a constraint: U+0000 in text or jsonb. */
const texts: Readonly<Record<string, readonly [RefusalReason, string]>> = {
  "22021": ["TEXT_NOT_STORABLE", "Text must not contain the character U+0000."],
  "22P05": ["TEXT_NOT_STORABLE", "Text must not contain the character U+0000."],
};

/** SQLSTATEs of errors that a written value causes: a text, or a sum with more digits than its column. */
const values: typeof texts = {
  ...texts,
  "22003": ["AMOUNT_TOO_LARGE", "The balance would become too large."],
};

const UNIQUE_VIOLATION = "23505";
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";
const LOCK_NOT_AVAILABLE = "55P03";

/** Translates a database error to `Refused` or `Taken` where possible; otherwise returns the error unchanged. */
export function meaningOf(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const value = values[error.code ?? ""];
  if (value) return new Refused(value[0], value[1]);
  if (!error.constraint) return error;
  const refusal = refusals[error.constraint];
  if (refusal) return new Refused(refusal[0], refusal[1]);
  const taken = error.code === UNIQUE_VIOLATION ? unique[error.constraint] : undefined;
  return taken ? new Taken(taken) : error;
}

/** Translates a database error of a read. Only a searched text can be the caller's fault. */
export function meaningOfReading(error: unknown): unknown {
  const text = error instanceof pg.DatabaseError ? texts[error.code ?? ""] : undefined;
  return text ? new Refused(text[0], text[1]) : error;
}

/** Returns true when the transaction may succeed if it runs again from its start. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === SERIALIZATION_FAILURE ||
      error.code === DEADLOCK_DETECTED ||
      // Another transaction has just committed an answer with the same idempotency key. The next run finds that answer.
      (error.code === UNIQUE_VIOLATION && error.constraint === "idempotency_pkey"))
  );
}

/** Returns true when a statement did not get a lock within the time that it was given. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

/**
 * Returns true when a prepared statement is no longer valid: a migration changed its result type, or the server has lost the statement.
 * The statement had no effect. A new connection prepares it again.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    // "cached plan must not change result type" shares the code feature_not_supported with many other errors.
    ((error.code === "0A000" && error.routine === "RevalidateCachedQuery") || error.code === "26000")
  );
}

/** SQLSTATE of a server that accepts no writes, such as the former primary after a failover. */
const READ_ONLY = "25006";

/** Returns true when the server accepts no writes. A new connection may lead to one that does. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === READ_ONLY;
}

/**
 * SQLSTATE classes of temporary errors: 08 lost connection, 53 too few resources, 57 operator intervention. 58030 is a disk error, and
 * 25P03 ends a session that was idle in its transaction for too long.
 */
const passing = /^(08|53|57|(58030|25006|25P03)$)/;

/** Errors of the system for a host that cannot be reached, or whose name cannot be resolved at the moment. */
const away: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Returns true when the database cannot be reached, is shutting down, lacks resources or is overloaded. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Crowded || error instanceof DatabaseSilent) return true;
  if (error instanceof pg.DatabaseError) return passing.test(error.code ?? "");
  const code = (error as { code?: string }).code ?? "";
  if (away.has(code)) return true;
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered)/.test(
      error.message,
    )
  );
}
