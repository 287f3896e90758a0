// The TypeScript client of the REST interface.
export type { Answer, ApiCall, DownloadCall, Init, ObservedCall, PathsWith, Verb } from "./calls.ts";
export type { ClientCertificate } from "./certificate.ts";
export type { PdaClient } from "./client.ts";
export {
  type ErrorCodeText,
  type ErrorReasonText,
  PdaConnectionError,
  PdaError,
  type PdaErrorItem,
  PdaProtocolError,
  PdaUnverifiedError,
} from "./error.ts";
export { EventStream, type EventStreamOptions } from "./event-stream.ts";
export { type EventOptions, EventReader } from "./events.ts";
export type { components, operations, paths } from "./gen/types.ts";
export {
  ErrorCode,
  type KnownErrorCode,
  type KnownErrorReason,
  retryableCodes,
  version,
} from "./gen/words.ts";
export { createPdaClient } from "./node-client.ts";
export type { DpopToken, PdaClientOptions } from "./options.ts";
export { type AskForPage, items, type Page, type PageQuery, pages } from "./pages.ts";
export type { PrivateKey } from "./private-key.ts";
export type { RegisteredKey } from "./registered-key.ts";
export type { RetryPolicy } from "./retry.ts";
export type { SignatureKey } from "./signature-key.ts";
export {
  PdaWebhookError,
  type ThinEvent,
  type Webhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookProblem,
  WebhookVerifier,
  type WebhookVerifierOptions,
} from "./webhooks.ts";
