// Settlements, read again while confirmations may still come.
import { useQuery } from "@tanstack/react-query";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "./client.ts";

const GROWING_MS = 1_500;

export const useSettlement = (settlementId: string) =>
  useQuery({
    queryKey: ["settlement", settlementId],
    queryFn: async () =>
      (await api().GET("/api/v1/settlement/{settlementId}", { params: { path: { settlementId } } })).data,
    refetchInterval: ({ state: { data } }) => (data?.settlementStatus === "finalized" ? false : GROWING_MS),
  });

/** Returns the settlements that pay a payment out. None before it is paid, and for a key that may not read them. */
export function useSettlementsOf({ paymentId, status }: Schemas["Payment"]) {
  const { may } = useActing();
  return useQuery({
    queryKey: ["payment", paymentId, "settlements"],
    enabled: status === "completed" && may("settlement.read"),
    queryFn: async () =>
      (await api().GET("/api/v1/settlement", { params: { query: { paymentId } } })).data.items,
    // The payment is settled some seconds after it was paid.
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ settlementStatus }) => settlementStatus === "finalized") ? false : GROWING_MS,
  });
}
