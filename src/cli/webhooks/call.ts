// Calls about webhook endpoints and events, with readable errors.
import { createPdaClient, type PdaClient, PdaError } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { CommandError } from "../failure.ts";
import { listFailure } from "../lists/problem.ts";
import { callOptionsOf, requiredApiKey, type ServiceOptions } from "../service.ts";

/** Calls the service with the caller's API key. @param scope scope that the call needs. @throws CommandError for every refusal */
export async function callService<T>(
  config: Config,
  options: ServiceOptions,
  scope: string,
  call: (api: PdaClient) => Promise<T>,
): Promise<T> {
  const baseUrl = options.url ?? config.publicUrl;
  const apiKey = requiredApiKey(config, options, scope);
  await using api = createPdaClient({ baseUrl, apiKey, ...callOptionsOf(config, options) });
  try {
    return await call(api);
  } catch (error) {
    throw error instanceof CommandError ? error : callFailure(error, baseUrl, scope);
  }
}

/** Returns a readable error for a failed call. @param scope scope that the API key needs */
export function callFailure(error: unknown, baseUrl: string, scope: string): unknown {
  const failure = listFailure(error, baseUrl, scope);
  const advice = error instanceof PdaError ? adviceFor(error) : undefined;
  return advice === undefined || !(failure instanceof CommandError)
    ? failure
    : new CommandError(failure.message, advice);
}

/** Returns the next step where it is another than that of a list. */
function adviceFor({ reason, status, errors }: PdaError): string | undefined {
  if (reason === "WEBHOOK_NOT_ENABLED" || reason === "WEBHOOK_NOT_VERIFIED")
    return "see its status: pda webhooks show <webhook>; then use pda webhooks verify, or pda webhooks enable";
  if (reason === "REDELIVERY_LIMIT") return "wait until the events that are scheduled have been sent";
  if (reason === "SECRET_OVERLAP") return "replace both secrets at once with --overlap-seconds 0";
  if (reason === "OTHER_TENANT") return "omit --tenant: this key names only its own tenant";
  if (errors.some(({ field }) => field === "tenantId")) return "name the merchant or publisher with --tenant";
  if (status === 404) return "see which exist: pda webhooks list";
  return undefined;
}
