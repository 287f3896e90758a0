// The fields of a new asset type.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { keyed, useIntent } from "../../../intent.ts";
import { useActing } from "../../acting.ts";
import { api, type Schemas } from "../../api/client.ts";
import { wordsOf } from "../../api/typed-asset.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Choice, Form, TextInput } from "../../components/fields.tsx";
import { CheckBox, TextArea } from "../../components/long-fields.tsx";
import { publishing } from "../../texts/publishing.ts";
import { fill } from "../../texts.ts";

const names = publishing.types;
const ASSURANCES = ["static", "dynamic_mac", "proof_of_possession"] as const;
const DAY_SECONDS = 86_400;

interface NewAssetTypeProps {
  readonly publisherId: string;
  readonly onCreated: (type: Schemas["AssetType"]) => unknown;
}

export function NewAssetType({ publisherId, onCreated }: NewAssetTypeProps) {
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [decimals, setDecimals] = useState("2");
  const [networks, setNetworks] = useState("");
  const [isRefundable, setRefundable] = useState(false);
  const [days, setDays] = useState("30");
  const [isTransferable, setTransferable] = useState(true);
  const [assurance, setAssurance] = useState<string>("static");
  const [capabilities, setCapabilities] = useState("");
  const [isChecked, setChecked] = useState(false);
  const offered = useOfferedNetworks();
  const define = useIntent(
    async (body: Schemas["DefineAssetTypeRequest"], key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/asset-types", {
          params: { path: { publisherId }, ...keyed(key) },
          body,
        })
      ).data,
    onCreated,
  );
  const isCode = /^[A-Z][A-Z0-9]{1,15}$/.test(code);
  const isDecimals = /^(\d|1[0-8])$/.test(decimals.trim());
  const isDays = days.trim() === "" || (/^[1-9]\d{0,3}$/.test(days.trim()) && Number(days) <= 3650);
  const submit = () => {
    setChecked(true);
    if (!isCode || name.trim() === "" || !isDecimals || (isRefundable && !isDays)) return;
    define.start({
      assetType: code,
      name: name.trim(),
      decimals: Number(decimals),
      networks: wordsOf(networks),
      refundPolicy: {
        refundable: isRefundable,
        ...(isRefundable ? { windowSeconds: String(Number(days) * DAY_SECONDS) } : {}),
      },
      policy: {
        transferable: isTransferable,
        minimumAssurance: ASSURANCES.find((each) => each === assurance) ?? "static",
        capabilities: wordsOf(capabilities),
      },
    });
  };
  return (
    <Form className="form" onSubmit={submit}>
      <TextInput
        label={names.code}
        value={code}
        onChange={(text) => setCode(text.toUpperCase())}
        maxLength={16}
        autoCapitalize="characters"
        required
        hint={names.codeHint}
        error={isChecked && !isCode ? names.codeWrong : undefined}
      />
      <TextInput
        label={names.name}
        value={name}
        onChange={setName}
        maxLength={120}
        required
        error={isChecked && name.trim() === "" ? names.nameWrong : undefined}
      />
      <Choice
        label={names.assurance}
        value={assurance}
        onChange={setAssurance}
        options={ASSURANCES.map((value) => ({ value, text: publishing.assurance[value] ?? value }))}
      />
      <CheckBox label={names.transferable} isChecked={isTransferable} onChange={setTransferable} />
      <TextInput
        label={names.capabilities}
        value={capabilities}
        onChange={(text) => setCapabilities(text.toLowerCase())}
        hint={names.capabilitiesHint}
      />
      <TextArea
        label={names.networks}
        value={networks}
        onChange={setNetworks}
        hint={
          offered.length === 0
            ? names.networksHint
            : `${names.networksHint} ${fill(names.networksOffered, { networks: offered.join(" ") })}`
        }
      />
      <TextInput
        label={names.decimals}
        value={decimals}
        onChange={setDecimals}
        inputMode="decimal"
        error={isChecked && !isDecimals ? names.decimalsWrong : undefined}
      />
      <CheckBox label={names.refundable} isChecked={isRefundable} onChange={setRefundable} />
      {isRefundable && (
        <TextInput
          label={names.refundDays}
          value={days}
          onChange={setDays}
          inputMode="decimal"
          error={isChecked && !isDays ? names.refundDaysWrong : undefined}
        />
      )}
      <ErrorNotice error={define.error} />
      <Button type="submit" className="main" isDisabled={define.isPending}>
        {define.isPending ? names.creating : names.createButton}
      </Button>
    </Form>
  );
}

/** A sandbox tells the operator which assets on networks it serves. */
function useOfferedNetworks(): readonly string[] {
  const { may } = useActing();
  const { data } = useQuery({
    queryKey: ["sandbox", "networks"],
    enabled: may("sandbox.admin"),
    queryFn: async () => (await api().GET("/api/v1/sandbox")).data.networkAssets,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? [];
}
