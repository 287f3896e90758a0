import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import {
  type CertificateVerdict,
  certificateVerdictKey,
  judgeCertificates,
} from "../../trust/authenticity/certificate-verdict.ts";
import { type Certificate, parseCertificate } from "../../trust/certificate.ts";
import type { CertificateChain } from "../../trust/pem.ts";
import { requireDeviceCertificate } from "../device-certificate.ts";

/** A few kilobytes each. */
const verdictsMax = 10_000;
const publisherCertificatesMax = 1_000;

/** A device certificate as it was presented: what it is kept under, and what it says. */
export interface Presented {
  readonly digest: string;
  readonly chain: CertificateChain;
}

/**
 * Reads and judges certificates, and keeps what never changes of it: what bytes say, and whether signatures, names and
 * constraints hold. Time, status and binding are no part of that. Only what leads to a root of ours is kept, so that strangers'
 * certificates cannot push out those of real devices.
 */
export class CertificateJudge {
  readonly #anchors: readonly Certificate[];
  readonly #presented = new LRUCache<string, CertificateChain>({ max: verdictsMax });
  readonly #registered = new LRUCache<string, Certificate>({ max: publisherCertificatesMax });
  readonly #verdicts = new LRUCache<string, CertificateVerdict>({ max: verdictsMax });

  constructor(anchors: readonly Certificate[]) {
    this.#anchors = anchors;
  }

  /** @throws Failure INVALID_DEVICE_CERTIFICATE about the field */
  read(text: string): Presented {
    const digest = createHash("sha256").update(text).digest("base64");
    return { digest, chain: this.#presented.get(digest) ?? requireDeviceCertificate(text) };
  }

  /** A publisher CA certificate of the registry. */
  registered({ fingerprint, certificate }: { fingerprint: string; certificate: Uint8Array }): Certificate {
    const known = this.#registered.get(fingerprint);
    if (known) return known;
    const parsed = parseCertificate(certificate);
    this.#registered.set(fingerprint, parsed);
    return parsed;
  }

  /** Whether the chain holds, whatever the time. */
  judge({ digest, chain }: Presented, publisherCertificates: readonly Certificate[]): CertificateVerdict {
    const input = { chain, publisherCertificates, anchors: this.#anchors };
    const key = certificateVerdictKey(input);
    const known = this.#verdicts.get(key);
    if (known) return known;
    const verdict = judgeCertificates(input);
    if (verdict.paths.sound) {
      this.#verdicts.set(key, verdict);
      this.#presented.set(digest, chain);
    }
    return verdict;
  }
}
