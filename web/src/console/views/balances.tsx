// What a merchant has, or what a publisher has issued.
import { useActing } from "../acting.ts";
import { api, type Schemas } from "../api/client.ts";
import { useList } from "../api/list.ts";
import { MerchantBalances } from "../components/merchant-balances.tsx";
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
        <MerchantBalances merchantId={merchantId} />
      ) : publisherId !== undefined ? (
        <OfPublisher publisherId={publisherId} />
      ) : (
        <p className="notice">{texts.payments.noMerchant}</p>
      )}
    </View>
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
