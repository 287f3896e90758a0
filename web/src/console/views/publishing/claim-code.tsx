// Makes a claim code and shows it once. In a sandbox, its link and its QR code open the sandbox wallet.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { useIntent } from "../../../intent.ts";
import { QrCode } from "../../../wallet/components/qr-code.tsx";
import { type Claim, claimLink } from "../../../wallet/values/claim-link.ts";
import type { Schemas } from "../../api/client.ts";
import { issueClaimCode } from "../../api/ownership.ts";
import { isSandboxQuery } from "../../api/sandbox.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Choice, Form } from "../../components/fields.tsx";
import { Secret } from "../../components/secret.tsx";
import { Copyable, Time } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";

const names = publishing.owner;

interface ClaimCodeProps {
  readonly path: { readonly publisherId: string; readonly assetId: string };
}

export function ClaimCode({ path }: ClaimCodeProps) {
  const [days, setDays] = useState("90");
  const make = useIntent(
    (lifetime: number, key) => issueClaimCode(path, lifetime, key),
    undefined,
    `claim code of ${path.assetId}`,
  );
  if (make.data) return <Made grant={make.data} />;
  return (
    <Form className="form" onSubmit={() => make.start(Number(days))} onEdit={make.forget}>
      <p>{names.codeText}</p>
      <Choice label={names.lifetime} value={days} onChange={setDays} options={names.lifetimes} />
      <ErrorNotice error={make.error} />
      <Button type="submit" className="main" isDisabled={make.isPending}>
        {make.isPending ? names.making : names.codeButton}
      </Button>
    </Form>
  );
}

function Made({
  grant: { transferId, claimCode = "", expireTime },
}: {
  readonly grant: Schemas["OwnershipGrant"];
}) {
  const isSandbox = useQuery(isSandboxQuery);
  return (
    <>
      <Secret label={names.claimCode} note={names.claimCodeNote} secret={claimCode} />
      <dl className="facts">
        <dt>{names.transfer}</dt>
        <dd>
          <Copyable text={transferId} label={names.transfer} />
        </dd>
        <dt>{names.until}</dt>
        <dd>
          <Time at={expireTime} />
        </dd>
      </dl>
      {isSandbox.data && <ForSandboxWallet claim={{ transferId, claimCode }} />}
    </>
  );
}

function ForSandboxWallet({ claim }: { readonly claim: Claim }) {
  const link = claimLink(claim, location.origin);
  return (
    <>
      <p>{names.link}</p>
      <QrCode text={link} label={names.qr} />
      <p>
        <Copyable text={link} label={names.claimLink} />
      </p>
      <p>
        <a href={link} target="_blank" rel="noreferrer">
          {names.openWallet}
        </a>
      </p>
    </>
  );
}
