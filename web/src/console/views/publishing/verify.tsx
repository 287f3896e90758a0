// Verifies what was presented: pasted, dropped as a file, or tapped.
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { useKeyed } from "../../../intent.ts";
import { useActing } from "../../acting.ts";
import { queries } from "../../api/client.ts";
import { type Presented, presentedBy } from "../../api/presented.ts";
import { wordsOf } from "../../api/typed-asset.ts";
import { assetOf, canBeTicket, isOfTicket, verdictOn } from "../../api/verdict.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextInput } from "../../components/fields.tsx";
import { FileArea } from "../../components/file-area.tsx";
import { CheckBox } from "../../components/long-fields.tsx";
import { View } from "../../components/view.tsx";
import { verifying } from "../../texts/verify.ts";
import { fill, texts } from "../../texts.ts";
import { IdentityChallenge } from "./identity-challenge.tsx";
import { NfcTap } from "./nfc-tap.tsx";
import { RedeemTicket } from "./redeem-ticket.tsx";
import { VerdictView } from "./verdict.tsx";

const route = getRouteApi("/verify");
/** Scopes for what not everybody may have judged. */
const SCOPES: Readonly<Partial<Record<Presented["kind"], string>>> = {
  identity: "identities.read",
};

export function Verify() {
  const { asset = "" } = route.useSearch();
  const { may } = useActing();
  const [text, setText] = useState(asset);
  const [assetId, setAssetId] = useState("");
  const [isTicket, setTicket] = useState(false);
  const [gateGroup, setGateGroup] = useState("");
  const [typed, setTypes] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const headline = useRef<HTMLHeadingElement>(null);
  // Not one intent at a time: what is presented next takes the place of what is still being judged.
  const verify = useMutation({ mutationFn: useKeyed(verdictOn) });
  const { data: verdict, reset } = verify;
  useEffect(() => {
    if (!verdict) return;
    headline.current?.focus();
    // Its state may have changed since it was read.
    void queries.invalidateQueries({ queryKey: ["asset", verdict.assetId] });
  }, [verdict]);
  const presented = presentedBy(text);
  const types = typed ?? (presented?.kind === "identity" ? presented.type : "");
  const fault = presented && faultOf(presented, { assetId, types });
  const scope = presented && (isOfTicket({ presented, isTicket }) ? "tickets.read" : SCOPES[presented.kind]);
  const isAllowed = scope === undefined || may(scope);
  const become = (next: string) => {
    reset();
    setChecked(false);
    setText(next);
  };
  const start = (given: Presented) =>
    verify.mutate({
      presented: given,
      assetId,
      isTicket,
      gateGroup: gateGroup.trim(),
      acceptedTypes: wordsOf(types),
    });
  const submit = () => {
    setChecked(true);
    if (presented && fault === undefined && isAllowed) start(presented);
  };
  const tapped = (next: string) => {
    become(next);
    const given = presentedBy(next);
    if (given?.kind === "tag" && faultOf(given, { assetId, types: "" }) === undefined) start(given);
    else setChecked(true);
  };
  return (
    <View title={verifying.title}>
      <p>{verifying.intro}</p>
      {/* A verdict never stands beside something else than what it is about. */}
      <Form className="form panel" onSubmit={submit} onEdit={reset}>
        <FileArea
          label={verifying.presented}
          value={text}
          onChange={become}
          error={isChecked ? fault : undefined}
        >
          <NfcTap onTap={tapped} />
        </FileArea>
        {presented && (
          <p className="quiet" role="status">
            {fill(verifying.seen, { what: verifying.kinds[presented.kind] })}
          </p>
        )}
        {presented && asksForAsset(presented) && (
          <TextInput label={verifying.asset} value={assetId} onChange={setAssetId} />
        )}
        {presented && presented.kind !== "pass" && canBeTicket(presented) && may("tickets.read") && (
          <CheckBox label={verifying.asTicket} isChecked={isTicket} onChange={setTicket} />
        )}
        {presented && isOfTicket({ presented, isTicket }) && (
          <TextInput label={verifying.gateGroup} value={gateGroup} onChange={setGateGroup} />
        )}
        {presented?.kind === "identity" && (
          <TextInput label={verifying.types} value={types} onChange={setTypes} />
        )}
        {scope !== undefined && !isAllowed && <p className="wrong">{fill(verifying.noScope, { scope })}</p>}
        <ErrorNotice error={verify.error} />
        <Button type="submit" className="main" isDisabled={verify.isPending || !isAllowed}>
          {verify.isPending ? verifying.busy : verifying.button}
        </Button>
      </Form>
      <div className="result">
        {verdict && <VerdictView verdict={verdict} headline={headline} />}
        {verdict?.of === "pass" && verdict.isGood && verify.variables && may("tickets.write") && (
          <RedeemTicket question={verify.variables} />
        )}
      </div>
      {may("identities.read") && <IdentityChallenge />}
    </View>
  );
}

/** What was presented does not name its asset, and needs one or can have one. */
const asksForAsset = (presented: Presented): boolean =>
  presented.kind === "publisher" ||
  ((presented.kind === "device" || presented.kind === "tag" || presented.kind === "pass") &&
    presented.assetId === undefined);

function faultOf(
  presented: Presented,
  { assetId, types }: { readonly assetId: string; readonly types: string },
): string | undefined {
  if (presented.kind === "unknown") return verifying.unknownNext;
  if (presented.kind === "privateKey") return texts.files.privateKey;
  if (presented.kind === "identity") return wordsOf(types).length === 0 ? verifying.typesWrong : undefined;
  const needsAsset = presented.kind !== "publisher" && assetOf({ presented, assetId }) === "";
  return needsAsset ? verifying.needsAsset : undefined;
}
