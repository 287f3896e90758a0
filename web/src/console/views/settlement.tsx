// One settlement, with confirmations that grow while one looks, and what is in it.
import { getRouteApi, Link } from "@tanstack/react-router";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { useSettlement } from "../api/settlement.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { MerchantName } from "../components/merchant-name.tsx";
import { Rows } from "../components/rows.tsx";
import { Amount, Copyable, Status, Time } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { fill, texts, word } from "../texts.ts";

const route = getRouteApi("/settlements/$settlementId");
const names = texts.settlements;

export function SettlementView() {
  const { settlementId } = route.useParams();
  const settlement = useSettlement(settlementId);
  return (
    <View title={`${names.one} ${settlementId}`}>
      <ErrorNotice error={settlement.error} onRetry={settlement.refetch} />
      {settlement.isPending && <p role="status">{texts.loading}</p>}
      {settlement.data && <Facts settlement={settlement.data} />}
      {settlement.data && <Items settlement={settlement.data} />}
    </View>
  );
}

function Facts({ settlement }: { readonly settlement: Schemas["Settlement"] }) {
  const { confirmationCount, confirmationsRequired, blockchainReference } = settlement;
  return (
    <dl className="facts panel">
      <dt>{names.status}</dt>
      <dd>
        <Status of={settlement.settlementStatus} />
      </dd>
      <dt>{names.confirmations}</dt>
      <dd>
        <span role="status">
          {fill(texts.payment.confirmations, {
            count: String(confirmationCount),
            required: String(confirmationsRequired),
          })}
        </span>{" "}
        <progress
          aria-label={names.confirmations}
          value={Math.min(confirmationCount, confirmationsRequired)}
          max={confirmationsRequired}
        />
      </dd>
      <dt>{names.amount}</dt>
      <dd>
        <Amount amount={settlement.amount} assetType={settlement.assetType} />
      </dd>
      <dt>{names.merchant}</dt>
      <dd>
        <MerchantName id={settlement.merchantId} withId />
      </dd>
      <dt>{names.network}</dt>
      <dd>
        <code>{settlement.network}</code>
      </dd>
      <dt>{names.account}</dt>
      <dd>
        <code>{settlement.account}</code>
      </dd>
      {blockchainReference !== undefined && (
        <>
          <dt>{names.reference}</dt>
          <dd>
            <Copyable text={blockchainReference} label={names.reference} />
          </dd>
        </>
      )}
      <dt>{names.created}</dt>
      <dd>
        <Time at={settlement.createTime} />
      </dd>
      {settlement.finalizeTime !== undefined && (
        <>
          <dt>{names.finalized}</dt>
          <dd>
            <Time at={settlement.finalizeTime} />
          </dd>
        </>
      )}
    </dl>
  );
}

function Items({ settlement: { settlementId, assetType } }: { readonly settlement: Schemas["Settlement"] }) {
  const { may } = useActing();
  const list = useList<Schemas["SettlementItem"]>(["settlement-items", settlementId], (page) =>
    api().GET("/api/v1/settlement/{settlementId}/items", {
      params: { path: { settlementId }, query: page },
    }),
  );
  return (
    <section>
      <h2>{names.items}</h2>
      <Rows
        label={names.items}
        list={list}
        keyOf={({ paymentId, refundId }) => refundId ?? paymentId}
        columns={[
          {
            head: texts.payments.payment,
            cell: ({ paymentId }) =>
              may("payments.read") ? (
                <Link to="/payments/$paymentId" params={{ paymentId }}>
                  {paymentId}
                </Link>
              ) : (
                <code>{paymentId}</code>
              ),
          },
          { head: texts.statement.kind, cell: ({ kind }) => word(kind) },
          {
            head: names.amount,
            number: true,
            cell: ({ amount }) => <Amount amount={amount} assetType={assetType} />,
          },
        ]}
      />
    </section>
  );
}
