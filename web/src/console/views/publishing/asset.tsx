// One asset: what it is, its life, its first owner, its devices, and its uses as a ticket.
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useActing } from "../../acting.ts";
import { api, queries, type Schemas } from "../../api/client.ts";
import { isFinal, moveAsset, movesFrom } from "../../api/lifecycle.ts";
import { Confirmed } from "../../components/confirmed.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Copyable, Status } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";
import { fill, texts } from "../../texts.ts";
import { Devices } from "./devices.tsx";
import { Owner } from "./owner.tsx";
import { PublisherView } from "./publisher-view.tsx";
import { TicketUses } from "./ticket-uses.tsx";

const route = getRouteApi("/publishers/$publisherId/assets/$assetId");
const names = publishing.asset;

export function AssetView() {
  const { publisherId, assetId } = route.useParams();
  const { may } = useActing();
  const asset = useQuery({
    queryKey: ["asset", assetId],
    queryFn: async () =>
      (await api().GET("/api/v1/assets/{assetId}", { params: { path: { assetId } } })).data,
  });
  const isOwn = asset.data?.publisher === publisherId;
  return (
    <PublisherView
      publisherId={publisherId}
      title={fill(names.title, { name: asset.data?.assetProfile.name ?? assetId })}
      actions={
        <Link className="button" to="/verify" search={{ asset: assetId }}>
          {names.verify}
        </Link>
      }
    >
      <ErrorNotice error={asset.error} onRetry={asset.refetch} />
      {asset.isPending && <p role="status">{texts.loading}</p>}
      {asset.data && <Facts asset={asset.data} />}
      {asset.data && !isOwn && <p className="notice">{names.ofOther}</p>}
      {asset.data && isOwn && may("publishers.write") && <Life asset={asset.data} />}
      {asset.data && isOwn && may("publishers.issue") && <Owner key={assetId} asset={asset.data} />}
      {asset.data && isOwn && may("publishers.read") && (
        <Devices publisherId={publisherId} assetId={assetId} />
      )}
      {isOwn && asset.data?.assetProfile.kind === "ticket" && may("tickets.read") && (
        <TicketUses publisherId={publisherId} assetId={assetId} />
      )}
    </PublisherView>
  );
}

function Facts({ asset }: { readonly asset: Schemas["Asset"] }) {
  const { assetProfile, assetIdentifier, lifecycleStatus, supportedNetworks, metadata } = asset;
  const facts = Object.entries(metadata);
  return (
    <dl className="facts panel">
      <dt>{names.status}</dt>
      <dd>
        <Status of={lifecycleStatus} />
      </dd>
      <dt>{names.id}</dt>
      <dd>
        <Copyable text={assetIdentifier} label={names.id} />
      </dd>
      <dt>{names.kind}</dt>
      <dd>{publishing.kinds[assetProfile.kind] ?? assetProfile.kind}</dd>
      {assetProfile.description !== "" && (
        <>
          <dt>{names.description}</dt>
          <dd>{assetProfile.description}</dd>
        </>
      )}
      {supportedNetworks.length > 0 && (
        <>
          <dt>{names.networks}</dt>
          <dd>{supportedNetworks.join(", ")}</dd>
        </>
      )}
      {facts.map(([key, value]) => (
        <div className="fact" key={key}>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Life({ asset }: { readonly asset: Schemas["Asset"] }) {
  const { publisher: publisherId, assetIdentifier: assetId, assetProfile, lifecycleStatus } = asset;
  const moves = movesFrom(lifecycleStatus);
  const done = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["asset", assetId] }),
      queries.invalidateQueries({ queryKey: ["assets", publisherId] }),
    ]);
  return (
    <section>
      <h2>{names.life}</h2>
      {moves.length === 0 ? (
        <p className="quiet">{names.final}</p>
      ) : (
        <p className="actions">
          {moves.map((move) => (
            <Confirmed
              key={move}
              label={names.moves[move].button}
              title={fill(names.moves[move].title, { name: assetProfile.name })}
              text={names.moves[move].text}
              busy={names.busy}
              done={names.moves[move].done}
              className={isFinal(move) ? "danger" : ""}
              {...(move === "activate" ? {} : { reason: { label: names.reason } })}
              act={(reason, key) => moveAsset({ publisherId, assetId, move, reason }, key)}
              onDone={done}
            />
          ))}
        </p>
      )}
    </section>
  );
}
