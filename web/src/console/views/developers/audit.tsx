// The audit log for those who look into it: search, and the newest signed head.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { headOf } from "../../api/audit-proof.ts";
import { checkpointQuery, recordFiltersOf } from "../../api/requests.ts";
import { auditColumns, RecordFiltersForm, Records } from "../../components/audit/records.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Copyable } from "../../components/values.tsx";
import { View } from "../../components/view.tsx";
import { fill } from "../../texts.ts";
import { developers } from "../../texts/developers.ts";

const route = getRouteApi("/audit");
const names = developers.audit;

export function Audit() {
  const filters = recordFiltersOf(route.useSearch());
  const navigate = useNavigate();
  return (
    <View title={names.title}>
      <p className="quiet">{names.note}</p>
      <SignedHead />
      <RecordFiltersForm
        key={JSON.stringify(filters)}
        given={filters}
        fields={{
          request: developers.requests.search,
          resource: names.resource,
          tenant: names.tenant,
          credential: names.credential,
          session: names.session,
        }}
        onApply={(chosen) =>
          void navigate({ to: "/audit", search: ({ merchant }) => ({ merchant, ...chosen }) })
        }
        onClear={() => void navigate({ to: "/audit", search: ({ merchant }) => ({ merchant }) })}
      />
      <Records title={names.title} filters={filters} columns={auditColumns} />
    </View>
  );
}

function SignedHead() {
  const checkpoint = useQuery(checkpointQuery);
  const head = checkpoint.data && headOf(checkpoint.data.checkpoint);
  return (
    <section className="panel">
      <h2>{names.head}</h2>
      <ErrorNotice error={checkpoint.error} onRetry={checkpoint.refetch} />
      {checkpoint.data && head && (
        <dl className="facts">
          <dt>{head.origin}</dt>
          <dd>{fill(names.size, { count: String(head.size) })}</dd>
          <dt>{names.root}</dt>
          <dd>
            <Copyable text={head.root} label={names.root} />
          </dd>
          <dt>{names.logKey}</dt>
          <dd>
            <Copyable text={checkpoint.data.verifierKey} label={names.logKey} />
          </dd>
        </dl>
      )}
      <p>{fill(names.whole, { verify: "pda audit verify", witness: "pda audit witness" })}</p>
      <p>
        <a href="/docs/audit">{names.manual}</a>
      </p>
    </section>
  );
}
