// The wallet of this browser, for all views.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import { onRecordChange } from "./holder/record.ts";
import { openWallet, type Standing, type Wallet } from "./holder/wallet.ts";

const STANDING = ["standing"];
/** Milliseconds between two readings of what others change: the wallet gets no events. */
export const CHANGES_MS = 15_000;

/** The same for a list of which one page is shown. More pages would be read again one by one. */
export const whileShort = ({
  state: { data },
}: {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
}): number | false => (data !== undefined && data.pages.length > 1 ? false : CHANGES_MS);

/** Tells all views how the wallet stands now. */
export const setStanding = (client: QueryClient, standing: Standing): void => {
  client.setQueryData(STANDING, standing);
};

/** Looks anew how the wallet stands. */
export const lookAgain = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: STANDING });

export const Present = createContext<Wallet | undefined>(undefined);

/** How the wallet stands. */
export const useStanding = () => useQuery({ queryKey: STANDING, queryFn: openWallet, staleTime: Infinity });

/** Asks for everything again when another tab changes the wallet. */
export function useOtherTabs(): void {
  const client = useQueryClient();
  useEffect(() => onRecordChange(() => void client.invalidateQueries()), [client]);
}

/** The wallet, in views below `WithWallet`. */
export function useWallet(): Wallet {
  const wallet = useContext(Present);
  if (!wallet) throw new Error("this view needs a wallet around it");
  return wallet;
}

/** What the service knows of the wallet's keys, with the end of a recovery that waits. Asked again, because somebody may start one at any time. */
export function useKeyFacts() {
  const { walletId, thumbprint, api } = useWallet();
  return useQuery({
    queryKey: ["wallet", thumbprint],
    queryFn: async () => {
      const found = (await api.GET("/api/v1/wallets/{walletId}", { params: { path: { walletId } } })).data;
      const { recoveryId } = found;
      if (recoveryId === undefined) return found;
      const params = { path: { walletId, recoveryId } };
      const address = "/api/v1/wallets/{walletId}/recoveries/{recoveryId}";
      return { ...found, effectiveTime: (await api.GET(address, { params })).data.effectiveTime };
    },
    refetchInterval: 30_000,
    refetchOnWindowFocus: "always",
  });
}

/** The balances of the wallet. */
export function useBalances() {
  const { walletId, thumbprint, api } = useWallet();
  return useQuery({
    queryKey: ["balances", thumbprint],
    queryFn: async () => {
      const query = { pageSize: 100 };
      const path = { walletId };
      return (await api.GET("/api/v1/wallets/{walletId}/balances", { params: { path, query } })).data.items;
    },
    refetchInterval: CHANGES_MS,
  });
}
