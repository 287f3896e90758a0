// The TypeScript client of the REST interface.
export type { components, operations, paths } from "../../gen/openapi/types.ts";
export type { Answer, ApiCall, Init, PathsWith, Verb } from "./calls.ts";
export { createPdaClient, type ObservedCall, type PdaClient, type PdaClientOptions } from "./client.ts";
export { PdaError, type PdaErrorItem, PdaProtocolError } from "./error.ts";
export type { RetryPolicy } from "./retry.ts";
