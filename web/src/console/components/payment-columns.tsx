// What a table of payments tells of each.
import { Link } from "@tanstack/react-router";
import type { Schemas } from "../api/client.ts";
import { texts } from "../texts.ts";
import { MerchantName } from "./merchant-name.tsx";
import { PaymentState } from "./payment-state.tsx";
import type { Column } from "./rows.tsx";
import { Amount, Time } from "./values.tsx";

type Payment = Schemas["Payment"];

/** Of one merchant. */
export const paymentColumns: readonly Column<Payment>[] = [
  {
    head: texts.payments.payment,
    cell: ({ paymentId, description, orderReference }) => (
      <Link to="/payments/$paymentId" params={{ paymentId }}>
        {orderReference ?? description ?? paymentId}
      </Link>
    ),
  },
  { head: texts.payments.status, cell: (payment) => <PaymentState payment={payment} /> },
  { head: texts.payments.created, cell: ({ createTime }) => <Time at={createTime} /> },
  {
    head: texts.payments.amount,
    number: true,
    cell: ({ amount, assetType }) => <Amount amount={amount} assetType={assetType} />,
  },
];

/** Of all merchants. */
export const paymentColumnsOfAll: readonly Column<Payment>[] = [
  ...paymentColumns.slice(0, 1),
  { head: texts.settlements.merchant, cell: ({ merchantId }) => <MerchantName id={merchantId} /> },
  ...paymentColumns.slice(1),
];
