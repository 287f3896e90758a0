import type { TLSSocket } from "node:tls";

/** The certificate of a TLS client, which has proved in the handshake that it has the key. Nothing else about it is checked yet. */
export interface ClientCertificate {
  /** DER. */
  readonly der: Uint8Array;
  /** SHA-256 of the DER, hexadecimal. */
  readonly fingerprint: string;
}

/** Returns the client's own certificate, also on a resumed session; undefined when the client sent none. */
export function clientCertificateOf(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  return certificate && { der: certificate.raw, fingerprint: certificate.fingerprint256 };
}
