import type { components, PdaClient } from "@pda/client/browser";
import { items } from "@pda/client/browser";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useAct } from "../act.ts";
import { Button } from "../components/button.tsx";
import { Problem } from "../components/problem.tsx";
import { Copied, timeText } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { offer } from "../holder/transfers.ts";
import { useWallet } from "../session.tsx";
import { say, texts } from "../texts.ts";
import { claimLink } from "../values/claim-link.ts";
import { WithWallet } from "./with-wallet.tsx";

type OwnedAsset = components["schemas"]["OwnedAsset"];

const route = getRouteApi("/assets/$assetId");

/** One asset of the wallet. */
export function AssetView() {
  return (
    <WithWallet>
      <Found />
    </WithWallet>
  );
}

/** Looks for an asset among those that the wallet owns; null when it does not own it. */
async function ownedAsset(api: PdaClient, walletId: string, assetId: string): Promise<OwnedAsset | null> {
  const owned = items((page) =>
    api.GET("/api/v1/wallets/{walletId}/assets", {
      params: { path: { walletId }, query: { pageSize: 100, ...page } },
    }),
  );
  for await (const each of owned) if (each.asset.assetIdentifier === assetId) return each;
  return null;
}

function Found() {
  const { assetId } = route.useParams();
  const { walletId, thumbprint, api } = useWallet();
  const { data, error, refetch } = useQuery({
    queryKey: ["assets", thumbprint, assetId],
    queryFn: () => ownedAsset(api, walletId, assetId),
  });
  if (data) return <Owned key={assetId} owned={data} />;
  return (
    <View title={texts.otherAsset}>
      <Problem error={error} onRetry={() => void refetch()} />
      <p role="status">{data === null ? texts.noAsset : error ? "" : texts.loading}</p>
      <Link to="/assets">{texts.assetsTitle}</Link>
    </View>
  );
}

function Owned({ owned }: { readonly owned: OwnedAsset }) {
  const wallet = useWallet();
  const { asset, acquireTime } = owned;
  const { name, description, kind } = asset.assetProfile;
  const give = useAct(
    (_: void, key) => offer(wallet, owned, key),
    undefined,
    `offer ${asset.assetIdentifier} ${owned.sequence}`,
  );
  const own = {
    [texts.status]: texts.assetStates[asset.lifecycleStatus] ?? texts.unknownState,
    [texts.publisher]: asset.publisher,
    [texts.assetId]: asset.assetIdentifier,
  };
  // The publisher's own facts follow, and take the place of none of these.
  const facts = { ...own, ...asset.metadata, ...own };
  return (
    <View title="{name}" names={{ name }}>
      <p>
        {texts.assetKinds[kind] ?? texts.otherAsset}. {say(texts.since, { time: timeText(acquireTime) })}
      </p>
      {description !== "" && (
        <p>
          <bdi>{description}</bdi>
        </p>
      )}
      <dl>
        {Object.entries(facts).map(([fact, value]) => (
          <div key={fact}>
            <dt>
              <bdi>{fact}</bdi>
            </dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <h2>{texts.giveAway}</h2>
      <p>{texts.giveText}</p>
      {give.data ? (
        <Copied label={texts.claimLinkLabel} value={claimLink(give.data, location.origin)} />
      ) : (
        <Button isBusy={give.isPending} onPress={() => give.start()}>
          {texts.giveAway}
        </Button>
      )}
      <Problem error={give.error} />
      <p>
        <Link to="/assets">{texts.assetsTitle}</Link>
      </p>
    </View>
  );
}
