// The asset types of a publisher.
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useActing } from "../../acting.ts";
import { api, type Schemas } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { announce } from "../../components/announce.ts";
import { ButtonDialog } from "../../components/dialog.tsx";
import { Rows } from "../../components/rows.tsx";
import { Time } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";
import { NewAssetType } from "./new-asset-type.tsx";
import { PublisherView } from "./publisher-view.tsx";

const route = getRouteApi("/publishers/$publisherId/asset-types");
const names = publishing.types;

export function AssetTypes() {
  const { publisherId } = route.useParams();
  const { may } = useActing();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const list = useList<Schemas["AssetType"]>(["publisher-types", publisherId, "list"], (query) =>
    api().GET("/api/v1/publishers/{publisherId}/asset-types", { params: { path: { publisherId }, query } }),
  );
  const created = async ({ assetTypeId }: Schemas["AssetType"]) => {
    announce(names.created);
    await queries.invalidateQueries({ queryKey: ["publisher-types", publisherId] });
    await navigate({
      to: "/publishers/$publisherId/asset-types/$assetTypeId",
      params: { publisherId, assetTypeId },
    });
  };
  return (
    <PublisherView
      publisherId={publisherId}
      title={names.title}
      actions={
        may("publishers.write") && (
          <ButtonDialog label={names.create} title={names.create} className="main">
            {() => <NewAssetType publisherId={publisherId} onCreated={created} />}
          </ButtonDialog>
        )
      }
    >
      <Rows
        label={names.title}
        list={list}
        keyOf={({ assetTypeId }) => assetTypeId}
        columns={[
          {
            head: names.code,
            cell: ({ assetTypeId, assetType }) => (
              <Link
                to="/publishers/$publisherId/asset-types/$assetTypeId"
                params={{ publisherId, assetTypeId }}
              >
                {assetType}
              </Link>
            ),
          },
          { head: names.name, cell: ({ name }) => name },
          {
            head: names.assurance,
            cell: ({ policy: { minimumAssurance = "static" } }) =>
              publishing.assurance[minimumAssurance] ?? minimumAssurance,
          },
          { head: names.when, cell: ({ createTime }) => <Time at={createTime} /> },
        ]}
      />
    </PublisherView>
  );
}
