// The assets of a publisher, filtered by the address.
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { api, type Schemas } from "../../api/client.ts";
import { useList } from "../../api/list.ts";
import { useOwnTypes } from "../../api/publisher.ts";
import { Choice, Form, TextInput } from "../../components/fields.tsx";
import { Rows } from "../../components/rows.tsx";
import { Status } from "../../components/values.tsx";
import type { AssetFilters } from "../../router.tsx";
import { texts, word } from "../../texts.ts";
import { publishing } from "../../texts/publishing.ts";
import { PublisherView } from "./publisher-view.tsx";

const route = getRouteApi("/publishers/$publisherId/assets");
const names = publishing.assets;
const KINDS = ["good", "ticket", "identity", "value"] as const;
const STATUSES = ["issued", "active", "suspended", "revoked", "retired"] as const;

export function Assets() {
  const { publisherId } = route.useParams();
  const filters = route.useSearch();
  const query = {
    publisher: publisherId,
    assetType: filters.type,
    kind: KINDS.find((each) => each === filters.kind),
    lifecycleStatus: STATUSES.find((each) => each === filters.lifecycle),
  };
  const list = useList<Schemas["Asset"]>(["assets", publisherId, query], (page) =>
    api().GET("/api/v1/assets", { params: { query: { ...query, ...page } } }),
  );
  const isFiltered = query.assetType !== undefined || query.kind !== undefined || query.lifecycleStatus;
  return (
    <PublisherView publisherId={publisherId} title={names.title}>
      <Filters key={JSON.stringify(filters)} publisherId={publisherId} given={filters} />
      <Rows
        label={names.title}
        list={list}
        keyOf={({ assetIdentifier }) => assetIdentifier}
        empty={isFiltered ? texts.noneFound : texts.none}
        columns={[
          {
            head: names.name,
            cell: ({ assetIdentifier: assetId, assetProfile }) => (
              <Link to="/publishers/$publisherId/assets/$assetId" params={{ publisherId, assetId }}>
                {assetProfile.name}
              </Link>
            ),
          },
          {
            head: names.kind,
            cell: ({ assetProfile: { kind } }) => publishing.kinds[kind] ?? kind,
          },
          { head: names.id, cell: ({ assetIdentifier }) => <code>{assetIdentifier}</code> },
          { head: names.status, cell: ({ lifecycleStatus }) => <Status of={lifecycleStatus} /> },
        ]}
      />
    </PublisherView>
  );
}

function Filters({ publisherId, given }: { readonly publisherId: string; readonly given: AssetFilters }) {
  const [filters, set] = useState(given);
  const [assetId, setAssetId] = useState("");
  const navigate = useNavigate();
  const suggestions = useOwnTypes(publisherId);
  const change = (name: keyof AssetFilters) => (value: string) =>
    set({ ...filters, [name]: value === "" ? undefined : value });
  const apply = () => {
    const id = assetId.trim();
    const params = { publisherId };
    if (id !== "")
      return void navigate({
        to: "/publishers/$publisherId/assets/$assetId",
        params: { ...params, assetId: id },
      });
    const type = filters.type?.trim().toUpperCase();
    void navigate({
      to: "/publishers/$publisherId/assets",
      params,
      search: (before) => ({ ...before, ...filters, type }),
    });
  };
  return (
    <Form className="filters panel" label={texts.payments.apply} onSubmit={apply}>
      <TextInput label={names.id} type="search" value={assetId} onChange={setAssetId} />
      <TextInput
        label={names.type}
        value={filters.type ?? ""}
        onChange={change("type")}
        suggestions={suggestions}
        maxLength={16}
      />
      <Choice
        label={names.kind}
        value={filters.kind ?? ""}
        onChange={change("kind")}
        options={[
          { value: "", text: texts.all },
          ...KINDS.map((value) => ({ value, text: publishing.kinds[value] ?? value })),
        ]}
      />
      <Choice
        label={names.status}
        value={filters.lifecycle ?? ""}
        onChange={change("lifecycle")}
        options={[{ value: "", text: texts.all }, ...STATUSES.map((value) => ({ value, text: word(value) }))]}
      />
      <p className="actions">
        <Button type="submit" className="main">
          {texts.payments.apply}
        </Button>
      </p>
    </Form>
  );
}
