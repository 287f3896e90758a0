import {
  type AccessAuthority,
  type AccessCertificate,
  type CertificateHolder,
  isSameHolder,
} from "../../domain/access/certificate.ts";
import { certificatesOfKeyMax } from "../../domain/certificate/registered.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { Transaction } from "../../store/store.ts";
import { keyIdentifierOf } from "../../trust/issue/certificate.ts";
import { daysAfter, LIFETIME } from "../../trust/profile.ts";
import type { AccessSubject, TrustAuthority } from "../authority/trust-authority.ts";
import { certificatesOfKey, keyCompromised, keyOfOtherUse, keyRefused } from "../contract/credential.ts";

/**
 * Issues an access certificate for a key.
 *
 * @throws Failure EVIDENCE_REFUSED for another holder's key, a CA's key or a compromised key. LIMIT_REACHED for a key that has enough
 * certificates. OPERATOR_REQUIRED when a new CA is needed but the key of the trust root is offline.
 */
export async function certify(
  tx: Transaction,
  trust: TrustAuthority,
  subject: AccessSubject,
  rights: Pick<AccessCertificate, "scopes" | "role" | "limits">,
): Promise<AccessCertificate> {
  const { holder, spki } = subject;
  const keyIdentifier = keyIdentifierOf(spki);
  await takeKey(tx, keyIdentifier, holder);
  const authority = await authorityOf(tx, trust, holder.kind);
  const certificate = trust.issueAccess(authority, subject);
  return tx.accessCertificates.insert({
    certificateId: newId("certificate"),
    holder,
    ...rights,
    keyIdentifier,
    issuerCertificateId: authority.certificateId,
    certificate: certificate.der,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
  });
}

async function takeKey(tx: Transaction, keyIdentifier: Uint8Array, holder: CertificateHolder): Promise<void> {
  const key = await tx.accessCertificates.takeKey(keyIdentifier, holder);
  if (!key.holders.every((each) => isSameHolder(each, holder)))
    throw keyRefused(
      "KEY_IN_USE",
      "Another merchant, terminal or publisher has this key. Each of them needs a key of its own.",
    );
  if (key.ofCa) throw keyOfOtherUse();
  if (key.compromised) throw keyCompromised();
  if (key.active >= certificatesOfKeyMax) throw certificatesOfKey(key.active);
}

/** Returns a CA for this kind of holder that is valid for as long as the new certificate. Creates a CA when none is. */
async function authorityOf(
  tx: Transaction,
  trust: TrustAuthority,
  holder: CertificateHolder["kind"],
): Promise<AccessAuthority> {
  const end = daysAfter(new Date(), LIFETIME.accessDays);
  // No CA outlives the root, so a new CA would end no later than a CA that ends with the root.
  const until = end < trust.root.notAfter ? end : trust.root.notAfter;
  const present = await tx.accessCertificates.authority(holder, until);
  if (present) return present;
  await tx.accessCertificates.lockAuthorities(holder);
  const meanwhile = await tx.accessCertificates.authority(holder, until);
  if (meanwhile) return meanwhile;
  const { certificateId, certificate, sealedKey } = trust.makeAccessCa(holder);
  const authority = { holder, certificateId, certificate: certificate.der, sealedKey };
  const { notBefore, notAfter } = certificate;
  await tx.accessCertificates.insertAuthority({ ...authority, notBefore, notAfter });
  return authority;
}
