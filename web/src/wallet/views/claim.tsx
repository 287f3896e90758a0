import { Link, useLocation } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useAct } from "../act.ts";
import { Button } from "../components/button.tsx";
import { Field } from "../components/field.tsx";
import { Problem } from "../components/problem.tsx";
import { Result } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { claimAsset } from "../holder/transfers.ts";
import { useWallet } from "../session.tsx";
import { texts } from "../texts.ts";
import { type Claim, readClaim } from "../values/claim-link.ts";
import { WithWallet } from "./with-wallet.tsx";

/** Makes the wallet the owner of an asset whose claim code the holder has. */
export function ClaimView() {
  const { hash } = useLocation();
  return (
    <WithWallet waits={texts.claimWaits}>
      <View title={texts.claimTitle}>
        {/* Another link opened in the same tab is another claim. */}
        <ClaimForm key={hash} hash={hash} />
      </View>
    </WithWallet>
  );
}

function ClaimForm({ hash }: { readonly hash: string }) {
  const wallet = useWallet();
  const [text, setText] = useState(readClaim(hash) ? hash : "");
  const [problem, setProblem] = useState<string>();
  const act = useAct(
    (claim: Claim) => claimAsset(wallet, claim),
    () => setText(""),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const claim = readClaim(text);
    setProblem(claim ? undefined : texts.notAClaim);
    if (claim) act.start(claim);
    else act.forget();
  };
  return (
    <>
      <form onSubmit={submit} onChange={act.forget} noValidate>
        <Field
          label={texts.claimLabel}
          help={texts.claimHelp}
          value={text}
          onChange={setText}
          problem={problem}
        />
        <Button kind="main" type="submit" isBusy={act.isPending}>
          {texts.claim}
        </Button>
      </form>
      <Result text={act.data ? texts.claimed : ""} />
      <Problem error={act.error} />
      <p>
        <Link to="/assets">{texts.assetsTitle}</Link>
      </p>
    </>
  );
}
