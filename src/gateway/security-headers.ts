import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import helmet from "helmet";

/**
 * Returns the headers that keep a browser from doing anything with an answer, names and values in turn. They are the same for every answer,
 * so helmet runs only once.
 * @param strictTransport adds Strict-Transport-Security (RFC 6797).
 */
export function securityHeaders(strictTransport: boolean): readonly string[] {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      // The last three do not follow from the first one (CSP Level 3 section 6.1.3).
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: strictTransport ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
    // These headers mean nothing to programs, and browsers no longer read them.
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  });
  const request = new IncomingMessage(new Socket());
  const headers: string[] = [];
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push(name, String(value));
    return response;
  };
  protect(request, response, (error) => {
    if (error) throw error;
  });
  return headers;
}
