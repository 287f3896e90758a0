// A verdict: what it is, and each check in its order with what it proves, why it failed, and what to do.
import { useQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { api, type Schemas } from "../../api/client.ts";
import type { Verdict } from "../../api/verdict.ts";
import { Status, Time } from "../../components/values.tsx";
import { publishing } from "../../texts/publishing.ts";
import { verifying } from "../../texts/verify.ts";
import { fill } from "../../texts.ts";

/** Returns the verdict in words. Of an asset without evidence nothing more is said than its state. */
function headlineOf({ of, isGood, isOpen }: Verdict): string {
  const said = verifying.verdicts[of];
  if (isGood) return said.good;
  return isOpen && of !== "asset" ? verifying.undecided : said.bad;
}

interface VerdictViewProps {
  readonly verdict: Verdict;
  /** Gets the focus, so that readers of screens hear the verdict. */
  readonly headline: RefObject<HTMLHeadingElement | null>;
}

export function VerdictView({ verdict, headline }: VerdictViewProps) {
  const { of, isGood, checks, assurance, publisher, usesLeft, assetId } = verdict;
  const tone = isGood ? (of === "asset" ? "" : "good") : "bad";
  const hasFailed = checks.some(({ outcome }) => outcome === "failed");
  const cause = isGood ? undefined : checks.find(isCause);
  return (
    <section className="verdict" aria-label={verifying.verdict} data-verdict={isGood ? "good" : "bad"}>
      <div className={`notice ${tone}`}>
        <h2 ref={headline} tabIndex={-1}>
          {headlineOf(verdict)}
        </h2>
        {cause && <Cause check={cause} />}
        {of === "asset" && <p>{verifying.onlyState}</p>}
        <dl className="facts">
          {assetId !== undefined && <AssetName assetId={assetId} isClaim={!isGood} />}
          {publisher !== undefined && (
            <>
              <dt>{verifying.publisherIs}</dt>
              <dd>{publisher}</dd>
            </>
          )}
          {assurance !== undefined && (
            <>
              <dt>{verifying.assurance}</dt>
              <dd>{publishing.assurance[assurance] ?? assurance}</dd>
            </>
          )}
          {usesLeft !== undefined && (
            <>
              <dt>{verifying.usesLeft}</dt>
              <dd>{usesLeft}</dd>
            </>
          )}
          <dt>{verifying.evaluated}</dt>
          <dd>
            <Time at={verdict.evaluateTime} />
          </dd>
          {isGood && verdict.expireTime !== undefined && (
            <>
              <dt>{verifying.until}</dt>
              <dd>
                <Time at={verdict.expireTime} />
              </dd>
            </>
          )}
        </dl>
      </div>
      <h2>{verifying.checks}</h2>
      <ol className="checks">
        {checks.map((check) => (
          <CheckItem key={check.check} check={check} hasFailed={hasFailed} />
        ))}
      </ol>
    </section>
  );
}

/** A check may be skipped and still have a reason: the evidence does not reach what the publisher asks for. */
const isCause = ({ outcome, reason }: Schemas["Check"]): boolean =>
  outcome === "failed" || (outcome === "skipped" && reason !== undefined);

/** Why the verdict is not good, in short: the list of checks may be longer than the window. */
function Cause({ check: { check, reason } }: { readonly check: Schemas["Check"] }) {
  const why = reason === undefined ? verifying.failed : (verifying.reasons[reason] ?? reason);
  return (
    <p data-cause={check}>
      {fill(verifying.cause, { check: verifying.explained[check]?.name ?? check, why })}
    </p>
  );
}

interface CheckItemProps {
  readonly check: Schemas["Check"];
  /** A check of the verdict has failed, so that others were not reached. */
  readonly hasFailed: boolean;
}

function CheckItem({ check: whole, hasFailed }: CheckItemProps) {
  const { check, outcome, reason, code } = whole;
  const explained = verifying.explained[check];
  const word =
    outcome === "skipped"
      ? hasFailed
        ? verifying.notReached
        : verifying.notAsked
      : outcome === "passed"
        ? verifying.passed
        : verifying.failed;
  return (
    <li data-check={check} data-outcome={outcome}>
      <p>
        <strong>{explained?.name ?? check}</strong> <Status of={outcome} text={word} />
      </p>
      {explained && (
        <p className="quiet">
          {outcome === "passed" ? explained.proves : fill(verifying.asks, { what: explained.proves })}
        </p>
      )}
      {isCause(whole) && (
        <p>
          {reason !== undefined && (
            <>{fill(verifying.why, { reason: verifying.reasons[reason] ?? reason })} </>
          )}
          {explained && fill(verifying.todo, { next: explained.next })}{" "}
          <span className="quiet">
            <code>{reason}</code> {code !== undefined && <code>{code}</code>}
          </span>
        </p>
      )}
    </li>
  );
}

/** The public facts, because a person compares them with what is at hand. */
function AssetName({ assetId, isClaim }: { readonly assetId: string; readonly isClaim: boolean }) {
  const { data } = useQuery({
    queryKey: ["asset", assetId],
    retry: false,
    queryFn: async () =>
      (await api().GET("/api/v1/assets/{assetId}", { params: { path: { assetId } } })).data,
  });
  return (
    <>
      <dt>{isClaim ? verifying.assetClaimed : verifying.assetIs}</dt>
      <dd>
        <bdi>{data?.assetProfile.name}</bdi> <code>{assetId}</code>
      </dd>
    </>
  );
}
