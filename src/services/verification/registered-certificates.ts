import { LRUCache } from "lru-cache";
import type { EvidenceReader } from "../../store/asset/evidence.ts";
import { type Certificate, parseCertificate } from "../../trust/certificate.ts";

const certificatesMax = 1_000;

/** The publishers' registered CA certificates. Each is read and parsed once and then cached. */
export class RegisteredCertificates {
  readonly #kept = new LRUCache<string, Certificate>({ max: certificatesMax });

  /** Returns the certificates by their fingerprints. Certificates that are not registered are absent. */
  async find(
    fingerprints: Iterable<string>,
    reader: Pick<EvidenceReader, "publisherCertificates">,
  ): Promise<ReadonlyMap<string, Certificate>> {
    const found = new Map<string, Certificate>();
    const unmet: string[] = [];
    for (const fingerprint of fingerprints) {
      const kept = this.#kept.get(fingerprint);
      if (kept) found.set(fingerprint, kept);
      else unmet.push(fingerprint);
    }
    if (unmet.length === 0) return found;
    for (const [fingerprint, der] of await reader.publisherCertificates(unmet)) {
      const certificate = parseCertificate(der);
      this.#kept.set(fingerprint, certificate);
      found.set(fingerprint, certificate);
    }
    return found;
  }
}
