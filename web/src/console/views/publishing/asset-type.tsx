// One asset type with its policies.
import { getRouteApi, Link } from "@tanstack/react-router";
import { useActing } from "../../acting.ts";
import type { Schemas } from "../../api/client.ts";
import { useAssetType } from "../../api/publisher.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Copyable, Time } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";
import { fill, texts } from "../../texts.ts";
import { PublisherView } from "./publisher-view.tsx";

const route = getRouteApi("/publishers/$publisherId/asset-types/$assetTypeId");
const names = publishing.types;
const DAY_SECONDS = 86_400;

export function AssetTypeView() {
  const { publisherId, assetTypeId } = route.useParams();
  const { may } = useActing();
  const type = useAssetType(publisherId, assetTypeId);
  return (
    <PublisherView
      publisherId={publisherId}
      title={fill(names.one, { code: type.data?.assetType ?? assetTypeId })}
    >
      <ErrorNotice error={type.error} onRetry={type.refetch} />
      {type.isPending && <p role="status">{texts.loading}</p>}
      {type.data && <Facts type={type.data} />}
      {type.data && (
        <p className="actions">
          {may("publishers.issue") && (
            <Link
              to="/publishers/$publisherId/issue"
              params={{ publisherId }}
              search={{ type: type.data.assetType }}
            >
              {names.issueOne}
            </Link>
          )}
          <Link
            to="/publishers/$publisherId/assets"
            params={{ publisherId }}
            search={{ type: type.data.assetType }}
          >
            {names.listAssets}
          </Link>
        </p>
      )}
    </PublisherView>
  );
}

function Facts({ type }: { readonly type: Schemas["AssetType"] }) {
  const { minimumAssurance = "static", transferable = true, capabilities } = type.policy;
  return (
    <dl className="facts panel">
      <dt>{names.code}</dt>
      <dd>
        <Copyable text={type.assetType} label={names.code} />
      </dd>
      <dt>{names.name}</dt>
      <dd>{type.name}</dd>
      <dt>{names.assurance}</dt>
      <dd>{publishing.assurance[minimumAssurance] ?? minimumAssurance}</dd>
      <dt>{names.transferable}</dt>
      <dd>{transferable ? names.yes : names.no}</dd>
      <dt>{names.capabilitiesShort}</dt>
      <dd>{capabilities.length === 0 ? names.none : capabilities.join(", ")}</dd>
      <dt>{names.network}</dt>
      <dd>
        {type.networks.length === 0 ? names.none : type.networks.map((each) => <div key={each}>{each}</div>)}
      </dd>
      <dt>{names.decimals}</dt>
      <dd>{type.decimals}</dd>
      <dt>{names.refunds}</dt>
      <dd>{refundsOf(type.refundPolicy)}</dd>
      <dt>{names.when}</dt>
      <dd>
        <Time at={type.createTime} />
      </dd>
      <dt>{names.version}</dt>
      <dd>{type.version}</dd>
    </dl>
  );
}

function refundsOf({ refundable, windowSeconds }: Schemas["RefundPolicy"]): string {
  if (!refundable) return names.noRefunds;
  if (windowSeconds === "0") return names.refundsAlways;
  const days = Number(windowSeconds) / DAY_SECONDS;
  return fill(names.refundsFor, { days: String(Math.round(days * 10) / 10) });
}
