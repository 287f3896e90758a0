import type { PdaError } from "../../../clients/typescript/src/index.ts";
import { CommandError } from "../failure.ts";
import { callFailure } from "../lists/problem.ts";

/** Returns a readable error for a failed call of a wallet. */
export function walletFailure(error: unknown, baseUrl: string): unknown {
  if (error instanceof CommandError) return error;
  return callFailure(error, baseUrl, { scope: "", adviceFor });
}

/** Returns the next step where it is another than that of a list. */
function adviceFor({ errorCode, reason, status }: PdaError): string | undefined {
  if (reason === "UNKNOWN_ASSET_TYPE")
    return "define it as docs/quickstart-publisher.md shows, or run `pda demo`, which defines USDX";
  if (reason === "ROUTE_NOT_FOUND" || reason === "SANDBOX_ONLY")
    return "test value exists in a sandbox only: ask the publisher of the asset type to issue value to the wallet";
  if (errorCode === "SVC-4223") return "get test value in a sandbox: pda wallet fund --help";
  if (errorCode === "SVC-4031") return "set this machine's clock, and run the command again";
  if (status === 404)
    return "check the reference; a wallet of another service is chosen with --url and --name";
  if (status === 409) return "see the payment's present state: pda wallet lookup --help";
  return undefined;
}
