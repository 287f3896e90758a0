import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { AccessAuthority } from "../../domain/access/certificate.ts";
import type { RevocationReason } from "../../domain/certificate/revocation.ts";
import type { HostedCertificate } from "../../domain/publisher/certificate.ts";
import { CRL_LIFETIME_SECONDS, namedBy } from "../../domain/status/revocation-list.ts";
import type {
  RevocationListReader,
  RevokedCertificate,
  RevokedSerial,
  StoredRevocationList,
} from "../../store/revocation-lists.ts";
import type { Store } from "../../store/store.ts";
import { type Certificate, parseCertificate } from "../../trust/certificate.ts";
import type { CrlRequest, Revocation } from "../../trust/crl/issue.ts";
import type { Crl } from "../../trust/crl.ts";
import { decodeInteger } from "../../trust/der/values.ts";
import { listIdOfRoot, type TrustAuthority } from "../authority/trust-authority.ts";

/** The greatest age of a cached list, or of a failure to make one. */
const READ_AGAIN_MS = 5_000;
const listsMax = 256;
/** Several cores may make the same list at once. One of them stores its list first; the others read the stored list again. */
const attemptsMax = 5;

/** A CRL as callers get it. */
export interface RevocationListShown {
  readonly revocationListId: string;
  /** DER. */
  readonly der: Uint8Array;
  /** SHA-256, hexadecimal. */
  readonly fingerprint: string;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
}

/** The signer and the entries of a list. */
interface Source {
  readonly revocationListId: string;
  /** Absent when the issuer's key is not on this server. Then the list is imported. */
  readonly sign: ((request: CrlRequest) => Crl) | undefined;
  readonly revoked: (reader: RevocationListReader) => Promise<Revocation[]>;
  /** Changes whenever the entries change, and is much cheaper to read than the entries. */
  readonly revision: (reader: RevocationListReader) => Promise<string>;
}

/**
 * The CRLs of the issuers whose keys the service has, and the imported CRLs of roots that are kept offline. A CRL is made on request, when
 * its entries have changed or half of its life is over. All cores return the list that the store keeps.
 */
export class RevocationLists {
  readonly #store: Store;
  readonly #trust: TrustAuthority;
  readonly #shown = new LRUCache<string, RevocationListShown>({ max: listsMax, ttl: READ_AGAIN_MS });
  readonly #making = new Map<string, Promise<RevocationListShown | undefined>>();

  constructor({ store, trust }: { store: Store; trust: TrustAuthority }) {
    this.#store = store;
    this.#trust = trust;
  }

  /** Returns the list with this identifier, at most some seconds old; undefined for an unknown identifier. */
  async list(id: string): Promise<RevocationListShown | undefined> {
    const shown = this.#shown.get(id);
    if (shown) return shown;
    const running = this.#making.get(id);
    if (running) return running;
    const making = this.#current(id);
    this.#making.set(id, making);
    const forget = () => this.#making.delete(id);
    // Anybody may ask for a list, and one that is too long to be made would be begun anew for everyone who asks.
    making.then(forget, () => setTimeout(forget, READ_AGAIN_MS).unref());
    return making;
  }

  async #current(id: string): Promise<RevocationListShown | undefined> {
    const source = await this.#sourceOf(id);
    const list = source && (await this.#upToDate(source));
    if (!list) return undefined;
    const fingerprint = createHash("sha256").update(list.der).digest("hex");
    const shown = { ...list, fingerprint };
    this.#shown.set(id, shown);
    return shown;
  }

