// Checks in the browser that a record is in the signed log, and shows each step.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { checkProof, type CheckedProof, type GivenProof, type ShownRecord } from "../../api/audit-proof.ts";
import { checkpointQuery } from "../../api/requests.ts";
import { fill } from "../../texts.ts";
import { developers } from "../../texts/developers.ts";
import { ErrorNotice } from "../error-notice.tsx";
import { TextInput } from "../fields.tsx";
import { Copyable } from "../values.tsx";

const names = developers.proof;

interface ProofProps {
  readonly record: ShownRecord;
  readonly proof: GivenProof;
}

export function Proof({ record, proof }: ProofProps) {
  const { recordId } = record;
  const checkpoint = useQuery(checkpointQuery);
  const [published, setPublished] = useState<string>();
  const key = published ?? checkpoint.data?.verifierKey ?? "";
  const checked = useQuery({
    queryKey: ["audit-proof", record, proof, key],
    enabled: key !== "",
    queryFn: () => checkProof(record, proof, key.trim()),
  });
  return (
    <section className="panel">
      <h2>{names.title}</h2>
      <ErrorNotice error={checkpoint.error ?? checked.error} onRetry={checkpoint.refetch} />
      <TextInput label={names.key} value={key} onChange={setPublished} />
      <p className="quiet">{names.keyNote}</p>
      {checked.data && <Steps of={checked.data} proof={proof} />}
      <details>
        <summary>{names.bytes}</summary>
        <p>
          <code>{proof.canonicalRecord}</code>
        </p>
      </details>
      <p>
        {names.command}{" "}
        <Copyable text={`pda audit show ${recordId} --verifier-key ${key}`} label={names.command} />
      </p>
    </section>
  );
}

function Steps({
  of: { steps, isProven, head },
  proof,
}: {
  readonly of: CheckedProof;
  readonly proof: GivenProof;
}) {
  const values = {
    position: proof.position,
    count: String(proof.hashes.length),
    origin: head?.origin ?? "",
    size: String(head?.size ?? ""),
  };
  return (
    <>
      <p role="status" className={`notice ${isProven ? "good" : "bad"}`} data-proven={isProven}>
        <strong>{isProven ? names.proven : names.notProven}</strong>
      </p>
      <ol>
        {(["record", "path", "signature"] as const).map((step) => (
          <li key={step} data-step={step} data-holds={steps[step]}>
            <strong>{names.steps[step].name}</strong>: {steps[step] ? names.holds : names.fails}.{" "}
            {fill(names.steps[step].text, values)}
          </li>
        ))}
      </ol>
    </>
  );
}
