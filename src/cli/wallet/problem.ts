import { PdaError } from "../../../clients/typescript/src/index.ts";
import { CommandError } from "../failure.ts";
import { listFailure } from "../lists/problem.ts";

/** Returns a readable error for a failed call of a wallet. @param scope scope that the API key needs */
export function walletFailure(error: unknown, baseUrl: string, scope: string): unknown {
  if (error instanceof CommandError) return error;
  const failure = listFailure(error, baseUrl, scope);
  const advice = error instanceof PdaError ? adviceFor(error) : undefined;
  return advice === undefined || !(failure instanceof CommandError)
    ? failure
    : new CommandError(failure.message, advice);
}

/** Returns the next step where it is another than that of a list. */
function adviceFor({ errorCode, status }: PdaError): string | undefined {
  if (errorCode === "SVC-4223") return "get test value in a sandbox: pda wallet fund --help";
  if (errorCode === "SVC-4031") return "set this machine's clock, and run the command again";
  if (status === 404)
    return "check the reference; a wallet of another service is chosen with --url and --name";
  if (status === 409) return "see the payment's present state: pda wallet lookup --help";
  return undefined;
}
