import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Problem } from "../components/problem.tsx";
import { View } from "../components/view.tsx";
import { createWallet, forgetWallet, type Standing } from "../holder/wallet.ts";
import { Present, setStanding, useStanding } from "../session.tsx";
import { say, texts } from "../texts.ts";

interface WithWalletProps {
  /** Says what the view will show as soon as there is a wallet. */
  readonly waits?: string;
  readonly children: ReactNode;
}

/** Shows a view with the wallet when there is one that can be used, and else what stands in its place. */
export function WithWallet({ waits, children }: WithWalletProps) {
  const { data, error, refetch } = useStanding();
  if (data?.kind === "ready") return <Present value={data.wallet}>{children}</Present>;
  if (data) return <Start standing={data} waits={waits} />;
  return (
    <View title={texts.wallet}>
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : <p>{texts.loading}</p>}
    </View>
  );
}

interface StartProps {
  readonly standing: Exclude<Standing, { kind: "ready" }>;
  readonly waits: string | undefined;
}

function Start({ standing, waits }: StartProps) {
  if (standing.kind === "none") return <NewWallet waits={waits} />;
  if (standing.kind === "unknown") return <Unknown walletId={standing.walletId} />;
  return (
    <View title={texts.recoverTitle}>
      <p>{say(texts.recoveringText, { walletId: standing.walletId })}</p>
      <Link to="/recover">{texts.showRecovery}</Link>
    </View>
  );
}

function NewWallet({ waits }: Pick<StartProps, "waits">) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: createWallet,
    onSuccess: (wallet) => setStanding(client, { kind: "ready", wallet }),
  });
  return (
    <View title={texts.startTitle}>
      {waits !== undefined && <p className="notice">{waits}</p>}
      <p>{texts.startText}</p>
      <Button kind="main" isBusy={create.isPending} onPress={() => create.mutate()}>
        {texts.newWallet}
      </Button>
      <Problem error={create.error} />
      <p>
        <Link to="/recover">{texts.recoverInstead}</Link>
      </p>
    </View>
  );
}

function Unknown({ walletId }: { readonly walletId: string }) {
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: forgetWallet,
    onSuccess: () => setStanding(client, { kind: "none" }),
  });
  return (
    <View title={texts.unknownTitle}>
      <p>{say(texts.unknownText, { walletId })}</p>
      <Confirm
        label={texts.forgetAndStart}
        question={texts.forgetSure}
        text={texts.forgetText}
        yes={texts.forgetYes}
        onYes={() => begin.mutate()}
        isBusy={begin.isPending}
      />
      <p>
        <Link to="/recover">{texts.recoverInstead}</Link>
      </p>
    </View>
  );
}
