import { PdaError, PdaProtocolError } from "../../client/index.ts";
import { CommandError } from "../failure.ts";
import { unreachable } from "../service.ts";

/** What people are told when a list cannot be had. @param scope that the key has to hold */
export function explained(error: unknown, baseUrl: string, scope: string): unknown {
  if (error instanceof PdaError) {
    const { field, reason } = error.errors[0] ?? { reason: "" };
    const where = field === undefined ? reason : `${field}: ${reason}`;
    return new CommandError(
      `${error.message} (${where}, request ${error.requestId})`,
      adviceFor(error, scope),
    );
  }
  if (error instanceof PdaProtocolError)
    return new CommandError(error.message, "check --url: it is the address without a path");
  return unreachable(error, baseUrl, "start the service (pda up), or name where it is with --url");
}

function adviceFor({ errorCode, reason, status }: PdaError, scope: string): string {
  if (errorCode === "SVC-4005") return "give --page-token with the same filters as the list that it is from";
  if (reason === "OTHER_TENANT") return "leave --merchant out: this key lists its own merchant only";
  if (status === 401 || status === 403) return `give a key with the scope ${scope}: --api-key-file`;
  return status === 429 || status >= 500 ? "try again in a moment" : "correct what was given";
}
