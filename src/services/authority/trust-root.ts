import { createPrivateKey, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { isThere } from "../../files/read.ts";
import { readPrivateKey, readText } from "../../pki/files.ts";
import { PkiError } from "../../pki/problem.ts";
import type { Certificate } from "../../trust/certificate.ts";
import { TrustInputError } from "../../trust/error.ts";
import { signerOf } from "../../trust/issue/signer.ts";
import { type CertificateChain, parseDeviceCertificate } from "../../trust/pem.ts";

/** The trust roots of an installation. */
export interface TrustRoot {
  /** The first root issues certificates; the others are former roots that are still trusted. */
  readonly roots: readonly [Certificate, ...Certificate[]];
  /** Private key of the first root. Absent when it is kept offline. */
  readonly key?: KeyObject;
}

/** The next steps for a file that cannot be used. */
interface Advice {
  readonly missing: string;
  readonly wrong: string;
  /** The key belongs to another certificate. */
  readonly apart: string;
}

const installed: Advice = {
  missing: "run: pda pki init",
  wrong: "put the right file there",
  apart: "install a certificate and a key that belong together, or remove the key",
};

/**
 * Reads `root.crt` (PEM, at most four certificates) and `root.key`, which is absent when it is kept offline.
 *
 * @param dir the folder of the trust root, `<pki dir>/trust`
 * @throws PkiError when the files are missing, not readable, not a trust root, or do not belong together
 */
export function loadTrustRoot(dir: string): TrustRoot {
  const certificateFile = join(dir, "root.crt");
  const keyFile = join(dir, "root.key");
  const roots = readRoots(certificateFile);
  return isThere(keyFile)
    ? { roots, key: readKey(keyFile, { file: certificateFile, root: roots[0] }) }
    : { roots };
}

function readRoots(file: string): [Certificate, ...Certificate[]] {
  const { leaf: issuing, others: former } = readChain(file);
  const roots: [Certificate, ...Certificate[]] = [issuing, ...former];
  const isRoot = ({ extensions }: Certificate) => extensions.basicConstraints?.ca === true;
  if (!roots.every(isRoot))
    throw new PkiError(
      `${file} is not a trust root: it contains a certificate that is not a CA certificate`,
      "put the right file there",
    );
  if (issuing.notAfter.getTime() <= Date.now())
    throw new PkiError(
      `the trust root in ${file} expired on ${issuing.notAfter.toISOString()}`,
      "put a new root first in the file and keep the old root after it",
    );
  return roots;
}

/** Reads the certificates of a trust root, PEM. @throws PkiError */
export function readChain(file: string, advice: Omit<Advice, "apart"> = installed): CertificateChain {
  const text = readText(file, "the trust root", advice.missing);
  try {
    return parseDeviceCertificate(text);
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw new PkiError(`${file} is not a certificate: ${error.reason}`, advice.wrong);
  }
}

/** Reads the private key of a trust root, PEM. @throws PkiError also when it is not the key of the root */
export function readKey(
  file: string,
  { file: certificateFile, root }: { readonly file: string; readonly root: Certificate },
  advice = installed,
): KeyObject {
  const text = readPrivateKey(file, "the key of the trust root", advice.missing);
  let key: KeyObject;
  let spki: Uint8Array;
  try {
    key = createPrivateKey(text);
    ({ spki } = signerOf(key));
  } catch {
    // The cause would show parts of the file.
    throw new PkiError(
      `${file} is not a private key in PEM without a password, of type P-384 or P-256`,
      advice.wrong,
    );
  }
  if (Buffer.compare(spki, root.publicKey.encoding) !== 0)
    throw new PkiError(`${file} is not the key of ${certificateFile}`, advice.apart);
  return key;
}
