// Reads payments: one, again and again while it is pending, and those that match a search text.
import { useQuery } from "@tanstack/react-query";
import { isPaymentReference } from "../../payment-reference.ts";
import { useLive } from "../live.ts";
import { api, type Schemas } from "./client.ts";
import type { Asked } from "./list.ts";

/** Milliseconds between two questions about a payment that is open, with and without the stream of events. */
const OFTEN_MS = 1_500;
const SELDOM_MS = 10_000;

export function usePayment(paymentId: string) {
  const { isOpen } = useLive();
  return useQuery({
    queryKey: ["payment", paymentId],
    queryFn: async () =>
      (await api().GET("/api/v1/payments/{paymentId}", { params: { path: { paymentId } } })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.status === "pending" ? (isOpen ? SELDOM_MS : OFTEN_MS) : false,
  });
}

type Filters = Readonly<
  Partial<Record<"merchantId" | "assetType" | "fromTime" | "toTime", string>> & {
    status?: Schemas["PaymentStatus"];
  }
>;

/**
 * Returns a page of payments. The text is tried as a payment reference first, then as an order reference. Its form does not decide, because
 * invoices have references by ISO 11649, too.
 */
export async function findPayments(text: string, filters: Filters, page: Asked) {
  const ask = (query: { readonly reference?: string; readonly orderReference?: string }) =>
    api().GET("/api/v1/payments", { params: { query: { ...filters, ...query, ...page } } });
  if (text === "") return ask({});
  const reference = text.replaceAll(/\s/g, "").toUpperCase();
  // At most one payment has the reference, so a page token belongs to the order references.
  if (isPaymentReference(reference) && page.pageToken === undefined) {
    const found = await ask({ reference });
    if (found.data.items.length > 0) return found;
  }
  return ask({ orderReference: text });
}
