import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Makes the classes of requests and responses for `createServer`, whose instances are from birth what Express makes of them. Express
 * sets the prototype of each to `app.request` and `app.response`; on objects that are in use already, that spoils the engine's
 * knowledge of their shape and costs more than all the rest of Express. Here it sets what they have anyway.
 */
export function aligned(app: Express) {
  class AlignedRequest extends IncomingMessage {}
  class AlignedResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AlignedRequest.prototype, app.request);
  Object.setPrototypeOf(AlignedResponse.prototype, app.response);
  app.request = AlignedRequest.prototype as Express["request"];
  app.response = AlignedResponse.prototype as Express["response"];
  return { IncomingMessage: AlignedRequest, ServerResponse: AlignedResponse };
}
