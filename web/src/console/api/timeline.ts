// What has happened to a payment, in order.
import type { Event } from "../live.ts";
import type { Call } from "./calls.ts";
import type { Schemas } from "./client.ts";

/** One thing that has happened, with the resource that shows it. */
export type Happening =
  | { readonly kind: "state"; readonly at: string; readonly state: string }
  | { readonly kind: "transaction"; readonly at: string; readonly transaction: Schemas["Transaction"] }
  | { readonly kind: "refund"; readonly at: string; readonly refund: Schemas["Refund"] }
  | {
      readonly kind: "settlement";
      readonly at: string;
      readonly settlement: Schemas["Settlement"];
      /** The moment of this entry: when the settlement was begun, or when it became final. */
      readonly step: "begun" | "final";
    }
  | { readonly kind: "call"; readonly at: string; readonly record: Schemas["AuditRecord"] }
  | { readonly kind: "event"; readonly at: string; readonly event: Event };

export interface Parts {
  readonly payment: Schemas["Payment"];
  readonly transactions: readonly Schemas["Transaction"][];
  readonly refunds: readonly Schemas["Refund"][];
  readonly settlements: readonly Schemas["Settlement"][];
  readonly calls: readonly Call[];
  readonly events: readonly Event[];
}

/** At one moment, a call comes before the state that it makes, this before its bookings, and these before what is told of them. */
const RANK: Readonly<Record<Happening["kind"], number>> = {
  call: -1,
  state: 0,
  transaction: 1,
  refund: 2,
  settlement: 3,
  event: 4,
};

/** Returns what has happened, oldest first. */
export function timelineOf({
  payment,
  transactions,
  refunds,
  settlements,
  calls,
  events,
}: Parts): Happening[] {
  const { status, createTime, endTime } = payment;
  const all: Happening[] = [
    { kind: "state", at: createTime, state: "created" },
    ...(status !== "pending" && endTime !== undefined
      ? [{ kind: "state", at: endTime, state: status } as const]
      : []),
    ...transactions.map((transaction) => ({
      kind: "transaction" as const,
      at: transaction.createTime,
      transaction,
    })),
    ...refunds.map((refund) => ({ kind: "refund" as const, at: refund.createTime, refund })),
    ...settlements.flatMap(stepsOf),
    ...calls.map(({ at, record }) => ({ kind: "call" as const, at, record })),
    ...events.map((event) => ({ kind: "event" as const, at: event.time, event })),
  ];
  return all.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || RANK[a.kind] - RANK[b.kind]);
}

function stepsOf(settlement: Schemas["Settlement"]): Happening[] {
  const { createTime, finalizeTime } = settlement;
  const begun = { kind: "settlement", at: createTime, settlement, step: "begun" } as const;
  if (finalizeTime === undefined) return [begun];
  return [begun, { kind: "settlement", at: finalizeTime, settlement, step: "final" }];
}
