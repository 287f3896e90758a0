import type { PresentedCertificate } from "../../domain/access/certificate.ts";
import type { Store } from "../../store/store.ts";
import { parseCertificate } from "../../trust/certificate.ts";
import { type Anchors, certificateProblem } from "./client-certificate.ts";
import { recentlyFound } from "./recently-found.ts";

const form = /^crt_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** What finding access certificates needs. */
interface Options {
  readonly store: Pick<Store, "reserved">;
  readonly trust: Anchors;
  /** How long a certificate is kept; 0 asks the database each time. */
  readonly ttlMs?: number;
}

/** Finds access certificates that are in force by their identifiers, and keeps those that it has found for a short time. */
export class RegisteredCertificates {
  readonly #find: (certificateId: string) => Promise<PresentedCertificate | undefined>;

  constructor({ store, trust, ttlMs = 2_000 }: Options) {
    this.#find = recentlyFound(async (certificateId) => {
      const found = await store.reserved.accessCertificates.find(certificateId);
      return found && certificateProblem(found, parseCertificate(found.certificate), trust) === undefined
        ? found
        : undefined;
    }, ttlMs);
  }

  /** Returns a certificate that authenticates its holder now; undefined for every other identifier. */
  async findInForce(certificateId: string): Promise<PresentedCertificate | undefined> {
    return form.test(certificateId) ? this.#find(certificateId) : undefined;
  }
}
