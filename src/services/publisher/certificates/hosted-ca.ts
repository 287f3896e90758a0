import { type HostedCertificate, outlives } from "../../../domain/publisher/certificate.ts";
import type { Publisher } from "../../../domain/publisher/publisher.ts";
import type { Transaction } from "../../../store/store.ts";
import { LIFETIME, yearsAfter } from "../../../trust/profile.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { registryEntry } from "./convert.ts";

/**
 * Returns the CA that the service keeps for a publisher. It is created on first use, and again when the present CA would end before a
 * device certificate issued now. Concurrent callers take turns on the publisher's row: the first creates the CA and the others find it.
 *
 * @throws Failure OPERATOR_REQUIRED when a CA must be created and the key of the root is offline
 */
export async function hostedCa(
  tx: Transaction,
  trust: TrustAuthority,
  publisher: Publisher,
): Promise<HostedCertificate> {
  const { publisherId } = publisher;
  const now = new Date();
  const present = await tx.publisherCertificates.hosted(publisherId);
  if (present && suffices(present, trust, now)) return present;

  await tx.publishers.lock(publisherId);
  const made = await tx.publisherCertificates.hosted(publisherId);
  if (made && suffices(made, trust, now)) return made;

  const { certificateId, certificate, sealedKey } = trust.makeHostedCa(publisher);
  const stored = await tx.publisherCertificates.insert({
    certificateId,
    publisherId,
    ...registryEntry(certificate),
    sealedKey,
  });
  return { ...stored, custody: "hosted", sealedKey };
}

/** Without the root's key no new CA can be created, so the present CA serves until it ends. */
function suffices(ca: HostedCertificate, trust: TrustAuthority, now: Date): boolean {
  if (!trust.issues && ca.notAfter.getTime() > now.getTime()) return true;
  return outlives(ca, yearsAfter(now, LIFETIME.deviceYears), trust.root.notAfter);
}
