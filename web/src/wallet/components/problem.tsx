import { PdaConnectionError, PdaError, PdaProtocolError } from "@pda/client/browser";
import { texts } from "../texts.ts";
import { Button } from "./button.tsx";

interface Told {
  readonly message: string;
  readonly next: string;
  readonly reason?: string;
  readonly requestId?: string;
}

function told(error: unknown): Told {
  if (error instanceof PdaError) {
    const { reason, requestId, status, errors } = error;
    const message = errors[0]?.message ?? error.message;
    const next = texts.next[reason] ?? (status >= 500 ? texts.serverNext : "");
    return { message, next, reason, requestId };
  }
  if (error instanceof PdaConnectionError) return { message: texts.offline, next: texts.offlineNext };
  if (error instanceof PdaProtocolError) return { message: texts.offline, next: texts.serverNext };
  return { message: error instanceof Error ? error.message : String(error), next: texts.otherProblem };
}

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** What the view knows better than the service: what went wrong, and what to do. */
  readonly instead?: Pick<Told, "message" | "next"> | undefined;
}

/** Tells what went wrong, by which request, and what to do. Shows nothing without an error. */
export function Problem({ error, onRetry, instead }: ProblemProps) {
  if (error === null || error === undefined) return null;
  const { message, next, reason, requestId } = { ...told(error), ...instead };
  return (
    <div role="alert" className="problem">
      <p>
        <strong>{texts.problemTitle}</strong>
      </p>
      <p>{message}</p>
      {next !== "" && <p>{next}</p>}
      {reason !== undefined && (
        <p className="quiet">
          {texts.problemReason}: <code>{reason}</code>
          <br />
          {texts.problemRequest}: <code>{requestId}</code>
        </p>
      )}
      {onRetry && <Button onPress={onRetry}>{texts.tryAgain}</Button>}
    </div>
  );
}
