// The limits of the alarms. A test compares them with the rules of Prometheus, which have the same limits.

const hour = 3_600;
const day = 86_400;

/** A check of the ledger may be late by so much before it counts as missing. */
const LEDGER_LATE_SECONDS = 2 * hour;
/** Seconds without a check of the ledger after which it counts as missing. @param everySeconds how often it is to be checked; 0 for never */
export const ledgerUncheckedSeconds = (everySeconds: number): number =>
  Math.max(hour, everySeconds) + LEDGER_LATE_SECONDS;
/** A settlement is not final after so long. */
export const SETTLEMENT_STUCK_SECONDS = hour;
/** An event waits for so long for its place in the log. */
export const EVENT_ORDER_SECONDS = 300;
/** A webhook endpoint has waited for so long for a worker. */
export const DELIVERY_LATE_SECONDS = 10;
/** More endpoints than this were disabled within the hour. */
export const ENDPOINTS_DISABLED_MAX = 2;
/** The period of alarms that count what happened. */
export const COUNTED_SECONDS = hour;
/** The stream of a relay lacks an event of this age. */
export const RELAY_LAG_SECONDS = 60;
/** A relay that is behind for so long counts as retired. Prometheus need not know: a retired relay has no metrics. */
export const RELAY_RETIRED_SECONDS = 30 * day;
/** The revocation list of the trust root ends within so long: first a ticket, then a page. */
export const ROOT_LIST_SOON_SECONDS = 10 * day;
export const ROOT_LIST_SECONDS = 2 * day;
