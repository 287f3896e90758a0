import type { components } from "@pda/client/browser";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../components/button.tsx";
import { Problem } from "../components/problem.tsx";
import { moneyText, Time } from "../components/values.tsx";
import { useWallet, whileShort } from "../session.tsx";
import { texts } from "../texts.ts";

/** What went in and out, newest first. */
export function Activity() {
  const { walletId, thumbprint, api } = useWallet();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["transactions", thumbprint],
    queryFn: async ({ pageParam }) => {
      const query = { pageSize: 10, ...(pageParam === "" ? {} : { pageToken: pageParam }) };
      const params = { path: { walletId }, query };
      return (await api.GET("/api/v1/wallets/{walletId}/transactions", { params })).data;
    },
    refetchInterval: whileShort,
    initialPageParam: "",
    getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
  });
  const items = data?.pages.flatMap((page) => page.items);
  return (
    <section>
      <h2>{texts.activity}</h2>
      <Problem error={error} onRetry={() => void refetch()} />
      {items?.length === 0 && <p>{texts.noActivity}</p>}
      <ul className="rows">
        {items?.map((item) => (
          <Row key={item.transactionId} {...item} />
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

function Row({
  kind,
  direction,
  amount,
  assetType,
  otherWalletId,
  merchantId,
  createTime,
}: components["schemas"]["WalletTransaction"]) {
  const isIn = direction === "in";
  return (
    <li className={isIn ? "in" : "out"}>
      <span>{texts.kinds[kind] ?? texts.otherKind}</span>
      <strong>
        <span aria-hidden="true">{isIn ? "+" : "−"}</span>
        {moneyText(amount, assetType)} <span className="unseen">{isIn ? texts.received : texts.given}</span>
      </strong>
      <span className="quiet">
        <Time of={createTime} />
      </span>
      <code className="quiet">{otherWalletId ?? merchantId ?? ""}</code>
    </li>
  );
}
