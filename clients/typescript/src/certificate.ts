// The certificate that a client shows as TLS client, with its private key.
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

/** A certificate that the service issued to the caller, and its private key. */
export interface ClientCertificate {
  /** PEM: the certificate, then those above it (`certificateChain` of the answer that issued it). */
  readonly cert: string | Uint8Array;
  /** PEM without a passphrase: `BEGIN PRIVATE KEY` or `BEGIN EC PRIVATE KEY`. No error shows it. */
  readonly key: string | Uint8Array;
}

/** Both in PEM, checked. */
export interface CheckedCertificate {
  readonly cert: string;
  readonly key: string;
}

const certificates = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Returns the client certificate of the option, else of the files that the environment names; undefined for none.
 *
 * @throws TypeError for a certificate or a key that cannot be used; the text never contains the key
 */
export function clientCertificateOf(
  option: ClientCertificate | null | undefined,
  { PDA_CLIENT_CERT_FILE: certFile = "", PDA_CLIENT_KEY_FILE: keyFile = "" }: NodeJS.ProcessEnv,
): CheckedCertificate | undefined {
  if (option === null) return undefined;
  if (option !== undefined) return checked(textOf(option.cert), textOf(option.key));
  if (certFile === "" && keyFile === "") return undefined;
  if (keyFile === "") throw alone("PDA_CLIENT_CERT_FILE", "PDA_CLIENT_KEY_FILE");
  if (certFile === "") throw alone("PDA_CLIENT_KEY_FILE", "PDA_CLIENT_CERT_FILE");
  return checked(fileOf("PDA_CLIENT_CERT_FILE", certFile), fileOf("PDA_CLIENT_KEY_FILE", keyFile));
}

/** The error for a variable whose partner is not set. */
export const alone = (given: string, missing: string): TypeError =>
  new TypeError(`${given} is set without ${missing}: set both variables, or neither`);

/** Reads a file that a variable names. @throws TypeError */
export function fileOf(variable: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const { message } = cause as Error;
    throw new TypeError(`the file that ${variable} names cannot be read: ${message}`, { cause });
  }
}

/** Texts in PEM as one text. */
export const textOf = (pem: string | Uint8Array): string =>
  typeof pem === "string" ? pem : new TextDecoder().decode(pem);

function checked(cert: string, key: string): CheckedCertificate {
  if (!leafOf(cert).checkPrivateKey(privateKeyOf(key)))
    throw new TypeError(
      "the key of the client certificate belongs to another certificate: the first certificate has to be the key's own, those above it follow",
    );
  return { cert, key };
}

function leafOf(cert: string): X509Certificate {
  try {
    const [leaf] = (cert.match(certificates) ?? []).map((each) => new X509Certificate(each));
    if (leaf) return leaf;
  } catch {
    // The message below says more than that of OpenSSL.
  }
  throw new TypeError(
    "the client certificate cannot be read: it has to be PEM, -----BEGIN CERTIFICATE----- …; set the option clientCertificate or the variable PDA_CLIENT_CERT_FILE",
  );
}

function privateKeyOf(key: string): KeyObject {
  try {
    return createPrivateKey(key);
  } catch {
    // Without the cause, so that no error can show a part of the key.
    throw new TypeError(
      "the key of the client certificate cannot be read: it has to be PEM, -----BEGIN PRIVATE KEY----- …, without a passphrase; set the option clientCertificate or the variable PDA_CLIENT_KEY_FILE",
    );
  }
}
