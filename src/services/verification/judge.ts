import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import {
  type CertificateVerdict,
  certificateVerdictKey,
  judgeCertificates,
} from "../../trust/authenticity/certificate-verdict.ts";
import { type Certificate, certificateNumber, parseCertificate } from "../../trust/certificate.ts";
import type { CertificateChain } from "../../trust/pem.ts";
import { requireDeviceCertificate } from "../device-certificate.ts";

/** A few kilobytes each. */
const verdictsMax = 10_000;
const publisherCertificatesMax = 1_000;

/** A device certificate as it was presented, with what is asked for by it. */
export interface Presented {
  /** What it is kept under. */
  readonly textDigest: string;
  readonly chain: CertificateChain;
  /** The leaf's authorityKeyIdentifier in hexadecimal; empty when it has none. */
  readonly keyIdentifier: string;
  /** What identifies the leaf, in hexadecimal: `keyIdentifier` and its serial number. */
  readonly number: string;
  /** SHA-256 of the leaf. */
  readonly digest: Buffer;
}

/** The last verdict on a text, and the publisher certificates that it was made with. */
interface Judged {
  readonly by: readonly Certificate[];
  readonly verdict: CertificateVerdict;
}

/**
 * Reads and judges certificates, and keeps what never changes of it: what bytes say, and whether signatures, names and
 * constraints hold. Time, status and binding are no part of that. Only what leads to a root of ours is kept, so that strangers'
 * certificates cannot push out those of real devices.
 */
export class CertificateJudge {
  readonly #anchors: readonly Certificate[];
  readonly #presented = new LRUCache<string, Presented>({ max: verdictsMax });
  readonly #registered = new LRUCache<string, Certificate>({ max: publisherCertificatesMax });
  readonly #verdicts = new LRUCache<string, CertificateVerdict>({ max: verdictsMax });
  /** Spares a known text the key of its verdict, which is a hash over all that the verdict depends on. */
  readonly #judged = new WeakMap<Presented, Judged>();

  constructor(anchors: readonly Certificate[]) {
    this.#anchors = anchors;
  }

  /** @throws Failure INVALID_DEVICE_CERTIFICATE about the field */
  read(text: string, field?: string): Presented {
    // Cheaper than the text itself as the key, which the engine would have to hash too, and more slowly.
    const textDigest = hash("sha256", text, "base64");
    const known = this.#presented.get(textDigest);
    if (known) return known;
    const chain = requireDeviceCertificate(text, field);
    const { fingerprint, extensions } = chain.leaf;
    const keyIdentifier = extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
    return {
      textDigest,
      chain,
      keyIdentifier: Buffer.from(keyIdentifier).toString("hex"),
      number: certificateNumber(chain.leaf),
      digest: Buffer.from(fingerprint, "hex"),
    };
  }

  /** The publisher CA certificate of the registry with this fingerprint, if it has been met before. */
  registered(fingerprint: string): Certificate | undefined {
    return this.#registered.get(fingerprint);
  }

  /** Meets a publisher CA certificate of the registry, DER. */
  register(der: Uint8Array): Certificate {
    const parsed = parseCertificate(der);
    this.#registered.set(parsed.fingerprint, parsed);
    return parsed;
  }

  /** Whether the chain holds, whatever the time. */
  judge(presented: Presented, publisherCertificates: readonly Certificate[]): CertificateVerdict {
    const judged = this.#judged.get(presented);
    if (judged && sameCertificates(judged.by, publisherCertificates)) return judged.verdict;
    const input = { chain: presented.chain, publisherCertificates, anchors: this.#anchors };
    const key = certificateVerdictKey(input);
    const verdict = this.#verdicts.get(key) ?? judgeCertificates(input);
    if (verdict.paths.sound) {
      this.#verdicts.set(key, verdict);
      this.#judged.set(presented, { by: publisherCertificates, verdict });
      this.#presented.set(presented.textDigest, presented);
    }
    return verdict;
  }
}

/** The same bytes in the same order. */
function sameCertificates(some: readonly Certificate[], others: readonly Certificate[]): boolean {
  return (
    some === others ||
    (some.length === others.length &&
      some.every((one, index) => one.fingerprint === others[index]?.fingerprint))
  );
}
