// Records of calls in a table, with filters that the address holds.
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components";
import {
  type AuditRecord,
  listRecords,
  OUTCOMES,
  type RecordFilters,
  withPeriod,
} from "../../api/requests.ts";
import { useList } from "../../api/list.ts";
import { texts, word } from "../../texts.ts";
import { developers } from "../../texts/developers.ts";
import { fill } from "../../texts.ts";
import { Choice, Form, TextInput } from "../fields.tsx";
import { type Column, Rows } from "../rows.tsx";
import { Status, Time } from "../values.tsx";
import { Resources } from "./resource.tsx";

const names = developers.requests;

interface RecordsProps {
  readonly title: string;
  readonly filters: RecordFilters;
  /** Whose calls; absent for all that the reader may see. */
  readonly tenantId?: string | undefined;
  readonly columns: readonly Column<AuditRecord>[];
  /** Says why there may be no record, below that there is none. */
  readonly whyEmpty?: ReactNode;
}

export function Records({ title, filters, tenantId, columns, whyEmpty }: RecordsProps) {
  const asked = tenantId === undefined ? filters : { ...filters, tenant: tenantId };
  const list = useList<AuditRecord>(["audit-records", asked], (page) => listRecords(asked, page));
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Rows
      label={title}
      list={list}
      columns={columns}
      keyOf={({ recordId }) => recordId}
      empty={
        <>
          {isFiltered ? texts.noneFound : texts.none} {whyEmpty}
        </>
      }
    />
  );
}

const operation: Column<AuditRecord> = {
  head: names.operation,
  cell: ({ operation: name, recordId, callCount }) => (
    <>
      <Link to="/requests/$recordId" params={{ recordId }}>
        {name}
      </Link>
      {callCount > 1 && ` (${fill(names.calls, { count: String(callCount) })})`}
    </>
  ),
};
const outcome: Column<AuditRecord> = {
  head: names.outcome,
  cell: ({ outcome: of, errorCode, replayed }) => (
    <>
      <Status of={of} /> {errorCode !== undefined && <code>{errorCode}</code>}
      {replayed && <span className="quiet"> {names.replayed}</span>}
    </>
  ),
};
const time: Column<AuditRecord> = {
  head: names.time,
  cell: ({ callTime }) => <Time at={callTime} />,
};
const resources: Column<AuditRecord> = {
  head: names.resources,
  cell: ({ resourceIds }) => <Resources of={resourceIds} />,
};
const caller: Column<AuditRecord> = {
  head: developers.record.caller,
  cell: ({ caller: kind, credentialId }) => (
    <>
      {texts.kinds[kind as keyof typeof texts.kinds] ?? word(kind)}{" "}
      {credentialId !== undefined && <code className="quiet">{credentialId}</code>}
    </>
  ),
};
export const requestColumns = [operation, outcome, time, resources];
export const auditColumns = [operation, outcome, caller, time, resources];

interface FiltersProps {
  readonly given: RecordFilters;
  /** Filters with a text of the reader's own, beside operation, outcome and period, with their labels. */
  readonly fields: Partial<Record<keyof RecordFilters, string>>;
  /** Shows what was chosen. */
  readonly onApply: (filters: RecordFilters) => void;
  readonly onClear: () => void;
}

export function RecordFiltersForm({ given, fields, onApply, onClear }: FiltersProps) {
  const [filters, set] = useState(given);
  const [isChecked, setChecked] = useState(false);
  const change = (name: keyof RecordFilters) => (value: string) =>
    set({ ...filters, [name]: value.trim() === "" ? undefined : value.trim() });
  const isOperation =
    filters.operation === undefined || /^([A-Z][A-Za-z0-9]{1,63}|[*])$/.test(filters.operation);
  const apply = () => {
    setChecked(true);
    if (isOperation) onApply(withPeriod(filters));
  };
  return (
    <Form className="filters panel" label={names.apply} onSubmit={apply}>
      {Object.entries(fields).map(([name, label]) => (
        <TextInput
          key={name}
          label={label}
          type="search"
          value={filters[name as keyof RecordFilters] ?? ""}
          onChange={change(name as keyof RecordFilters)}
        />
      ))}
      <TextInput
        label={names.operation}
        value={filters.operation ?? ""}
        onChange={change("operation")}
        error={isChecked && !isOperation ? names.operationWrong : undefined}
      />
      <Choice
        label={names.which}
        value={filters.calls ?? ""}
        onChange={change("calls")}
        options={[
          { value: "", text: texts.all },
          { value: "changes", text: names.changesOnly },
        ]}
      />
      <Choice
        label={names.outcome}
        value={filters.outcome ?? ""}
        onChange={change("outcome")}
        options={[{ value: "", text: texts.all }, ...OUTCOMES.map((value) => ({ value, text: word(value) }))]}
      />
      <TextInput label={names.from} type="date" value={filters.from ?? ""} onChange={change("from")} />
      <TextInput label={names.to} type="date" value={filters.to ?? ""} onChange={change("to")} />
      <p className="actions">
        <Button type="submit" className="main">
          {names.apply}
        </Button>
        <Button onPress={onClear}>{names.clear}</Button>
      </p>
    </Form>
  );
}
