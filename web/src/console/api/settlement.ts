// One settlement, read again while confirmations may still come.
import { useQuery } from "@tanstack/react-query";
import { api } from "./client.ts";

const GROWING_MS = 1_500;

export const useSettlement = (settlementId: string) =>
  useQuery({
    queryKey: ["settlement", settlementId],
    queryFn: async () =>
      (await api().GET("/api/v1/settlement/{settlementId}", { params: { path: { settlementId } } })).data,
    refetchInterval: ({ state: { data } }) => (data?.settlementStatus === "finalized" ? false : GROWING_MS),
  });
