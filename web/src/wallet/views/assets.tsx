import type { components } from "@pda/client/browser";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAct } from "../act.ts";
import { Button } from "../components/button.tsx";
import { Problem } from "../components/problem.tsx";
import { View } from "../components/view.tsx";
import { accept, endTransfer } from "../holder/transfers.ts";
import { CHANGES_MS, useWallet, whileShort } from "../session.tsx";
import { texts } from "../texts.ts";
import { WithWallet } from "./with-wallet.tsx";

type Transfer = components["schemas"]["OwnershipTransfer"];

/** What the wallet owns, and the transfers that wait for somebody. */
export function Assets() {
  return (
    <WithWallet>
      <View title={texts.assetsTitle}>
        <Owned />
        <p>
          <Link to="/claim">{texts.claimTitle}</Link>
        </p>
        <OpenTransfers />
      </View>
    </WithWallet>
  );
}

function Owned() {
  const { walletId, thumbprint, api } = useWallet();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["assets", thumbprint, "list"],
    queryFn: async ({ pageParam }) => {
      const query = pageParam === "" ? {} : { pageToken: pageParam };
      return (await api.GET("/api/v1/wallets/{walletId}/assets", { params: { path: { walletId }, query } }))
        .data;
    },
    refetchInterval: whileShort,
    initialPageParam: "",
    getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
  });
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <section>
      <Problem error={error} onRetry={() => void refetch()} />
      {items?.length === 0 && <p>{texts.noAssets}</p>}
      <ul className="rows">
        {items?.map(({ asset }) => (
          <li key={asset.assetIdentifier}>
            <Link to="/assets/$assetId" params={{ assetId: asset.assetIdentifier }}>
              <bdi>{asset.assetProfile.name}</bdi>
            </Link>
            <span>{texts.assetKinds[asset.assetProfile.kind] ?? texts.otherAsset}</span>
            <span className="quiet">{texts.assetStates[asset.lifecycleStatus] ?? texts.unknownState}</span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </section>
  );
}

function OpenTransfers() {
  const { walletId, thumbprint, api } = useWallet();
  const { data, error, refetch } = useQuery({
    queryKey: ["transfers", thumbprint],
    queryFn: async () => {
      const params = { path: { walletId }, query: { pageSize: 100 } };
      return (await api.GET("/api/v1/wallets/{walletId}/transfers", { params })).data.items;
    },
    refetchInterval: CHANGES_MS,
  });
  const open = data?.filter(({ status }) => status === "offered") ?? [];
  if (!error && open.length === 0) return null;
  return (
    <section>
      <h2>{texts.waitingTransfers}</h2>
      <Problem error={error} onRetry={() => void refetch()} />
      <ul className="rows">
        {open.map((transfer) => (
          <OpenTransfer key={transfer.transferId} transfer={transfer} />
        ))}
      </ul>
    </section>
  );
}

function OpenTransfer({ transfer }: { readonly transfer: Transfer }) {
  const wallet = useWallet();
  const take = useAct<void, void>(() => accept(wallet, transfer));
  const end = useAct<void, void>(() => endTransfer(wallet, transfer));
  const isGiver = transfer.role === "giver";
  return (
    <li>
      <span>{isGiver ? texts.offeredByYou : texts.offeredToYou}</span>
      <code className="quiet">{transfer.assetId}</code>
      <span className="actions">
        {!isGiver && (
          <Button kind="main" isBusy={take.isPending} onPress={() => take.start()}>
            {texts.accept}
          </Button>
        )}
        <Button isBusy={end.isPending} onPress={() => end.start()}>
          {isGiver ? texts.withdrawOffer : texts.declineOffer}
        </Button>
      </span>
      <Problem error={take.error ?? end.error} />
    </li>
  );
}
