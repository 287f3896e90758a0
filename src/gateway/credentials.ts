import type { IncomingMessage } from "node:http";
import { Failure } from "../rpc/failure.ts";
import type { ClientCertificate } from "./client-certificate.ts";
import { connectionOf } from "./connection.ts";
import { timesGiven } from "./headers.ts";

/** What a request proves its caller by. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization: string | undefined;
  /** The certificate of the connection's TLS client. */
  readonly certificate: ClientCertificate | undefined;
}

/** Returns the credentials of a request and its connection. @throws Failure UNAUTHENTICATED when the Authorization header is given twice. */
export function credentialsOf(request: IncomingMessage): Credentials {
  const { authorization } = request.headers;
  if (authorization !== undefined && timesGiven(request, "authorization") > 1)
    throw new Failure("CREDENTIAL_MALFORMED");
  return { authorization, certificate: connectionOf(request.socket)?.clientCertificate };
}
