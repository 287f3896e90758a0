// Where a merchant's money is, in each asset type.
import { Button } from "react-aria-components";
import { api, type Schemas } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { texts } from "../texts.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { MoneyFlow } from "./money-flow.tsx";

/** @param empty what is said before the first payment */
export function MerchantBalances({
  merchantId,
  empty = texts.none,
}: {
  readonly merchantId: string;
  readonly empty?: string;
}) {
  const list = useList<Schemas["MerchantBalance"]>(["balances", merchantId], (page) =>
    api().GET("/api/v1/merchants/{merchantId}/balances", { params: { path: { merchantId }, query: page } }),
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {list.isPending && <p role="status">{texts.loading}</p>}
      {list.data && items.length === 0 && <p className="empty">{empty}</p>}
      {items.length > 0 && <p className="quiet">{texts.balances.intro}</p>}
      {items.map((balance) => (
        <MoneyFlow key={balance.assetType} balance={balance} />
      ))}
      <ErrorNotice error={list.error} onRetry={list.refetch} />
      {list.hasNextPage && (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? texts.loadMore : texts.showMore}
        </Button>
      )}
    </>
  );
}
