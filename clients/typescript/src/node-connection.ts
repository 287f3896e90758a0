// Connections of Node: TLS 1.3, with the roots and the certificate of the options.
import { Agent, fetch } from "undici";
import type { CheckedCertificate } from "./certificate.ts";
import { answerOf, type Connection, type Failure, type Sent } from "./connection.ts";

/** Codes of OpenSSL and Node for a server's certificate that is not accepted. An alert is about the client's own. */
const certificateProblem = /^(?!.*ALERT).*(CERT|SIGNATURE|ISSUER|SELF_SIGNED|UNABLE_TO_VERIFY)/;

const otherHost =
  "check the host of the option baseUrl or of the variable PDA_URL, because the certificate is for another one";
const otherTime =
  "check the clock of this machine; if it is right, the operator of the service has to renew the certificate";
const otherRoot =
  "set the option ca or the variable PDA_CA_FILE to the root certificate that the service's certificate goes back to";
const certificateAdvice: ReadonlyMap<string, string> = new Map([
  ["ERR_TLS_CERT_ALTNAME_INVALID", otherHost],
  ["CERT_HAS_EXPIRED", otherTime],
  ["CERT_NOT_YET_VALID", otherTime],
]);

/** Keeps connections open, so close it after use. */
export class NodeConnection implements Connection {
  readonly #agent: Agent;

  /** @param tls `ca` empty: the roots of Node */
  constructor(
    timeoutMs: number,
    { ca, clientCertificate }: { readonly ca: string; readonly clientCertificate?: CheckedCertificate },
  ) {
    // The deadline of the attempt replaces undici's own time-outs.
    this.#agent = new Agent({
      connect: {
        minVersion: "TLSv1.3",
        timeout: timeoutMs,
        ...(ca === "" ? {} : { ca }),
        ...clientCertificate,
      },
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async fetch(url: string, { method, headers, body, signal }: Sent): Promise<Response> {
    const answer = await fetch(url, {
      method,
      headers: Object.fromEntries(headers),
      body,
      redirect: "manual",
      signal,
      dispatcher: this.#agent,
    });
    const head = { status: answer.status, headers: new Headers(Object.fromEntries(answer.headers)) };
    return answerOf(head, answer.body as ReadableStream<Uint8Array> | null);
  }

  failureOf(error: unknown): Failure {
    const innermost = causeOf(error);
    if (innermost.name === "TimeoutError") return { reason: "timeout", detail: "it timed out" };
    const { code = "" } = innermost as NodeJS.ErrnoException;
    const detail = innermost.message || code;
    return certificateProblem.test(code)
      ? { reason: "certificate", detail, advice: certificateAdvice.get(code) ?? otherRoot }
      : { reason: "connection", detail };
  }

  close(): Promise<void> {
    return this.#agent.close();
  }
}

/** fetch wraps the error of the network as `cause`; several addresses of a host give an AggregateError. */
function causeOf(error: unknown): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0];
  if (error instanceof Error && error.cause instanceof Error) return causeOf(error.cause);
  return error instanceof Error ? error : new Error(String(error));
}
