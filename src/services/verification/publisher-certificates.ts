import { LRUCache } from "lru-cache";
import type { EvidenceReader } from "../../store/asset/evidence.ts";
import { algorithmsAllowed } from "../../trust/authenticity/certificate-verdict.ts";
import type { Certificate } from "../../trust/certificate.ts";
import { PUBLISHER_CA } from "../../trust/path/profile.ts";
import { type PathResult, pathAt, soundPaths, type TimelessResult } from "../../trust/path.ts";
import type { CertificateChain } from "../../trust/pem.ts";
import { requirePublisherCertificate } from "../contract/credential.ts";
import type { RegisteredCertificates } from "./registered-certificates.ts";

const pathsMax = 1_000;

/** A presented publisher certificate. */
export interface PresentedPublisherCertificate {
  readonly fingerprint: string;
  readonly algorithmsAllowed: boolean;
  pathAt(now: Date): PathResult;
}

/**
 * Parses and judges publisher certificates. It caches the facts that never change, only for certificates that lead to one of the service's
 * roots.
 */
export class PublisherCertificates {
  readonly #anchors: readonly Certificate[];
  readonly #registered: RegisteredCertificates;
  readonly #paths = new LRUCache<string, TimelessResult>({ max: pathsMax });

  constructor(anchors: readonly Certificate[], registered: RegisteredCertificates) {
    this.#anchors = anchors;
    this.#registered = registered;
  }

  /** Parses the certificate of a request, if it has one. @throws Failure INVALID_ARGUMENT about the field */
  read(text: string | undefined): PresentedPublisherCertificate | undefined {
    if (text === undefined) return undefined;
    const chain = requirePublisherCertificate(text);
    return {
      fingerprint: chain.leaf.fingerprint,
      algorithmsAllowed: algorithmsAllowed(chain),
      pathAt: (now) => pathAt(this.#timeless(chain), now),
    };
  }

  /** Returns the certification paths of registered certificates, by fingerprint. */
  async pathsOf(
    fingerprints: readonly string[],
    reader: EvidenceReader,
    now: Date,
  ): Promise<ReadonlyMap<string, PathResult>> {
    const found = await this.#registered.find(fingerprints, reader);
    const paths = new Map<string, PathResult>();
    for (const [fingerprint, leaf] of found)
      paths.set(fingerprint, pathAt(this.#timeless({ leaf, others: [] }), now));
    return paths;
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
