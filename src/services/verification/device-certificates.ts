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

const verdictsMax = 10_000;
/** Size of the cached certificates in each cache, parsed. As many usual certificates as `verdictsMax`, of about 6 KB each, have room. */
const certificateBytesMax = 64 * 1024 * 1024;

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
        // The certificates after the leaf belong to the registry and to the service.
        sizeCalculation: ({ chain }) => sizeOf(chain.leaf),
      }),
      verdicts: new LRUCache({
        max: verdictsMax,
        maxSize: bytesMax,
        sizeCalculation: ({ leaf }) => sizeOf(leaf),
      }),
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
  readonly fingerprint: string;
  readonly keyIdentifier: string;
  readonly number: string;
  #chain: CertificateChain;
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
    this.#chain = chain;
    this.fingerprint = fingerprint;
    this.keyIdentifier = Buffer.from(keyIdentifier).toString("hex");
    this.number = certificateNumber(chain.leaf);
    this.#textDigest = textDigest;
    this.#kept = kept;
  }

  get chain(): CertificateChain {
    return this.#chain;
  }

  /** Returns whether the chain is valid with these certificates of the registry, regardless of time. */
  verdict(registered: readonly RegisteredPublisherCertificate[]): CertificateVerdict {
    if (this.#last && sameCertificates(this.#last.by, registered)) return this.#last.verdict;
    const { anchors, texts, verdicts } = this.#kept;
    const publisherCertificates = registered.map(({ certificate }) => certificate);
    const others = this.#othersAmong([...publisherCertificates, ...anchors]);
    // Equal certificates that other entries have already, so that neither this entry nor its verdict keeps parsed certificates of its own.
    if (others) this.#chain = { leaf: this.#chain.leaf, others };
    const input = { chain: this.#chain, publisherCertificates, anchors };
    const key = certificateVerdictKey(input);
    const verdict = verdicts.get(key) ?? judgeCertificates(input);
    if (verdict.paths.sound && others) {
      verdicts.set(key, verdict);
      this.#last = { by: registered, verdict };
      this.#chain = { leaf: verdict.leaf, others };
      texts.set(this.#textDigest, this);
    }
    return verdict;
  }

  /**
   * Returns the certificates after the leaf as they are among these; undefined when one of them is missing. A caller can add certificates of
   * its own to a real device's certificate.
   */
  #othersAmong(known: readonly Certificate[]): Certificate[] | undefined {
    const found = this.#chain.others.flatMap(
      ({ fingerprint }) => known.find((one) => one.fingerprint === fingerprint) ?? [],
    );
    return found.length === this.#chain.others.length ? found : undefined;
  }
}

/**
 * Returns about how many bytes a parsed certificate takes. The length of the DER would not tell it: an element of two bytes becomes objects of
 * more than 150 bytes.
 */
const sizeOf = (certificate: Certificate): number => certificate.der.length + sizeOfObjects(certificate);

function sizeOfObjects(value: unknown): number {
  if (typeof value === "string") return 16 + value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return 120;
  const parts = value instanceof Map || value instanceof Set ? [...value].flat() : Object.values(value);
  return parts.reduce<number>((bytes, part) => bytes + sizeOfObjects(part), 48);
}

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
