import { type components, holderKey } from "@pda/client/browser";
import { useMutation } from "@tanstack/react-query";
import { useAct } from "../act.ts";
import { Button } from "../components/button.tsx";
import { Problem } from "../components/problem.tsx";
import { Result, timeText } from "../components/values.tsx";
import { setRecoveryKey, veto } from "../holder/acts.ts";
import { newRecoveryKey, thumbprintOf } from "../holder/keys.ts";
import { useKeyFacts, useWallet } from "../session.tsx";
import { say, texts } from "../texts.ts";

/** Saves a text as a file of the reader. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  // Some browsers begin to save it only later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A recovery key whose private half is in a file of the holder's. */
interface Made {
  readonly name: string;
  readonly publicKey: components["schemas"]["HolderKey"];
  readonly thumbprint: string;
}

/** The recovery key: made, saved as a file, and only then registered. Warns of a recovery that somebody has started. */
export function RecoverySettings() {
  const wallet = useWallet();
  const { walletId } = wallet;
  const { data } = useKeyFacts();
  const make = useMutation({
    mutationFn: async (): Promise<Made> => {
      const { keys, file } = await newRecoveryKey(walletId);
      const name = `pda-recovery-${walletId.slice(-6)}.json`;
      save(name, JSON.stringify(file, null, 2));
      // The private half is in the file alone from here on.
      return { name, publicKey: await holderKey(keys), thumbprint: await thumbprintOf(keys) };
    },
  });
  const register = useAct(
    ({ publicKey, thumbprint }: Made) => setRecoveryKey(wallet, publicKey, thumbprint),
    make.reset,
  );
  const stop = useAct((recoveryId: string) => veto(wallet, recoveryId));
  const { recoveryKeyThumbprint: thumbprint, recoveryId } = data ?? {};
  const made = make.data;
  return (
    <section>
      <h2>{texts.recoveryTitle}</h2>
      {recoveryId !== undefined && data && "effectiveTime" in data && (
        <div role="alert" className="notice bad">
          <p>{texts.recoveryWaits}</p>
          <p>{say(texts.recoveryWaitsUntil, { time: timeText(data.effectiveTime) })}</p>
          <Button kind="danger" isBusy={stop.isPending} onPress={() => stop.start(recoveryId)}>
            {texts.veto}
          </Button>
        </div>
      )}
      <p>{thumbprint === undefined ? texts.recoveryNone : say(texts.recoveryHas, { thumbprint })}</p>
      <p>{texts.recoveryText}</p>
      <p className="actions">
        <Button isBusy={make.isPending} onPress={() => make.mutate()}>
          {texts.makeRecovery}
        </Button>
        {made && (
          <Button kind="main" isBusy={register.isPending} onPress={() => register.start(made)}>
            {texts.registerRecovery}
          </Button>
        )}
      </p>
      <Result text={made ? texts.recoveryDownloaded : ""} values={{ name: made?.name ?? "" }} />
      <Result
        text={made ? "" : register.isSuccess ? texts.recoveryRegistered : stop.isSuccess ? texts.vetoed : ""}
      />
      <Problem error={make.error ?? register.error ?? stop.error} />
    </section>
  );
}
