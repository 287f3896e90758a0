import { LRUCache } from "lru-cache";
import { Failure } from "../../rpc/failure.ts";
import type { EvidenceReader } from "../../store/asset/evidence.ts";
import type { Certificate } from "../../trust/certificate.ts";
import { TrustInputError } from "../../trust/error.ts";
import { PUBLISHER_CA } from "../../trust/path/profile.ts";
import { type PathResult, pathAt, soundPaths, type TimelessResult } from "../../trust/path.ts";
import { type CertificateChain, parseDeviceCertificate } from "../../trust/pem.ts";
import type { CertificateJudge } from "./judge.ts";

const pathsMax = 1_000;

/** A publisher's certificate as it was presented, judged. */
export interface PresentedPublisher {
  readonly fingerprint: string;
  readonly algorithmsAllowed: boolean;
  pathAt(now: Date): PathResult;
}

/** Reads and judges the certificates of publishers, and keeps what never changes of those that lead to a root of ours. */
export class PublisherJudge {
  readonly #anchors: readonly Certificate[];
  readonly #certificates: CertificateJudge;
  readonly #paths = new LRUCache<string, TimelessResult>({ max: pathsMax });

  /** @param certificates keeps the certificates of the registry that were met */
  constructor(anchors: readonly Certificate[], certificates: CertificateJudge) {
    this.#anchors = anchors;
    this.#certificates = certificates;
  }

  /** @throws Failure INVALID_ARGUMENT about the field */
  read(text: string): PresentedPublisher {
    const chain = requireCertificate(text);
    return {
      fingerprint: chain.leaf.fingerprint,
      algorithmsAllowed: [chain.leaf, ...chain.others].every(
        ({ signatureAlgorithm, publicKey }) =>
          signatureAlgorithm.scheme !== undefined && publicKey.usable !== undefined,
      ),
      pathAt: (now) => pathAt(this.#timeless(chain), now),
    };
  }

  /** Meets certificates of the registry that were not met before. */
  async meet(fingerprints: readonly string[], reader: EvidenceReader): Promise<void> {
    const unmet = fingerprints.filter((fingerprint) => !this.#certificates.registered(fingerprint));
    if (unmet.length === 0) return;
    for (const der of (await reader.publisherCertificates(unmet)).values()) this.#certificates.register(der);
  }

  /** Paths of certificates of the registry that were met. */
  pathsOf(fingerprints: readonly string[], now: Date): PathResult[] {
    return fingerprints.flatMap((fingerprint) => {
      const leaf = this.#certificates.registered(fingerprint);
      return leaf ? [pathAt(this.#timeless({ leaf, others: [] }), now)] : [];
    });
  }

  #timeless({ leaf, others }: CertificateChain): TimelessResult {
    const key = [leaf, ...others].map(({ fingerprint }) => fingerprint).join();
    const known = this.#paths.get(key);
    if (known) return known;
    const result = soundPaths({ leaf, intermediates: others, anchors: this.#anchors }, PUBLISHER_CA);
    if (result.sound) this.#paths.set(key, result);
    return result;
  }
}

function requireCertificate(text: string): CertificateChain {
  try {
    return parseDeviceCertificate(text);
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw Failure.ofField(
      "INVALID_ARGUMENT",
      "publisher_certificate",
      error.reason,
      "It must be PEM (its own first, at most four certificates) or one certificate in base64 DER, at most 8 KiB.",
    );
  }
}
