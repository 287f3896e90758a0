// Names of merchants: of all for operators, and a merchant's own.
import { useQuery } from "@tanstack/react-query";
import { useActing } from "../acting.ts";
import { api } from "./client.ts";

/** Returns the first merchants by name; empty for others than operators, and while they are read. */
export function useMerchants() {
  const { kind, may } = useActing();
  const isOperator = kind === "operator" && may("merchants.admin", "tenants.read");
  const { data } = useQuery({
    queryKey: ["merchants", "picker"],
    enabled: isOperator,
    queryFn: async () =>
      (await api().GET("/api/v1/merchants", { params: { query: { pageSize: 200 } } })).data.items,
  });
  return { isOperator, merchants: data ?? [] };
}

/** Returns the name of a merchant; undefined while it is read, and where the key may not read it. */
export function useMerchantName(merchantId: string | undefined): string | undefined {
  const { kind, may } = useActing();
  const { isOperator, merchants } = useMerchants();
  const { data } = useQuery({
    queryKey: ["merchant", merchantId],
    enabled: kind === "merchant" && merchantId !== undefined && may("merchants.read"),
    queryFn: async () => {
      const params = { path: { merchantId: merchantId ?? "" } };
      return (await api().GET("/api/v1/merchants/{merchantId}", { params })).data;
    },
    staleTime: 60_000,
  });
  return isOperator ? merchants.find((each) => each.merchantId === merchantId)?.name : data?.name;
}
