import { hash } from "node:crypto";
import type { TLSSocket } from "node:tls";

/** The certificate of a TLS client, which has proved in the handshake that it has the key. Nothing else about it is checked yet. */
export interface ClientCertificate {
  /** DER. */
  readonly der: Uint8Array;
  /** SHA-256 of the DER, in lower-case hexadecimal. */
  readonly fingerprint: string;
}

/** Returns the client's own certificate, also on a resumed session; undefined when the client sent none. */
export function clientCertificateOf(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  return certificate && certificateOf(certificate.raw);
}

/** A structured field that is one byte sequence (RFC 8941 section 3.3.5), in canonical base64. */
const BYTE_SEQUENCE = /^:((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?):$/;

/** Returns the certificate in a `Client-Cert` header (RFC 9440 section 2.2); undefined for a malformed header. */
export function forwardedCertificate(header: string): ClientCertificate | undefined {
  const base64 = BYTE_SEQUENCE.exec(header.trim())?.[1];
  const der = Buffer.from(base64 ?? "", "base64");
  return der.length > 0 && der.toString("base64") === base64 ? certificateOf(der) : undefined;
}

const certificateOf = (der: Buffer): ClientCertificate => ({ der, fingerprint: hash("sha256", der, "hex") });
