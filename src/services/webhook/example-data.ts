import { AssetKind, LifecycleStatus } from "../../../gen/ts/pda/asset/v1/asset.ts";
import type { EventData } from "../../../gen/ts/pda/event/v1/event.ts";
import { SettlementAccountChangeStatus } from "../../../gen/ts/pda/merchant/v1/settlement_account.ts";
import { PaymentFailureReason, PaymentStatus } from "../../../gen/ts/pda/payment/v1/payment.ts";
import { RefundStatus } from "../../../gen/ts/pda/payment/v1/refund.ts";
import { SettlementStatus } from "../../../gen/ts/pda/payment/v1/settlement.ts";
import type { EventType } from "../../domain/event/event.ts";
import { type IdKind, idOf } from "../../domain/identifier/identifier.ts";
import type { Webhook } from "../../domain/webhook/webhook.ts";
import { timestamp } from "../contract/timestamp.ts";
import { walletView } from "../event/wallet-view.ts";
import { webhookToProto } from "./convert.ts";

/** What a test event is about. */
export interface ExampleData {
  /** Identifier of the resource. */
  readonly subject: string;
  readonly data: EventData;
}

type Subject = NonNullable<EventData["subject"]>;
type Value<Case extends Subject["$case"]> = Extract<Subject, { readonly $case: Case }>["value"];

/** Identifiers of no resource: those of resources contain the time of their creation. */
const noOne = (kind: IdKind): string => idOf(kind, "00000000-0000-0000-0000-000000000000");
const network = "example:1";
const account = "example:1:0000000000000000";
const amount = "12.5";
const assetType = "USDX";

/** Makes the example data of each type of event, for an endpoint and a time. */
const examples: Record<EventType, (webhook: Webhook, at: Date) => Subject> = {
  "payment.created": (...given) => payment(...given, {}),
  "payment.completed": (...given) =>
    payment(...given, {
      status: PaymentStatus.PAYMENT_STATUS_COMPLETED,
      transactionId: noOne("transaction"),
      endTime: timestamp(given[1]),
      version: 2,
    }),
  "payment.failed": (...given) =>
    payment(...given, {
      status: PaymentStatus.PAYMENT_STATUS_FAILED,
      failureReason: PaymentFailureReason.PAYMENT_FAILURE_REASON_DECLINED,
      endTime: timestamp(given[1]),
      version: 2,
    }),
  "settlement.finalized": ({ owner }, at) => ({
    $case: "settlement",
    value: {
      settlementId: noOne("settlement"),
      merchantId: owner.merchantId ?? noOne("merchant"),
      settlementStatus: SettlementStatus.SETTLEMENT_STATUS_FINALIZED,
      confirmationCount: 2,
      confirmationsRequired: 2,
      network,
      account,
      assetType,
      amount,
      paymentIds: [noOne("payment")],
      paymentCount: 1,
      refundCount: 0,
      transactionId: noOne("transaction"),
      payoutTransactionId: noOne("transaction"),
      createTime: timestamp(at),
      finalizeTime: timestamp(at),
    },
  }),
  "asset.revoked": (webhook) => asset(webhook, LifecycleStatus.LIFECYCLE_STATUS_REVOKED),
  "ownership.transferred": (webhook) => asset(webhook, LifecycleStatus.LIFECYCLE_STATUS_ACTIVE),
  "refund.completed": ({ owner }, at) => ({
    $case: "refund",
    value: {
      refundId: noOne("refund"),
      originalTransaction: noOne("transaction"),
      paymentId: noOne("payment"),
      merchantId: owner.merchantId ?? noOne("merchant"),
      refundAmount: amount,
      assetType,
      reason: "Test",
      status: RefundStatus.REFUND_STATUS_COMPLETED,
      transactionId: noOne("transaction"),
      createTime: timestamp(at),
      endTime: timestamp(at),
    },
  }),
  "merchant.settlement_account_requested": (...given) => accountChange(...given, {}),
  "merchant.settlement_account_cancelled": (...given) =>
    accountChange(...given, {
      status: SettlementAccountChangeStatus.SETTLEMENT_ACCOUNT_CHANGE_STATUS_CANCELLED,
      cancelTime: timestamp(given[1]),
    }),
  "merchant.settlement_account_changed": (...given) =>
    accountChange(...given, {
      status: SettlementAccountChangeStatus.SETTLEMENT_ACCOUNT_CHANGE_STATUS_EFFECTIVE,
    }),
  "webhook.disabled": (webhook) => ({
    $case: "webhook",
    value: {
      ...webhookToProto({ ...webhook, status: "disabled", disabledReason: "FAILING" }),
      webhookId: noOne("webhook"),
    },
  }),
};

/** Returns example data for a test event of a type, with the endpoint's owner as the owner of the resource. */
export function exampleData(type: EventType, webhook: Webhook, at: Date): ExampleData {
  const subject = examples[type](webhook, at);
  const data = { subject };
  return {
    subject: idIn(subject),
    data: webhook.owner.walletId === undefined ? data : walletView(data),
  };
}

function idIn(subject: Subject): string {
  switch (subject.$case) {
    case "payment":
      return subject.value.paymentId;
    case "refund":
      return subject.value.refundId;
    case "settlement":
      return subject.value.settlementId;
    case "asset":
      return subject.value.assetIdentifier;
    case "settlementAccountChange":
      return subject.value.changeId;
    case "webhook":
    case "webhookVerification":
      return subject.value.webhookId;
  }
}

const payment = ({ owner }: Webhook, at: Date, changes: Partial<Value<"payment">>): Subject => ({
  $case: "payment",
  value: {
    paymentId: noOne("payment"),
    merchantId: owner.merchantId ?? noOne("merchant"),
    amount,
    assetType,
    status: PaymentStatus.PAYMENT_STATUS_PENDING,
    refundedAmount: "0",
    createTime: timestamp(at),
    expireTime: timestamp(new Date(at.getTime() + 900_000)),
    metadata: {},
    version: 1,
    ...changes,
  },
});

const asset = ({ owner }: Webhook, lifecycleStatus: LifecycleStatus): Subject => ({
  $case: "asset",
  value: {
    assetIdentifier: noOne("asset"),
    assetProfile: { kind: AssetKind.ASSET_KIND_GOOD, name: "Test", description: "" },
    publisher: owner.publisherId ?? noOne("publisher"),
    supportedNetworks: [network],
    metadata: {},
    lifecycleStatus,
  },
});

const accountChange = (
  { owner }: Webhook,
  at: Date,
  changes: Partial<Value<"settlementAccountChange">>,
): Subject => ({
  $case: "settlementAccountChange",
  value: {
    changeId: noOne("settlementAccountChange"),
    merchantId: owner.merchantId ?? noOne("merchant"),
    network,
    settlementAccount: account,
    status: SettlementAccountChangeStatus.SETTLEMENT_ACCOUNT_CHANGE_STATUS_PENDING,
    createTime: timestamp(at),
    effectiveTime: timestamp(at),
    ...changes,
  },
});
