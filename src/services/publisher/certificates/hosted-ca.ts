import { type HostedCertificate, outlives } from "../../../domain/publisher/certificate.ts";
import type { Publisher } from "../../../domain/publisher/publisher.ts";
import type { Transaction } from "../../../store/store.ts";
import { yearsAfter } from "../../../trust/profile.ts";
import { LIFETIME } from "../../../trust/profile.ts";
import type { TrustAuthority } from "../../authority/trust-authority.ts";
import { registryEntry } from "./convert.ts";

/**
 * The CA that the service keeps for a publisher, made on first use and anew when the present one ends before a device made now
 * would. Of callers that come at once the first makes it and the others find it: they take turns on the publisher's row.
 *
 * @throws Failure STATE_CONFLICT when one has to be made and the key of the root is offline
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

/** Where no new one can be made, one that ends early still serves until it ends. */
function suffices(ca: HostedCertificate, trust: TrustAuthority, now: Date): boolean {
  if (!trust.issues && ca.notAfter.getTime() > now.getTime()) return true;
  return outlives(ca, yearsAfter(now, LIFETIME.deviceYears), trust.root.notAfter);
}
