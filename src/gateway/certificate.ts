import { createPrivateKey, X509Certificate } from "node:crypto";
import { dirname } from "node:path";
import type { Config } from "../config.ts";
import type { Logger } from "../logger.ts";
import { readPrivateKey, readText } from "../pki/files.ts";
import { loadHttpsCertificate } from "../pki/identity.ts";
import { PkiError } from "../pki/problem.ts";
import { type Reloading, reloading } from "../pki/reloading.ts";

/** The public certificate with its intermediates and its key, both PEM. */
export interface PublicCertificate {
  readonly cert: string;
  readonly key: string;
  /** End of the certificate. */
  readonly notAfter: Date;
}

const WHAT = "the public HTTPS certificate";

function check(
  { cert, key }: Omit<PublicCertificate, "notAfter">,
  certFile: string,
  keyFile: string,
): PublicCertificate {
  let leaf: X509Certificate;
  let fits: boolean;
  try {
    leaf = new X509Certificate(cert);
    fits = leaf.checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new PkiError(`${WHAT} and its key are not both PEM: ${certFile}, ${keyFile}`, "check gateway.tls");
  }
  if (!fits) throw new PkiError(`the key ${keyFile} does not belong to ${certFile}`, "check gateway.tls");
  if (leaf.validToDate < new Date()) {
    throw new PkiError(`${WHAT} expired on ${leaf.validToDate.toISOString()}: ${certFile}`, "renew it");
  }
  return { cert, key, notAfter: leaf.validToDate };
}

/**
 * Loads the public certificate and follows its files: the files of `gateway.tls`, or the certificate that `pda pki` makes for development.
 * @throws PkiError when the certificate cannot be used. If a later certificate is invalid, an error is logged and the old certificate stays
 * in use.
 */
export function followPublicCertificate(config: Config, log: Logger): Reloading<PublicCertificate> {
  const { certFile, keyFile } = config.gateway.tls;
  if (certFile === undefined || keyFile === undefined)
    return loadHttpsCertificate({ dir: config.pki.dir, log });
  const read = () =>
    JSON.stringify({
      cert: readText(certFile, WHAT, "check gateway.tls.certFile"),
      key: readPrivateKey(keyFile, `the key of ${WHAT}`, "check gateway.tls.keyFile"),
    });
  return reloading({
    dir: dirname(certFile),
    what: WHAT,
    log,
    read,
    parse: (text) => check(JSON.parse(text), certFile, keyFile),
  });
}
