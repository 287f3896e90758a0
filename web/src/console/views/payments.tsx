// The payments of a merchant, or of all: filtered by the address, newest first.
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useActing } from "../acting.ts";
import type { Schemas } from "../api/client.ts";
import { LIST_MS, useList } from "../api/list.ts";
import { findPayments } from "../api/payment.ts";
import { announce } from "../components/announce.ts";
import { ButtonDialog } from "../components/dialog.tsx";
import { Choice, Form, TextInput } from "../components/fields.tsx";
import { NewPayment } from "../components/new-payment.tsx";
import { paymentColumns, paymentColumnsOfAll } from "../components/payment-columns.tsx";
import { Rows } from "../components/rows.tsx";
import { View } from "../components/view.tsx";
import { dayAfter, startOfDay } from "../days.ts";
import type { PaymentFilters } from "../router.tsx";
import { texts, word } from "../texts.ts";

const route = getRouteApi("/payments");
type Payment = Schemas["Payment"];
const STATUSES = ["pending", "completed", "failed", "cancelled"] as const;

export function Payments() {
  const { kind, merchantId, may } = useActing();
  const filters = route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const key = ["payments", merchantId, filters];
  const text = filters.q?.trim() ?? "";
  const query = queryOf(filters);
  const list = useList<Payment>(key, (page) => findPayments(text, { ...query, merchantId }, page), {
    everyMs: LIST_MS,
  });
  const { payments } = texts;
  const isFiltered = text !== "" || Object.values(query).some((value) => value !== undefined);
  const created = ({ paymentId }: Payment) => {
    announce(payments.createdNow);
    void queries.resetQueries({ queryKey: ["payments"] });
    return navigate({ to: "/payments/$paymentId", params: { paymentId } });
  };
  return (
    <View
      title={payments.title}
      actions={
        may("payments.write") && (
          <ButtonDialog label={payments.create} title={payments.create} className="main">
            {() => <NewPayment button={payments.createButton} busy={payments.creating} onCreated={created} />}
          </ButtonDialog>
        )
      }
    >
      <Filters key={JSON.stringify(filters)} given={filters} />
      <p className="actions">
        <Button className="small" onPress={() => void queries.resetQueries({ queryKey: key })}>
          {texts.refresh}
        </Button>
      </p>
      <Rows
        label={payments.title}
        list={list}
        columns={kind === "operator" && merchantId === undefined ? paymentColumnsOfAll : paymentColumns}
        keyOf={({ paymentId }) => paymentId}
        empty={isFiltered ? texts.noneFound : texts.none}
      />
    </View>
  );
}

function queryOf({ status, assetType, from, to }: PaymentFilters) {
  return {
    status: STATUSES.find((each) => each === status),
    assetType,
    fromTime: startOfDay(from),
    toTime: dayAfter(to),
  };
}

function Filters({ given }: { readonly given: PaymentFilters }) {
  const [filters, set] = useState(given);
  const navigate = useNavigate();
  const { payments } = texts;
  const change = (name: keyof PaymentFilters) => (value: string) =>
    set({ ...filters, [name]: value === "" ? undefined : value });
  const apply = () => {
    const text = filters.q?.trim() ?? "";
    if (/^pay_[0-9a-z]{26}$/.test(text))
      return void navigate({ to: "/payments/$paymentId", params: { paymentId: text } });
    void navigate({ to: "/payments", search: (before) => ({ ...before, ...filters }) });
  };
  const clear = () => void navigate({ to: "/payments", search: ({ merchant }) => ({ merchant }) });
  return (
    <Form className="filters panel" label={payments.apply} onSubmit={apply}>
      <TextInput label={payments.search} type="search" value={filters.q ?? ""} onChange={change("q")} />
      <Choice
        label={payments.status}
        value={filters.status ?? ""}
        onChange={change("status")}
        options={[{ value: "", text: texts.all }, ...STATUSES.map((value) => ({ value, text: word(value) }))]}
      />
      <TextInput
        label={payments.assetType}
        value={filters.assetType ?? ""}
        onChange={(value) => change("assetType")(value.toUpperCase())}
      />
      <TextInput label={payments.from} type="date" value={filters.from ?? ""} onChange={change("from")} />
      <TextInput label={payments.to} type="date" value={filters.to ?? ""} onChange={change("to")} />
      <p className="actions">
        <Button type="submit" className="main">
          {payments.apply}
        </Button>
        <Button onPress={clear}>{payments.clear}</Button>
      </p>
    </Form>
  );
}
