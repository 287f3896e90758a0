// Prints requests and answers of the demo: short, and without secrets.
import type { ObservedCall } from "../../../clients/typescript/src/index.ts";

const lineMax = 170;
const textMax = 30;
const membersMax = 6;
const isIdentifier = /^[a-z]{3}_[0-9a-z]{26}$/;
const secretMembers = new Set(["secret", "authorization"]);
/** Printed first, because readers look for them. */
const keyMembers = [
  "status",
  "settlementStatus",
  "lifecycleStatus",
  "trusted",
  "outcome",
  "failureReason",
  "amount",
  "refundAmount",
];

/** Returns two lines: the request and the answer. */
export function printExchange({ method, path, params, body, status, answer }: ObservedCall): string[] {
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(params.path?.[name]));
  const query = new URLSearchParams(params.query as Record<string, string> | undefined).toString();
  const sent = isObject(body) && Object.keys(body).length > 0 ? ` ${members(body)}` : "";
  return [`    → ${method} ${url}${query && `?${query}`}${sent}`, `    ← ${status} ${received(answer)}`].map(
    cut,
  );
}

function received(answer: Record<string, unknown>): string {
  if (answer.success !== true) {
    const reasons = (answer.errors as { reason: string; field?: string }[]).map((e) =>
      e.field ? `${e.field}: ${e.reason}` : e.reason,
    );
    return `${String(answer.errorCode)} ${String(answer.message)} [${reasons.join(", ")}]`;
  }
  return isObject(answer.data) ? members(answer.data) : String(answer.data);
}

function members(object: Record<string, unknown>): string {
  const names = Object.keys(object).sort((a, b) => rank(a) - rank(b));
  const shown = names
    .slice(0, membersMax)
    .map((name) => `${name}=${secretMembers.has(name) ? "•••" : short(object[name])}`);
  return shown.join(" ") + (names.length > membersMax ? " …" : "");
}

function rank(name: string): number {
  const index = keyMembers.indexOf(name);
  return index < 0 ? (name.endsWith("Id") ? -1 : keyMembers.length) : index;
}

function short(value: unknown): string {
  if (Array.isArray(value)) return list(value);
  if (isObject(value)) return `{${members(value)}}`;
  const text = String(value).replaceAll("\n", " ");
  const isWhole = text.length <= textMax || isIdentifier.test(text);
  return isWhole ? text : `${text.slice(0, textMax)}…`;
}

/** Prints up to two items in full, else their number. Of a verdict's checks, prints the failed ones. */
function list(items: readonly unknown[]): string {
  const checks = items.filter(isObject).filter((item) => "outcome" in item);
  const failed = checks.filter((check) => check.outcome === "failed");
  if (checks.length > 0)
    return failed.length > 0 ? `[${failed.map(short).join(", ")}]` : `[${checks.length}, none failed]`;
  return `[${items.length <= 2 ? items.map(short).join(", ") : `${items.length} items`}]`;
}

function cut(line: string): string {
  return line.length > lineMax ? `${line.slice(0, lineMax - 1)}…` : line;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
