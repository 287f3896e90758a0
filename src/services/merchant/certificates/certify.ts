import { certificatesOfKeyMax } from "../../../domain/certificate/registered.ts";
import { newId } from "../../../domain/identifier/identifier.ts";
import { type MerchantAuthority, type MerchantCertificate } from "../../../domain/merchant/certificate.ts";
import type { Transaction } from "../../../store/store.ts";
import { keyIdentifierOf } from "../../../trust/issue/certificate.ts";
import { daysAfter, LIFETIME } from "../../../trust/profile.ts";
import type { MerchantSubject, TrustAuthority } from "../../authority/trust-authority.ts";
import { certificatesOfKey, keyCompromised, keyRefused } from "../../contract/credential.ts";

/**
 * Issues a certificate for the merchant's or its terminal's key.
 *
 * @throws Failure EVIDENCE_REFUSED for another owner's key or a compromised key. LIMIT_REACHED for a key that has enough
 * certificates. OPERATOR_REQUIRED when a new CA is needed but the key of the trust root is offline.
 */
export async function certify(
  tx: Transaction,
  trust: TrustAuthority,
  subject: MerchantSubject,
  scopes: readonly string[],
): Promise<MerchantCertificate> {
  const keyIdentifier = keyIdentifierOf(subject.spki);
  await takeKey(tx, keyIdentifier, subject);
  const authority = await authorityOf(tx, trust);
  const certificate = trust.issueMerchant(authority, subject);
  return tx.merchantCertificates.insert({
    certificateId: newId("certificate"),
    merchantId: subject.merchantId,
    ...(subject.deviceId === undefined ? {} : { deviceId: subject.deviceId }),
    scopes,
    keyIdentifier,
    issuerCertificateId: authority.certificateId,
    certificate: certificate.der,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
  });
}

async function takeKey(
  tx: Transaction,
  keyIdentifier: Uint8Array,
  { merchantId, deviceId }: MerchantSubject,
): Promise<void> {
  const owner = deviceId === undefined ? { merchantId } : { merchantId, deviceId };
  const key = await tx.merchantCertificates.takeKey(keyIdentifier, owner);
  if (key.merchantId !== merchantId || key.deviceId !== deviceId)
    throw keyRefused(
      "KEY_IN_USE",
      "Another merchant or terminal has this key. Every merchant and every terminal needs a key of its own.",
    );
  if (key.compromised) throw keyCompromised();
  if (key.active >= certificatesOfKeyMax) throw certificatesOfKey(key.active);
}

/** Returns a merchant CA that is valid for as long as the new certificate. Creates a CA when none is. */
async function authorityOf(tx: Transaction, trust: TrustAuthority): Promise<MerchantAuthority> {
  const end = daysAfter(new Date(), LIFETIME.merchantDays);
  // No CA outlives the root, so a new CA would end no later than a CA that ends with the root.
  const until = end < trust.root.notAfter ? end : trust.root.notAfter;
  const present = await tx.merchantCertificates.authority(until);
  if (present) return present;
  await tx.merchantCertificates.lockAuthorities();
  const meanwhile = await tx.merchantCertificates.authority(until);
  if (meanwhile) return meanwhile;
  const { certificateId, certificate, sealedKey } = trust.makeMerchantCa();
  const authority = { certificateId, certificate: certificate.der, sealedKey };
  const { notBefore, notAfter } = certificate;
  await tx.merchantCertificates.insertAuthority({ ...authority, notBefore, notAfter });
  return authority;
}
