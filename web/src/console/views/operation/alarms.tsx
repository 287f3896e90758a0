// The alarms that are raised now, each with its next step.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../../api/client.ts";
import { alarmsQuery } from "../../api/service.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Time } from "../../components/values.tsx";
import { fill, texts } from "../../texts.ts";
import { operation } from "../../texts/operation.ts";

const names = operation.alarms;

export function Alarms() {
  const { data: alarms, error, isPending, refetch } = useQuery(alarmsQuery);
  return (
    <section className="panel">
      <h2>{names.title}</h2>
      <ErrorNotice error={error} onRetry={refetch} />
      {isPending && <p role="status">{texts.loading}</p>}
      {alarms?.length === 0 && (
        <p role="status" className="notice good">
          {names.none}
        </p>
      )}
      {alarms && alarms.length > 0 && (
        <ul className="rules">
          {alarms.map((alarm) => (
            <li key={`${alarm.name} ${alarm.reason ?? ""}`} data-alarm={alarm.name}>
              <Alarm of={alarm} />
            </li>
          ))}
        </ul>
      )}
      <p>
        {names.note} <a href="/docs/runbooks/README">{names.runbooks}</a>
      </p>
    </section>
  );
}

function Alarm({ of: alarm }: { readonly of: Schemas["Alarm"] }) {
  const { severity, summary, reason, sinceTime, resourceIds, resourceCount, nextStep, runbookPath } = alarm;
  const more = BigInt(resourceCount) - BigInt(resourceIds.length);
  return (
    <>
      <p>
        <span className={`status ${severity === "ticket" ? "warn" : "bad"}`}>
          {severity === "ticket" ? names.ticket : names.page}
        </span>{" "}
        <strong>{summary}</strong> {reason !== undefined && <code>{reason}</code>}
      </p>
      {sinceTime !== undefined && (
        <p className="quiet">
          {names.since} <Time at={sinceTime} />
        </p>
      )}
      {resourceIds.length > 0 && (
        <ul>
          {resourceIds.map((id) => (
            <li key={id}>
              <Resource id={id} />
            </li>
          ))}
          {more > 0n && <li>{fill(names.more, { count: String(more) })}</li>}
        </ul>
      )}
      <p>
        {nextStep}. <a href={runbookPath}>{fill(names.runbook, { name: alarm.name })}</a>
      </p>
    </>
  );
}

/** An identifier, with a link to the view of its resource if one exists. */
function Resource({ id }: { readonly id: string }) {
  const code = <code>{id}</code>;
  if (id.startsWith("stl_"))
    return (
      <Link to="/settlements/$settlementId" params={{ settlementId: id }}>
        {code}
      </Link>
    );
  if (id.startsWith("whk_"))
    return (
      <Link to="/webhooks/$webhookId" params={{ webhookId: id }}>
        {code}
      </Link>
    );
  return code;
}
