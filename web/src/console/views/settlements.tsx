// The settlements, newest first.
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { Choice } from "../components/fields.tsx";
import { MerchantName } from "../components/merchant-name.tsx";
import { type Column, Rows } from "../components/rows.tsx";
import { Amount, Status, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { texts, word } from "../texts.ts";

const route = getRouteApi("/settlements");
type Settlement = Schemas["Settlement"];
const STATUSES = ["pending", "confirmed", "finalized", "reverted"] as const;
const names = texts.settlements;

const columns: readonly Column<Settlement>[] = [
  {
    head: names.one,
    cell: ({ settlementId }) => (
      <Link to="/settlements/$settlementId" params={{ settlementId }}>
        {settlementId}
      </Link>
    ),
  },
  { head: names.status, cell: ({ settlementStatus }) => <Status of={settlementStatus} /> },
  { head: names.created, cell: ({ createTime }) => <Time at={createTime} /> },
  {
    head: names.amount,
    number: true,
    cell: ({ amount, assetType }) => <Amount amount={amount} assetType={assetType} />,
  },
];
const ofAll: readonly Column<Settlement>[] = [
  ...columns.slice(0, 1),
  { head: names.merchant, cell: ({ merchantId }) => <MerchantName id={merchantId} /> },
  ...columns.slice(1),
];

export function Settlements() {
  const { kind, merchantId } = useActing();
  const { settlementStatus } = route.useSearch();
  const navigate = useNavigate();
  const status = STATUSES.find((each) => each === settlementStatus);
  const list = useList<Settlement>(["settlements", merchantId, status], (page) =>
    api().GET("/api/v1/settlement", { params: { query: { merchantId, settlementStatus: status, ...page } } }),
  );
  const isOfAll = kind === "operator" && merchantId === undefined;
  return (
    <View title={names.title}>
      {isOfAll && <p className="quiet">{names.operatorNote}</p>}
      <div className="filters panel">
        <Choice
          label={names.status}
          value={status ?? ""}
          onChange={(value) =>
            void navigate({
              to: "/settlements",
              search: (before) => ({ ...before, settlementStatus: value === "" ? undefined : value }),
            })
          }
          options={[
            { value: "", text: texts.all },
            ...STATUSES.map((value) => ({ value, text: word(value) })),
          ]}
        />
      </div>
      <Rows
        label={names.title}
        list={list}
        columns={isOfAll ? ofAll : columns}
        keyOf={({ settlementId }) => settlementId}
        empty={status === undefined ? texts.none : texts.noneFound}
      />
    </View>
  );
}
