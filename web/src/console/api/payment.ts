// One payment, read again while it is open.
import { useQuery } from "@tanstack/react-query";
import { useLive } from "../live.ts";
import { api } from "./client.ts";

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
