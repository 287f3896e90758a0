import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { CertificateNames } from "../../store/asset/evidence.ts";
import {
  type CertificateVerdict,
  certificateVerdictKey,
  judgeCertificates,
} from "../../trust/authenticity/certificate-verdict.ts";
import type { RegisteredPublisherCertificate } from "../../trust/authenticity/facts.ts";
import { type Certificate, certificateNumber } from "../../trust/certificate.ts";
import type { CertificateChain } from "../../trust/pem.ts";
import { requireDeviceCertificate } from "../contract/credential.ts";

/** Each takes a few kilobytes. */
const verdictsMax = 10_000;
/**
 * Total size of the cached certificates, DER. A usual chain has about 1.4 KiB. Parsed, a certificate of many tiny elements takes more than
 * 60 times its size, so the number of entries alone would not limit the memory.
 */
const certificateBytesMax = 16 * 1024 * 1024;

/**
 * Parses device certificates and caches their facts that never change: the parsed content, and whether signatures, names and constraints
 * are valid. Time, status and binding are not cached. Only certificates that lead to one of the service's roots are cached, and only when
 * every further certificate of the text is registered or a root. So strangers' certificates cannot fill the cache.
 */
export class DeviceCertificates {
  readonly #kept: Kept;

  constructor(anchors: readonly Certificate[], bytesMax = certificateBytesMax) {
    this.#kept = {
      anchors,
      texts: new LRUCache({
        max: verdictsMax,
        maxSize: bytesMax,
        sizeCalculation: ({ chain }) => sizeOf(chain),
      }),
      verdicts: new LRUCache({ max: verdictsMax }),
    };
  }

  /** @throws Failure UNREADABLE_CERTIFICATE about the field */
  read(text: string, field?: string): DeviceCertificate {
    // The digest as a key is cheaper than the text: the engine would have to hash the text too, and more slowly.
    const textDigest = hash("sha256", text, "base64");
    return (
      this.#kept.texts.get(textDigest) ??
      new DeviceCertificate(requireDeviceCertificate(text, field), textDigest, this.#kept)
    );
  }
}

interface Kept {
  readonly anchors: readonly Certificate[];
  readonly texts: LRUCache<string, DeviceCertificate>;
  /** The same certificate can be encoded in many texts, so verdicts have a key of their own. */
  readonly verdicts: LRUCache<string, CertificateVerdict>;
}

/** A presented device certificate, with the values by which it is looked up. */
export class DeviceCertificate implements CertificateNames {
  readonly chain: CertificateChain;
  readonly fingerprint: string;
  readonly keyIdentifier: string;
  readonly number: string;
  readonly #textDigest: string;
  readonly #kept: Kept;
  /**
   * The last verdict and the certificates that it was made with. It saves the verdict's key, a hash over everything that the verdict
   * depends on.
   */
  #last:
    | { readonly by: readonly RegisteredPublisherCertificate[]; readonly verdict: CertificateVerdict }
    | undefined;

  constructor(chain: CertificateChain, textDigest: string, kept: Kept) {
    const { fingerprint, extensions } = chain.leaf;
    const keyIdentifier = extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
    this.chain = chain;
    this.fingerprint = fingerprint;
    this.keyIdentifier = Buffer.from(keyIdentifier).toString("hex");
    this.number = certificateNumber(chain.leaf);
    this.#textDigest = textDigest;
    this.#kept = kept;
  }

  /** Returns whether the chain is valid with these certificates of the registry, regardless of time. */
  verdict(registered: readonly RegisteredPublisherCertificate[]): CertificateVerdict {
    if (this.#last && sameCertificates(this.#last.by, registered)) return this.#last.verdict;
    const { anchors, texts, verdicts } = this.#kept;
    const publisherCertificates = registered.map(({ certificate }) => certificate);
    const input = { chain: this.chain, publisherCertificates, anchors };
    const key = certificateVerdictKey(input);
    const verdict = verdicts.get(key) ?? judgeCertificates(input);
    if (verdict.paths.sound && this.#hasOnly([...publisherCertificates, ...anchors])) {
      verdicts.set(key, verdict);
      this.#last = { by: registered, verdict };
      texts.set(this.#textDigest, this);
    }
    return verdict;
  }

  /** Tells whether each certificate after the leaf is one of these. A caller can add certificates of its own to a real device's certificate. */
  #hasOnly(known: readonly Certificate[]): boolean {
    return this.chain.others.every(({ fingerprint }) => known.some((one) => one.fingerprint === fingerprint));
  }
}

const sizeOf = ({ leaf, others }: CertificateChain): number =>
  [leaf, ...others].reduce((bytes, { der }) => bytes + der.length, 0);

/** Tells whether both lists have the same bytes in the same order. */
function sameCertificates(
  some: readonly RegisteredPublisherCertificate[],
  others: readonly RegisteredPublisherCertificate[],
): boolean {
  return (
    some.length === others.length &&
    some.every(({ certificate }, index) => certificate.fingerprint === others[index]?.certificate.fingerprint)
  );
}
