import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { CertificateNames } from "../../store/asset/evidence.ts";
import {
  type CertificateVerdict,
  certificateVerdictKey,
  judgeCertificates,
} from "../../trust/authenticity/certificate-verdict.ts";
import type { RegisteredPublisherCertificate } from "../../trust/authenticity/facts.ts";
import { certificateNumber } from "../../trust/certificate.ts";
import type { Certificate } from "../../trust/certificate.ts";
import type { CertificateChain } from "../../trust/pem.ts";
import { requireDeviceCertificate } from "../contract/credential.ts";

/** A few kilobytes each. */
const verdictsMax = 10_000;

/**
 * Reads device certificates, and keeps what never changes of them: what bytes say, and whether signatures, names and constraints hold.
 * Time, status and binding are no part of that. Only what leads to a root of ours is kept, so that strangers' certificates cannot push
 * out those of real devices.
 */
export class DeviceCertificates {
  readonly #kept: Kept;

  constructor(anchors: readonly Certificate[]) {
    this.#kept = {
      anchors,
      texts: new LRUCache({ max: verdictsMax }),
      verdicts: new LRUCache({ max: verdictsMax }),
    };
  }

  /** @throws Failure INVALID_DEVICE_CERTIFICATE about the field */
  read(text: string, field?: string): DeviceCertificate {
    // Cheaper than the text itself as the key, which the engine would have to hash too, and more slowly.
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
  /** One certificate can be written in many texts. */
  readonly verdicts: LRUCache<string, CertificateVerdict>;
}

/** A device certificate as it was presented, and what it is looked up by. */
export class DeviceCertificate implements CertificateNames {
  readonly chain: CertificateChain;
  readonly fingerprint: string;
  readonly keyIdentifier: string;
  readonly number: string;
  readonly #textDigest: string;
  readonly #kept: Kept;
  /** The last verdict, and what it was made with: spares the key of the verdict, which is a hash over all that it depends on. */
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

  /** Whether the chain holds with these certificates of the registry, whatever the time. */
  verdict(registered: readonly RegisteredPublisherCertificate[]): CertificateVerdict {
    if (this.#last && sameCertificates(this.#last.by, registered)) return this.#last.verdict;
    const { anchors, texts, verdicts } = this.#kept;
    const publisherCertificates = registered.map(({ certificate }) => certificate);
    const input = { chain: this.chain, publisherCertificates, anchors };
    const key = certificateVerdictKey(input);
    const verdict = verdicts.get(key) ?? judgeCertificates(input);
    if (verdict.paths.sound) {
      verdicts.set(key, verdict);
      this.#last = { by: registered, verdict };
      texts.set(this.#textDigest, this);
    }
    return verdict;
  }
}

/** The same bytes in the same order. */
function sameCertificates(
  some: readonly RegisteredPublisherCertificate[],
  others: readonly RegisteredPublisherCertificate[],
): boolean {
  return (
    some.length === others.length &&
    some.every(({ certificate }, index) => certificate.fingerprint === others[index]?.certificate.fingerprint)
  );
}
