import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Problem } from "../components/problem.tsx";
import { Copied, Result } from "../components/values.tsx";
import { View } from "../components/view.tsx";
import { changeKey } from "../holder/change-key.ts";
import { forgetWallet } from "../holder/wallet.ts";
import { lookAgain, setStanding, useWallet } from "../session.tsx";
import { texts } from "../texts.ts";
import { RecoverySettings } from "./recovery-settings.tsx";
import { WithWallet } from "./with-wallet.tsx";

export function Settings() {
  return (
    <WithWallet>
      <View title={texts.settingsTitle}>
        <KeySettings />
        <RecoverySettings />
        <Forget />
      </View>
    </WithWallet>
  );
}

function KeySettings() {
  const wallet = useWallet();
  const { thumbprint, hasNextKeys } = wallet;
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => changeKey(wallet),
    onSuccess: (next) => setStanding(client, { kind: "ready", wallet: next }),
    // Looks which key is the wallet's now.
    onError: () => lookAgain(client),
  });
  return (
    <section>
      <h2>{texts.keyTitle}</h2>
      <p>{texts.keyText}</p>
      <Copied label={texts.thumbprint} value={thumbprint} />
      <p>{hasNextKeys ? texts.rotateInterrupted : texts.rotateText}</p>
      {hasNextKeys ? (
        <Button isBusy={rotate.isPending} onPress={() => rotate.mutate()}>
          {texts.rotateFinish}
        </Button>
      ) : (
        <Confirm
          label={texts.rotate}
          question={texts.rotateSure}
          text={texts.rotateText}
          yes={texts.rotateYes}
          onYes={() => rotate.mutate()}
          isBusy={rotate.isPending}
        />
      )}
      <Result text={rotate.isSuccess ? texts.rotated : ""} />
      <Problem error={rotate.error} />
    </section>
  );
}

function Forget() {
  const client = useQueryClient();
  const forget = useMutation({
    mutationFn: forgetWallet,
    onSuccess: () => {
      client.removeQueries({ predicate: ({ queryKey }) => !queryKey.includes("standing") });
      setStanding(client, { kind: "none" });
    },
  });
  return (
    <section>
      <h2>{texts.forgetTitle}</h2>
      <p>{texts.forgetText}</p>
      <Confirm
        label={texts.forget}
        question={texts.forgetSure}
        text={texts.forgetText}
        yes={texts.forgetYes}
        onYes={() => forget.mutate()}
      />
      <Problem error={forget.error} />
    </section>
  );
}
