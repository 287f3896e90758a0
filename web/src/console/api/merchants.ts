// Names of merchants for operators, who see those of all.
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
