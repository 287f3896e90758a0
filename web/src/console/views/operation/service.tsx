// What runs, and whether the ledger keeps its rules.
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "react-aria-components";
import type { Schemas } from "../../api/client.ts";
import { ledgerCheckQuery, serverInfoQuery } from "../../api/service.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Copyable, Time } from "../../components/values.tsx";
import { View } from "../../components/view.tsx";
import { fill, texts } from "../../texts.ts";
import { operation } from "../../texts/operation.ts";
import { Processes } from "./processes.tsx";
import { Alarms } from "./alarms.tsx";

const names = operation.service;
/** As the alarm LedgerNotChecked has it. */
const LATE_SECONDS = 3 * 3_600;

export function Service() {
  return (
    <View title={names.title}>
      <Alarms />
      <Ledger />
      <Running />
      <Processes />
    </View>
  );
}

function Running() {
  const info = useQuery(serverInfoQuery);
  return (
    <section className="panel">
      <h2>{names.service}</h2>
      <ErrorNotice error={info.error} onRetry={info.refetch} />
      {info.data && (
        <dl className="facts">
          <dt>{names.version}</dt>
          <dd>{info.data.version}</dd>
          <dt>{names.commit}</dt>
          <dd>
            {info.data.buildCommit === undefined ? names.noRelease : <code>{info.data.buildCommit}</code>}
          </dd>
          <dt>{names.environment}</dt>
          <dd>{info.data.environment}</dd>
          <dt>{names.interface}</dt>
          <dd>{info.data.apiVersions.join(", ")}</dd>
          <dt>{names.time}</dt>
          <dd>
            <Time at={info.data.serverTime} />
          </dd>
          <dt>{names.clock}</dt>
          <dd>
            {info.data.deviceAheadSeconds === 0
              ? names.clockRight
              : fill(names.clockWrong, { seconds: String(Math.abs(info.data.deviceAheadSeconds)) })}
          </dd>
        </dl>
      )}
    </section>
  );
}

function Ledger() {
  const check = useQuery({ ...ledgerCheckQuery, refetchInterval: 30_000 });
  const info = useQuery(serverInfoQuery);
  const now = info.data?.serverTime;
  return (
    <section className="panel">
      <h2>{names.ledger}</h2>
      <p>{names.ledgerNote}</p>
      <ErrorNotice error={check.error} onRetry={check.refetch} />
      {check.isPending && <p role="status">{texts.loading}</p>}
      {check.data && <Verdict of={check.data} now={now} />}
      {check.data && check.data.rules.length > 0 && <Rules of={check.data.rules} />}
      <p>
        {names.byHand} <Copyable text="pda ledger verify" label={names.byHand} />
      </p>
    </section>
  );
}

/** @param now real time of the service, once it is known */
function Verdict({
  of: { checkTime, rules },
  now,
}: {
  readonly of: Schemas["LedgerCheck"];
  readonly now?: string | undefined;
}) {
  if (checkTime === undefined) return <p className="notice">{names.notYet}</p>;
  const isViolated = rules.some(({ violationCount }) => violationCount !== "0");
  const isLate = now !== undefined && Date.parse(now) - Date.parse(checkTime) > LATE_SECONDS * 1_000;
  return (
    <>
      <p role="status" className={`notice ${isViolated ? "bad" : "good"}`} data-violated={isViolated}>
        <strong>{isViolated ? names.violated : fill(names.allHold, { count: String(rules.length) })}</strong>{" "}
        {isViolated && <a href="/docs/runbooks/ledger-violated">{names.next}</a>}
      </p>
      {isLate && (
        <p className="notice bad">
          {names.late} <a href="/docs/runbooks/ledger-not-checked">{names.next}</a>
        </p>
      )}
      <p>
        {names.checked}: <Time at={checkTime} />
      </p>
    </>
  );
}

function Rules({ of: rules }: { readonly of: readonly Schemas["LedgerRule"][] }) {
  const { locale } = useLocale();
  return (
    <ul className="rules">
      {rules.map(({ name, description, examinedCount, violationCount, violations }) => (
        <li key={name} data-rule={name}>
          <span className={`status ${violationCount === "0" ? "good" : "bad"}`}>
            {violationCount === "0" ? names.holds : fill(names.violations, { count: violationCount })}
          </span>{" "}
          {description}{" "}
          <span className="quiet">
            {names.examined}: {new Intl.NumberFormat(locale).format(BigInt(examinedCount))}
          </span>
          {violations.length > 0 && (
            <ul>
              {violations.map((text) => (
                <li key={text}>
                  <code>{text}</code>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
