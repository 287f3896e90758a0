// The one place where names of constraints become reasons. A violation that is not listed is a defect, not a refusal.
import pg from "pg";
import { type RefusalReason, Refused } from "../domain/refused.ts";
import { DatabaseSilent } from "./silence.ts";
import { Crowded } from "./turns.ts";

/** A unique value is taken. `what` names it for people. */
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
  business_clock_limit: ["CLOCK_LIMIT", "The sandbox clock can be a hundred years ahead at most."],
  payment_presentation_once: ["PRESENTATION_USED", "What was presented has been used for a payment."],
  payment_refunds_within_paid: [
    "REFUND_EXCEEDS_PAID",
    "The refund is above what is still refundable of this payment.",
  ],
  ownership_entry_once: ["OWNERSHIP_MOVED_ON", "The asset has changed hands since."],
  ownership_transfer_open: ["TRANSFER_OPEN", "The asset is offered already; cancel that first."],
  holder_key_limit: ["KEYS_EXHAUSTED", "A wallet has 1,000 keys in its life at most."],
  wallet_recovery_key_apart: ["KEY_IS_RECOVERY_KEY", "The recovery key cannot be the holder's key too."],
  wallet_statement_once: ["NONCE_USED", "The nonce was used with another statement of this wallet."],
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
  publisher_certificate_fingerprint: "certificate_signing_request",
  ownership_transfer_id: "offer",
  ownership_transfer_pkey: "offer",
};

/** Errors about a text rather than a constraint: U+0000 in text or jsonb. */
const texts: Readonly<Record<string, readonly [RefusalReason, string]>> = {
  "22021": ["TEXT_NOT_STORABLE", "Text must not contain the character U+0000."],
  "22P05": ["TEXT_NOT_STORABLE", "Text must not contain the character U+0000."],
};

/** Errors about a value that is written: a text, or a sum over the digits of a column. */
const values: typeof texts = {
  ...texts,
  "22003": ["AMOUNT_TOO_LARGE", "The balance would become too large."],
};

const UNIQUE_VIOLATION = "23505";
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";

/** What a database error means, when it means a refusal; otherwise the error itself. */
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

/** What a database error means where nothing is written: only a text that was looked for can be at fault. */
export function meaningOfReading(error: unknown): unknown {
  const text = error instanceof pg.DatabaseError ? texts[error.code ?? ""] : undefined;
  return text ? new Refused(text[0], text[1]) : error;
}

/** True when the same transaction may succeed if it is run again from its start. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === SERIALIZATION_FAILURE ||
      error.code === DEADLOCK_DETECTED ||
      // Somebody else has just committed an answer under the same idempotency key: run again and find it.
      (error.code === UNIQUE_VIOLATION && error.constraint === "idempotency_pkey"))
  );
}

/**
 * True when a prepared statement is not good any more, because a migration has changed what it returns, or because the server has
 * forgotten it. Nothing was done; on a new connection it is prepared anew.
 */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    // "cached plan must not change result type" is a feature_not_supported like many others.
    ((error.code === "0A000" && error.routine === "RevalidateCachedQuery") || error.code === "26000")
  );
}

/** Classes of errors that pass: the connection is lost, the server lacks disk, memory or connections, somebody intervenes; 58030: its disk fails. */
const passing = /^(08|53|57|58030$)/;

/** True when the database could not be reached, is going down, lacks what it needs or has too much to do. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Crowded || error instanceof DatabaseSilent) return true;
  if (error instanceof pg.DatabaseError) return passing.test(error.code ?? "");
  const code = (error as { code?: string }).code ?? "";
  if (["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOTFOUND", "ETIMEDOUT", "ENOENT"].includes(code)) return true;
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/.test(
      error.message,
    )
  );
}
