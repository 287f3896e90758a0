import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Makes request and response classes for `createServer` whose instances have Express's prototypes from the start. Express sets the
 * prototype of each instance to `app.request` and `app.response`. To change the prototype of an object in use ruins the engine's
 * optimisations and costs more than the rest of Express. With these classes the prototype stays the same.
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
