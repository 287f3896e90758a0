import { AlarmSeverity, type Alarm as AlarmMessage } from "../../../gen/ts/pda/operator/v1/alarm_service.ts";
import type { AlarmServiceService } from "../../../gen/ts/pda/operator/v1/alarm_service.ts";
import { type Alarm, alarmsOf, type Facts } from "../../domain/alarm/alarm.ts";
import type { Severity } from "../../domain/alarm/catalogue.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Readers } from "../../store/store.ts";
import { timestamp } from "../contract/timestamp.ts";
import type { ServiceDeps } from "../deps.ts";
import { rootListEnd } from "../revocation/offline-root-list.ts";

type Deps = Pick<ServiceDeps, "trust" | "ledgerCheckSeconds">;

/** Returns the alarms that the database raises at the time of the call. */
export const listAlarms =
  (deps: Deps): Handlers<typeof AlarmServiceService>["listAlarms"] =>
  async ({ snapshot }) => {
    const facts = await snapshot((read) => factsIn(read, deps));
    return { items: alarmsOf(facts).map(messageOf) };
  };

async function factsIn(read: Readers, { trust, ledgerCheckSeconds }: Deps): Promise<Facts> {
  const { alarms } = read;
  const { now, checkableSince } = await alarms.times();
  const check = await read.ledgerChecks.last();
  const unorderedSince = await alarms.unorderedSince();
  return {
    now,
    violations: (check?.results ?? [])
      .filter(({ violations }) => violations > 0)
      .map(({ name, violations, told }) => ({
        reason: name,
        count: violations,
        // A description begins with the identifier of what is at fault.
        ids: [...new Set(told.map((text) => text.split(" ", 1)[0] as string))],
      })),
    ledgerCheckedAt: check?.checkedAt ?? checkableSince,
    ledgerCheckSeconds,
    waiting: await alarms.waitingSettlements(),
    stuck: await alarms.stuckSettlements(),
    ...(unorderedSince === undefined ? {} : { unorderedSince }),
    late: await alarms.lateEndpoints(),
    disabled: await alarms.disabledEndpoints(),
    relays: await read.relays.lags(),
    vetoed: await alarms.vetoedRecoveries(),
    rootListEnd: await rootListEnd(read, trust),
  };
}

const severityOf: Readonly<Record<Severity, AlarmSeverity>> = {
  page: AlarmSeverity.ALARM_SEVERITY_PAGE,
  ticket: AlarmSeverity.ALARM_SEVERITY_TICKET,
};

function messageOf({ severity, reason, since, ids, count, ...alarm }: Alarm): AlarmMessage {
  return {
    ...alarm,
    severity: severityOf[severity],
    reason,
    sinceTime: since && timestamp(since),
    resourceIds: [...ids],
    resourceCount: BigInt(count),
  };
}
