// One call: its record with ways to what it is about, and the proof that the record is in the log.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../api/client.ts";
import { type AuditRecord, errorPage, operationPage } from "../../api/requests.ts";
import { Proof } from "../../components/audit/proof.tsx";
import { Resources } from "../../components/audit/resource.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Copyable, Status, Time } from "../../components/values.tsx";
import { View } from "../../components/view.tsx";
import { fill, texts, word } from "../../texts.ts";
import { developers } from "../../texts/developers.ts";

const route = getRouteApi("/requests/$recordId");
const names = developers.record;

export function RecordView() {
  const { recordId } = route.useParams();
  const record = useQuery({
    queryKey: ["audit-record", recordId],
    queryFn: async () =>
      (await api().GET("/api/v1/audit/records/{recordId}", { params: { path: { recordId } } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const operation = record.data?.record.operation ?? recordId;
  return (
    <View title={fill(names.title, { operation })}>
      <ErrorNotice error={record.error} onRetry={record.refetch} />
      {record.isPending && <p role="status">{texts.loading}</p>}
      {record.data && <Facts of={record.data.record} />}
      {record.data && <Proof record={{ ...record.data.record, recordId }} proof={record.data.proof} />}
    </View>
  );
}

function Facts({ of: record }: { readonly of: AuditRecord }) {
  const { requests } = developers;
  const { errorCode, requestId } = record;
  return (
    <dl className="facts panel">
      <Fact name={requests.outcome}>
        <Status of={record.outcome} /> {record.replayed && requests.replayed}
      </Fact>
      {errorCode !== undefined && (
        <Fact name={requests.error}>
          <code>{errorCode}</code>{" "}
          <a href={errorPage(errorCode)}>{fill(names.errorPage, { code: errorCode })}</a>
        </Fact>
      )}
      <TextFact name={names.reason} text={record.reason} />
      <Fact name={requests.operation}>
        <Operation name={record.operation} />
        {record.callCount > 1 && ` ${fill(requests.calls, { count: String(record.callCount) })}`}
      </Fact>
      <Fact name={requests.time}>
        <Time at={record.callTime} />
      </Fact>
      <Fact name={requests.one}>
        <Copyable text={requestId} label={requests.one} />{" "}
        <Link to="/requests" search={({ merchant }) => ({ merchant, request: requestId })}>
          {names.sameRequest}
        </Link>
      </Fact>
      {record.resourceIds.length > 0 && (
        <Fact name={requests.resources}>
          <Resources of={record.resourceIds} />
        </Fact>
      )}
      <Fact name={names.caller}>
        {texts.kinds[record.caller as keyof typeof texts.kinds] ?? word(record.caller)}
      </Fact>
      <TextFact name={names.tenant} text={record.tenantId} />
      <TextFact name={names.credential} text={record.credentialId} />
      <TextFact name={names.mechanism} text={record.mechanism} />
      <TextFact name={names.binding} text={record.tokenBinding} />
      <TextFact name={names.client} text={record.clientId} />
      <TextFact name={names.session} text={record.sessionId} />
      <TextFact name={names.device} text={record.deviceId} />
      <TextFact name={names.delegate} text={record.delegate} />
      <TextFact name={names.signedBy} text={record.signedBy} />
      <TextFact name={names.address} text={record.addressHash} />
      <TextFact name={names.record} text={record.recordId} />
    </dl>
  );
}

/** An operation, with a way to its page where the documentation has one. */
function Operation({ name }: { readonly name: string }) {
  const page = operationPage(name);
  const { data: exists } = useQuery({
    queryKey: ["operation-page", page],
    enabled: page !== undefined,
    queryFn: async () => (await fetch(page ?? "", { method: "HEAD" })).ok,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <code>{name}</code> {exists && <a href={page}>{fill(names.operationPage, { operation: name })}</a>}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TextFact({ name, text }: { readonly name: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Fact name={name}>
      <code>{text}</code>
    </Fact>
  );
}