  async #upToDate({
    revocationListId,
    sign,
    revoked,
    revision: revisionOf,
  }: Source): Promise<StoredRevocationList | undefined> {
    const { revocationLists } = this.#store.read;
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const kept = await revocationLists.get(revocationListId);
      if (!sign) return kept;
      // The revision is read before the entries. A revocation between the two reads is then seen at the next request and never missed.
      const revision = await revisionOf(revocationLists);
      const entriesDigest = createHash("sha256").update(revision).digest();
      const now = new Date();
      if (kept?.entriesDigest?.equals(entriesDigest) && isYoung(kept, now)) return kept;
      const entries = await revoked(revocationLists);
      const made = make(sign, { number: (kept?.number ?? 0n) + 1n, revoked: entries, now });
      const list = { revocationListId, entriesDigest, ...made };
      if (await this.#store.transact((tx) => tx.revocationLists.keep(list))) return list;
    }
    return revocationLists.get(revocationListId);
  }

  async #sourceOf(id: string): Promise<Source | undefined> {
    const { kind } = namedBy(id);
    if (kind === "ca") {
      const { revocationLists } = this.#store.read;
      const ca = await revocationLists.hostedCa(id);
      if (ca) return this.#hostedSource(id, ca);
      const authority = await revocationLists.accessAuthority(id);
      return authority && this.#accessSource(id, authority);
    }
    const root =
      kind === "present root"
        ? this.#trust.root
        : this.#trust.anchors.find((each) => listIdOfRoot(each) === id);
    return root && this.#rootSource(root);
  }

  #hostedSource(revocationListId: string, ca: HostedCertificate): Source {
    return {
      revocationListId,
      sign: (request) => this.#trust.issueHostedCrl(ca, request),
      revoked: async (reader) => (await reader.hosted(ca)).map(revocationOfSerial),
      revision: (reader) => reader.hostedRevision(ca),
    };
  }

  #accessSource(revocationListId: string, authority: AccessAuthority): Source {
    return {
      revocationListId,
      sign: (request) => this.#trust.issueAccessCrl(authority, request),
      revoked: async (reader) => (await reader.accessCertificates(authority)).map(revocationOf),
      revision: (reader) => reader.accessRevision(authority),
    };
  }

  #rootSource(root: Certificate): Source {
    return {
      revocationListId: listIdOfRoot(root),
      sign: this.#trust.signsFor(root) ? (request) => this.#trust.issueRootCrl(request) : undefined,
      revoked: async (reader) => revokedUnder(root, await reader.publisherCertificates()),
      revision: (reader) => reader.publisherCertificatesRevision(),
    };
  }
}

/** Returns the entries of a root's list: the revoked certificates that this root has issued. */
export function revokedUnder(
  { extensions: { subjectKeyIdentifier } }: Certificate,
  certificates: readonly RevokedCertificate[],
): Revocation[] {
  const ofRoot = ({ certificate }: RevokedCertificate): boolean => {
    const named = parseCertificate(certificate).extensions.authorityKeyIdentifier?.keyIdentifier;
    return (
      named !== undefined &&
      subjectKeyIdentifier !== undefined &&
      Buffer.compare(named, subjectKeyIdentifier) === 0
    );
  };
  return certificates.filter(ofRoot).map(revocationOf);
}

/** The reasons as RFC 5280 §5.3.1 spells them. */
export const crlReasons: Record<RevocationReason, Revocation["reason"]> = {
  unspecified: "unspecified",
  key_compromise: "keyCompromise",
  ca_compromise: "cACompromise",
  affiliation_changed: "affiliationChanged",
  superseded: "superseded",
  cessation_of_operation: "cessationOfOperation",
  privilege_withdrawn: "privilegeWithdrawn",
};

function revocationOf({ certificate, revokedAt, reason }: RevokedCertificate): Revocation {
  return { serial: parseCertificate(certificate).serial, revokedAt, reason: crlReasons[reason] };
}

const revocationOfSerial = ({ serial, revokedAt, reason }: RevokedSerial): Revocation => ({
  serial: decodeInteger(serial),
  revokedAt,
  reason: crlReasons[reason],
});

function make(
  sign: (request: CrlRequest) => Crl,
  { number, revoked, now }: { number: bigint; revoked: readonly Revocation[]; now: Date },
): Pick<StoredRevocationList, "number" | "der" | "thisUpdate" | "nextUpdate"> {
  // Times in a CRL are whole seconds.
  const thisUpdate = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const nextUpdate = new Date(thisUpdate.getTime() + CRL_LIFETIME_SECONDS * 1000);
  // A sandbox's clock may be ahead of real time.
  const past = revoked.map((each) =>
    each.revokedAt > thisUpdate ? { ...each, revokedAt: thisUpdate } : each,
  );
  const crl = sign({ number, thisUpdate, nextUpdate, revoked: past });
  return { number, der: Buffer.from(crl.der), thisUpdate, nextUpdate };
}

const isYoung = ({ thisUpdate }: StoredRevocationList, now: Date): boolean =>
  now.getTime() - thisUpdate.getTime() < (CRL_LIFETIME_SECONDS * 1000) / 2;
