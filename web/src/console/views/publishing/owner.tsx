// The first owner of an asset. Later owners pass it on from their wallets, and the service tells nobody who they are.
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import type { Schemas } from "../../api/client.ts";
import { canGive, canOffer, giveAsset, isWalletId } from "../../api/ownership.ts";
import { ButtonDialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, TextInput } from "../../components/fields.tsx";
import { publishing } from "../../texts/publishing.ts";
import { fill } from "../../texts.ts";
import { ClaimCode } from "./claim-code.tsx";

const names = publishing.owner;

export function Owner({ asset }: { readonly asset: Schemas["Asset"] }) {
  const { publisher: publisherId, assetIdentifier: assetId, lifecycleStatus, assetProfile } = asset;
  const path = { publisherId, assetId };
  /** The wallet that was given the asset while the view is open. */
  const [owner, setOwner] = useState<string>();
  if (owner !== undefined)
    return (
      <section>
        <h2>{names.title}</h2>
        <Given walletId={owner} />
      </section>
    );
  return (
    <section>
      <h2>{names.title}</h2>
      <p>{names.text}</p>
      {canOffer(lifecycleStatus) && !canGive(lifecycleStatus) && <p className="quiet">{names.inactive}</p>}
      {canOffer(lifecycleStatus) ? (
        <p className="actions">
          {canGive(lifecycleStatus) && (
            <ButtonDialog label={names.give} title={fill(names.giveTitle, { name: assetProfile.name })}>
              {(close) => (
                <Give
                  path={path}
                  onGiven={(walletId) => {
                    close();
                    setOwner(walletId);
                  }}
                />
              )}
            </ButtonDialog>
          )}
          <ButtonDialog label={names.code} title={fill(names.codeTitle, { name: assetProfile.name })}>
            {() => <ClaimCode path={path} />}
          </ButtonDialog>
        </p>
      ) : (
        <p className="quiet">{names.ended}</p>
      )}
    </section>
  );
}

function Given({ walletId }: { readonly walletId: string }) {
  // The button that was pressed is gone by then.
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p className="notice good" tabIndex={-1} ref={said}>
      {fill(names.given, { wallet: walletId })}
    </p>
  );
}

interface GiveProps {
  readonly path: { readonly publisherId: string; readonly assetId: string };
  readonly onGiven: (walletId: string) => void;
}

function Give({ path, onGiven }: GiveProps) {
  const [typed, setTyped] = useState("");
  const [isChecked, setChecked] = useState(false);
  const walletId = typed.trim();
  const give = useIntent(
    async (to: string, key) => {
      await giveAsset(path, to, key);
      return to;
    },
    onGiven,
    `give ${path.assetId}`,
  );
  const submit = () => {
    setChecked(true);
    if (isWalletId(walletId)) give.start(walletId);
  };
  return (
    <Form className="form" onSubmit={submit} onEdit={give.forget}>
      <p>{names.giveText}</p>
      <TextInput
        label={publishing.issue.wallet}
        value={typed}
        onChange={setTyped}
        required
        error={isChecked && !isWalletId(walletId) ? publishing.issue.walletWrong : undefined}
      />
      <ErrorNotice error={give.error} />
      <Button type="submit" className="main" isDisabled={give.isPending}>
        {give.isPending ? names.giving : names.giveButton}
      </Button>
    </Form>
  );
}
