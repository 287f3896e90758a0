// How a merchant's business stands: its newest payments, and where its money is.
import { Link } from "@tanstack/react-router";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { LIST_MS, useList } from "../api/list.ts";
import { texts } from "../texts.ts";
import { MerchantBalances } from "./merchant-balances.tsx";
import { paymentColumns } from "./payment-columns.tsx";
import { Rows } from "./rows.tsx";

const NEWEST = 3;
const { home } = texts;

/** Shows of both what the reader's key may read. */
export function Overview({ merchantId }: { readonly merchantId: string }) {
  const { may } = useActing();
  return (
    <>
      {may("payments.read") && <NewestPayments merchantId={merchantId} />}
      {may("transactions.read") && <MerchantBalances merchantId={merchantId} empty={home.noMoney} />}
    </>
  );
}

function NewestPayments({ merchantId }: { readonly merchantId: string }) {
  const list = useList<Schemas["Payment"]>(
    ["payments", merchantId, "newest"],
    (page) => api().GET("/api/v1/payments", { params: { query: { merchantId, ...page } } }),
    { everyMs: LIST_MS, pageSize: NEWEST },
  );
  return (
    <section className="panel" aria-labelledby="newest-payments">
      <h2 id="newest-payments">{home.newest}</h2>
      <Rows
        label={home.newest}
        list={list}
        columns={paymentColumns}
        keyOf={({ paymentId }) => paymentId}
        empty={home.noPayments}
        first={NEWEST}
      />
      <p>
        <Link to="/payments">{home.allPayments}</Link>
      </p>
    </section>
  );
}
