import { PdaError, PdaProtocolError } from "../../../clients/typescript/src/index.ts";
import { CommandError } from "../failure.ts";
import { unreachable } from "../service.ts";

/** Returns a readable error for a failed list. @param scope scope that the API key needs */
export function listFailure(error: unknown, baseUrl: string, scope: string): unknown {
  if (error instanceof PdaError) {
    const { field, reason } = error.errors[0] ?? { reason: "" };
    const where = field === undefined ? reason : `${field}: ${reason}`;
    return new CommandError(
      `${error.message} (${where}, request ${error.requestId})`,
      adviceFor(error, scope),
    );
  }
  if (error instanceof PdaProtocolError)
    return new CommandError(error.message, "check --url: it must be the address without a path");
  return unreachable(error, baseUrl, "start the service (pda up), or name its address with --url");
}

function adviceFor({ errorCode, reason, status }: PdaError, scope: string): string {
  if (errorCode === "SVC-4005")
    return "use --page-token with the same filters as the list that printed the token";
  if (reason === "OTHER_TENANT") return "omit --merchant: this key lists only its own merchant's items";
  if (reason === "REQUEST_SIGNATURE_EXPIRED") return "set this machine's clock, and run the command again";
  if (reason.startsWith("REQUEST_SIGNATURE_"))
    return "call the service under its own address with --url; a wallet whose key was replaced needs its new key";
  if (status === 401 || status === 403)
    return `name a key ${scope === "" ? "that may do this" : `with the scope ${scope}`} with --api-key-file`;
  return status === 429 || status >= 500 ? "try again in a moment" : "correct the arguments";
}
