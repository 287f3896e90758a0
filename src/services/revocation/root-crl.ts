import type { StoredRevocationList } from "../../store/revocation-lists.ts";
import type { Store } from "../../store/store.ts";
import type { Certificate } from "../../trust/certificate.ts";
import { type Crl, parseCrl } from "../../trust/crl.ts";
import { TrustInputError } from "../../trust/error.ts";
import { signatureVerifies } from "../../trust/path/signature.ts";
import { listIdOfRoot } from "../authority/trust-authority.ts";
import { revokedUnder } from "./revocation-lists.ts";

/** The store keeps at most 38 digits of a CRL's number. */
const NUMBER_MAX = 10n ** 38n;

/** The error of a CRL that cannot be imported. */
export class CrlNotImported extends Error {
  override readonly name = "CrlNotImported";
}

/**
 * Stores the CRL of a trust root whose key is offline, after the checks that a verifier makes.
 *
 * @param der as the operator made it with the root's key
 * @returns the stored list, and the number of this root's revoked certificates that the list does not contain
 * @throws CrlNotImported that says what is wrong
 */
export async function importRootCrl(
  store: Store,
  roots: readonly Certificate[],
  der: Uint8Array,
  now = new Date(),
): Promise<{ list: StoredRevocationList; missing: number }> {
  const crl = read(der);
  const root = roots.find(({ subject, extensions }) => {
    const named = crl.extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
    const key = extensions.subjectKeyIdentifier ?? Buffer.from([0]);
    return Buffer.compare(named, key) === 0 && Buffer.compare(subject.encoding, crl.issuer.encoding) === 0;
  });
  if (!root) throw new CrlNotImported("it was not issued by a trust root of this installation");
  const { scheme } = crl.signatureAlgorithm;
  if (!scheme || !signatureVerifies(root.publicKey, scheme, crl.signedBytes, crl.signature))
    throw new CrlNotImported("it was not signed by the key of the trust root");
  const list = storable(crl, root, now);
  const revoked = revokedUnder(root, await store.read.revocationLists.publisherCertificates());
  const missing = revoked.filter(({ serial }) => !crl.entryOf({ issuer: root.subject, serial })).length;
  if (!(await store.transact((tx) => tx.revocationLists.keep(list))))
    throw new CrlNotImported("its CRL number must be greater than the number of the stored list");
  return { list, missing };
}

function read(der: Uint8Array): Crl {
  try {
    return parseCrl(der);
  } catch (error) {
    if (error instanceof TrustInputError) throw new CrlNotImported(`it is not a CRL in DER: ${error.reason}`);
    throw error;
  }
}

function storable(crl: Crl, root: Certificate, now: Date): StoredRevocationList {
  const { thisUpdate, nextUpdate } = crl;
  const { number, baseNumber, issuingDistributionPoint } = crl.extensions;
  if (number === undefined || number >= NUMBER_MAX)
    throw new CrlNotImported("it must have a CRL number of at most 38 digits");
  if (crl.hasUnknownCritical || issuingDistributionPoint || baseNumber !== undefined)
    throw new CrlNotImported(
      "it must be a complete CRL, without a delta indicator, an issuing distribution point or unknown critical extensions",
    );
  if (nextUpdate <= now || thisUpdate > now) throw new CrlNotImported("it is expired or not yet valid");
  return { revocationListId: listIdOfRoot(root), number, der: Buffer.from(crl.der), thisUpdate, nextUpdate };
}
