// One call of a running service with an API key, with readable errors.
import { createPdaClient, type PdaClient } from "../../clients/typescript/src/index.ts";
import type { Config } from "../config.ts";
import { CommandError } from "./failure.ts";
import { callFailure, type Purpose } from "./lists/problem.ts";
import { baseUrlOf, callOptionsOf, keyOriginOf, requiredApiKey, type ServiceOptions } from "./service.ts";

/** Calls the service with the caller's API key. @throws CommandError for every refusal */
export async function callService<T>(
  config: Config,
  options: ServiceOptions,
  purpose: Purpose,
  call: (api: PdaClient) => Promise<T>,
): Promise<T> {
  const baseUrl = baseUrlOf(config, options);
  const apiKey = requiredApiKey(config, options, purpose.scope);
  await using api = createPdaClient({ baseUrl, apiKey, ...callOptionsOf(config, options) });
  try {
    return await call(api);
  } catch (error) {
    const keyOrigin = keyOriginOf(config, options);
    throw error instanceof CommandError ? error : callFailure(error, baseUrl, { ...purpose, keyOrigin });
  }
}
