import {
  type AlarmName,
  alarmOfReason,
  catalogue,
  runbookPathOf,
  type Severity,
  severities,
} from "./catalogue.ts";
import {
  ENDPOINTS_DISABLED_MAX,
  EVENT_ORDER_SECONDS,
  ledgerUncheckedSeconds,
  RELAY_LAG_SECONDS,
  RELAY_RETIRED_SECONDS,
  ROOT_LIST_SECONDS,
  ROOT_LIST_SOON_SECONDS,
} from "./limits.ts";
import { adviceFor } from "../settlement/advice.ts";

/** Number of resources that an alarm names. */
export const RESOURCES_MAX = 20;

/** Resources that an alarm concerns. */
export interface Concerned {
  /** Number of resources, of which `ids` has the first. */
  readonly count: number;
  /** At most `RESOURCES_MAX` identifiers. */
  readonly ids: readonly string[];
  /** Real time since which a limit is passed. Absent when unknown. */
  readonly since?: Date;
}

/** What the database knows at one moment. */
export interface Facts {
  /** Real time. */
  readonly now: Date;
  /** Rules of the ledger that the last check found violated. */
  readonly violations: readonly (Concerned & { readonly reason: string })[];
  /** When the last check of the ledger finished; before the first one, when checks could begin. */
  readonly ledgerCheckedAt: Date;
  /** How often the ledger is to be checked, in seconds; 0 for never. */
  readonly ledgerCheckSeconds: number;
  /** Settlements whose last attempt failed, by reason. */
  readonly waiting: readonly (Concerned & { readonly reason: string })[];
  /** Settlements that are not final after `SETTLEMENT_STUCK_SECONDS`. */
  readonly stuck: Concerned;
  /** Real time at which the oldest event without a place in the log occurred. */
  readonly unorderedSince?: Date;
  /** Webhook endpoints that have waited for a worker for `DELIVERY_LATE_SECONDS`. */
  readonly late: Concerned;
  /** Webhook endpoints that the service disabled within `COUNTED_SECONDS`. */
  readonly disabled: Concerned;
  /** How far relays are behind: the age of the oldest event that the stream lacks. */
  readonly relays: readonly { readonly name: string; readonly seconds: number }[];
  /** Recoveries that holders vetoed within `COUNTED_SECONDS`. */
  readonly vetoed: Concerned;
  /** End of the imported revocation list of the trust root; `none` when the service makes the list itself. */
  readonly rootListEnd: Date | "missing" | "none";
}

/** An alarm that is raised. */
export interface Alarm extends Concerned {
  readonly name: AlarmName;
  readonly severity: Severity;
  readonly summary: string;
  /** What alarms of one name differ in: the reason of the settlements, or the violated rule. */
  readonly reason?: string;
  readonly nextStep: string;
  readonly runbookPath: string;
}

const nothing: Concerned = { count: 0, ids: [] };

/** Returns the alarms that the facts raise: the most severe first, then by name and reason. */
export function alarmsOf(facts: Facts): Alarm[] {
  return [...ofLedger(facts), ...ofSettlements(facts), ...ofEvents(facts), ...ofSecurity(facts)].sort(
    (a, b) =>
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      compare(a.name, b.name) ||
      compare(a.reason ?? "", b.reason ?? ""),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function raised(name: AlarmName, { count, ids, since }: Concerned, reason?: string): Alarm {
  const { severity, summary, nextStep = sentence(adviceFor(reason ?? "")) } = catalogue[name];
  return {
    name,
    severity,
    summary,
    ...(reason === undefined ? {} : { reason }),
    count,
    ids: ids.slice(0, RESOURCES_MAX),
    ...(since === undefined ? {} : { since }),
    nextStep,
    runbookPath: runbookPathOf(name),
  };
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function* ofLedger({ violations, ledgerCheckedAt, ledgerCheckSeconds, now }: Facts): Generator<Alarm> {
  for (const { reason, ...found } of violations) yield raised("LedgerViolated", found, reason);
  const since = after(ledgerCheckedAt, ledgerUncheckedSeconds(ledgerCheckSeconds));
  if (since < now) yield raised("LedgerNotChecked", { ...nothing, since });
}

function* ofSettlements({ waiting, stuck }: Facts): Generator<Alarm> {
  for (const { reason, ...found } of waiting) yield raised(alarmOfReason(reason), found, reason);
  if (stuck.count > 0) yield raised("SettlementStuck", stuck);
}

function* ofEvents({ now, unorderedSince, late, disabled, relays }: Facts): Generator<Alarm> {
  const unordered = unorderedSince && after(unorderedSince, EVENT_ORDER_SECONDS);
  if (unordered && unordered < now) yield raised("EventOrderStopped", { ...nothing, since: unordered });
  if (late.count > 0) yield raised("WebhookDeliveryLate", late);
  if (disabled.count > ENDPOINTS_DISABLED_MAX) yield raised("WebhookEndpointsDisabled", disabled);
  const behind = relays.filter(
    ({ seconds }) => seconds > RELAY_LAG_SECONDS && seconds <= RELAY_RETIRED_SECONDS,
  );
  if (behind.length === 0) return;
  const most = Math.max(...behind.map(({ seconds }) => seconds));
  const ids = behind.map(({ name }) => name);
  yield raised("RelayLagging", { count: ids.length, ids, since: after(now, RELAY_LAG_SECONDS - most) });
}

function* ofSecurity({ now, vetoed, rootListEnd }: Facts): Generator<Alarm> {
  if (vetoed.count > 0) yield raised("WalletRecoveryVetoed", vetoed);
  if (rootListEnd === "none") return;
  for (const [name, seconds] of [
    ["RootListExpiresSoon", ROOT_LIST_SOON_SECONDS],
    ["RootListExpires", ROOT_LIST_SECONDS],
  ] as const) {
    if (rootListEnd === "missing") yield raised(name, nothing);
    else if (after(rootListEnd, -seconds) < now)
      yield raised(name, { ...nothing, since: after(rootListEnd, -seconds) });
  }
}

const after = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1_000);
