// One call of a running service with an API key, with readable errors.
import { createPdaClient, type PdaClient, PdaError } from "../../clients/typescript/src/index.ts";
import type { Config } from "../config.ts";
import { CommandError } from "./failure.ts";
import { listFailure } from "./lists/problem.ts";
import { baseUrlOf, callOptionsOf, requiredApiKey, type ServiceOptions } from "./service.ts";

/** What is known of a call before it is made. */
export interface Purpose {
  /** Scope that the call needs; empty when it is not known. */
  readonly scope: string;
  /** Returns the next step after a refusal; undefined where it is the usual one. */
  readonly adviceFor?: (error: PdaError) => string | undefined;
}

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
    throw error instanceof CommandError ? error : callFailure(error, baseUrl, purpose);
  }
}

/** Returns a readable error for a failed call. */
export function callFailure(error: unknown, baseUrl: string, { scope, adviceFor }: Purpose): unknown {
  const failure = listFailure(error, baseUrl, scope);
  const advice = error instanceof PdaError ? adviceFor?.(error) : undefined;
  return advice === undefined || !(failure instanceof CommandError)
    ? failure
    : new CommandError(failure.message, advice);
}
