// What a merchant has, or what a publisher has issued.
import { Button } from "react-aria-components";
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { MoneyFlow } from "../components/money-flow.tsx";
import { Rows } from "../components/rows.tsx";
import { Amount } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { texts } from "../texts.ts";

const names = texts.balances;

export function Balances() {
  const { merchantId, publisherId } = useActing();
  return (
    <View title={names.title}>
      {merchantId !== undefined ? (
        <OfMerchant merchantId={merchantId} />
      ) : publisherId !== undefined ? (
        <OfPublisher publisherId={publisherId} />
      ) : (
        <p className="notice">{texts.payments.noMerchant}</p>
      )}
    </View>
  );
}

function OfMerchant({ merchantId }: { readonly merchantId: string }) {
  const list = useList<Schemas["MerchantBalance"]>(["balances", merchantId], (page) =>
    api().GET("/api/v1/merchants/{merchantId}/balances", { params: { path: { merchantId }, query: page } }),
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <p className="quiet">{names.intro}</p>
      {list.isPending && <p role="status">{texts.loading}</p>}
      {list.data && items.length === 0 && <p className="empty">{texts.none}</p>}
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

function OfPublisher({ publisherId }: { readonly publisherId: string }) {
  const list = useList<Schemas["PublisherBalance"]>(["balances", publisherId], (page) =>
    api().GET("/api/v1/publishers/{publisherId}/balances", {
      params: { path: { publisherId }, query: page },
    }),
  );
  return (
    <Rows
      label={names.title}
      list={list}
      keyOf={({ assetType }) => assetType}
      columns={[
        { head: names.assetType, cell: ({ assetType }) => assetType },
        {
          head: names.issued,
          number: true,
          cell: ({ outstanding, assetType }) => <Amount amount={outstanding} assetType={assetType} />,
        },
      ]}
    />
  );
}
