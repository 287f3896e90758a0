// The fields of one new asset.
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { keyed, useIntent } from "../../../intent.ts";
import { api, queries, type Schemas } from "../../api/client.ts";
import { useOwnTypes } from "../../api/publisher.ts";
import { metadataOf, termsOf, type TypedTerms, wordsOf } from "../../api/typed-asset.ts";
import { announce } from "../../components/announce.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Choice, Form, TextInput } from "../../components/fields.tsx";
import { TextArea } from "../../components/long-fields.tsx";
import { publishing } from "../../texts/publishing.ts";
import { TermsFields, termsFault } from "./terms-fields.tsx";

const route = getRouteApi("/publishers/$publisherId/issue");
const names = publishing.issue;
const KINDS = ["good", "ticket", "identity", "value"] as const;
const NO_TERMS: TypedTerms = { notBefore: "", notAfter: "", gateGroups: "", useCount: "1", redeemers: "" };

export function IssueAsset({ publisherId }: { readonly publisherId: string }) {
  const navigate = useNavigate();
  const given = route.useSearch();
  const suggestions = useOwnTypes(publisherId);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("good");
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [assetType, setType] = useState(given.type ?? "");
  const [networks, setNetworks] = useState("");
  const [metadata, setMetadata] = useState("");
  const [terms, setTerms] = useState(NO_TERMS);
  const [isChecked, setChecked] = useState(false);
  const issue = useIntent(
    async (body: Schemas["IssueAssetRequest"], key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/assets", {
          params: { path: { publisherId }, ...keyed(key) },
          body,
        })
      ).data,
    ({ assetIdentifier: assetId }) => {
      announce(names.done);
      void queries.resetQueries({ queryKey: ["assets", publisherId] });
      return navigate({
        to: "/publishers/$publisherId/assets/$assetId",
        params: { publisherId, assetId },
      });
    },
  );
  const facts = metadataOf(metadata);
  const isType = assetType === "" || /^[A-Z][A-Z0-9]{1,15}$/.test(assetType);
  const submit = () => {
    setChecked(true);
    if (name.trim() === "" || facts === undefined || !isType) return;
    if (kind === "ticket" && termsFault(terms) !== undefined) return;
    const ticket = kind === "ticket" ? termsOf(terms) : undefined;
    issue.start({
      assetProfile: {
        kind,
        name: name.trim(),
        ...(description.trim() === "" ? {} : { description: description.trim() }),
      },
      supportedNetworks: wordsOf(networks),
      metadata: facts,
      ...(assetType === "" ? {} : { assetType }),
      ...(ticket === undefined ? {} : { ticket }),
    });
  };
  return (
    <Form className="form" label={names.asset} onSubmit={submit}>
      <Choice
        label={names.kind}
        value={kind}
        onChange={(value) => setKind(KINDS.find((each) => each === value) ?? "good")}
        options={KINDS.map((value) => ({ value, text: publishing.kinds[value] ?? value }))}
      />
      <TextInput
        label={names.name}
        value={name}
        onChange={setName}
        maxLength={120}
        required
        error={isChecked && name.trim() === "" ? names.nameWrong : undefined}
      />
      <TextInput label={names.description} value={description} onChange={setDescription} maxLength={500} />
      <TextInput
        label={names.type}
        value={assetType}
        onChange={(text) => setType(text.toUpperCase())}
        maxLength={16}
        autoCapitalize="characters"
        suggestions={suggestions}
        error={isChecked && !isType ? names.typeWrong : undefined}
      />
      <TextInput label={names.networks} value={networks} onChange={setNetworks} />
      <TextArea
        label={names.metadata}
        value={metadata}
        onChange={setMetadata}
        error={isChecked && facts === undefined ? names.metadataWrong : undefined}
      />
      {kind === "ticket" && <TermsFields terms={terms} onChange={setTerms} isChecked={isChecked} />}
      <ErrorNotice error={issue.error} />
      <Button type="submit" className="main" isDisabled={issue.isPending}>
        {issue.isPending ? names.busy : names.button}
      </Button>
    </Form>
  );
}
