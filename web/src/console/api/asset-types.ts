// Codes of asset types that a merchant is likely to take: those it has had, and those that an operator can look up.
import { items } from "@pda/client/browser";
import { useQuery } from "@tanstack/react-query";
import { type Acting, useActing } from "../acting.ts";
import { api } from "./client.ts";

/** Publishers whose asset types are looked up. */
const PUBLISHERS_MAX = 10;

/** Returns the codes, those of the merchant first. Empty while they are read, and when nothing is known. */
export function useAssetTypes(): readonly string[] {
  const acting = useActing();
  const { merchantId } = acting;
  const { data } = useQuery({
    queryKey: ["asset-types", merchantId],
    queryFn: async () => [...new Set([...(await ofMerchant(acting)), ...(await ofPublishers(acting))])],
    staleTime: 60_000,
  });
  return data ?? [];
}

async function ofMerchant({ merchantId, may }: Acting): Promise<string[]> {
  if (merchantId === undefined) return [];
  if (may("transactions.read")) {
    const path = { merchantId };
    const { data } = await api().GET("/api/v1/merchants/{merchantId}/balances", { params: { path } });
    if (data.items.length > 0) return data.items.map(({ assetType }) => assetType);
  }
  if (!may("payments.read")) return [];
  const { data } = await api().GET("/api/v1/payments", { params: { query: { merchantId } } });
  return data.items.map(({ assetType }) => assetType);
}

async function ofPublishers({ kind, may }: Acting): Promise<string[]> {
  if (kind !== "operator" || !may("publishers.admin", "tenants.read") || !may("publishers.read")) return [];
  const found: string[] = [];
  const query = { pageSize: PUBLISHERS_MAX };
  const { data } = await api().GET("/api/v1/publishers", { params: { query } });
  for (const { publisherId } of data.items) {
    const path = { publisherId };
    const all = items((page) =>
      api().GET("/api/v1/publishers/{publisherId}/asset-types", { params: { path, query: page } }),
    );
    for await (const { assetType } of all) found.push(assetType);
  }
  return found;
}
