import { sameName } from "../../certificate/name.ts";
import type { Certificate } from "../../certificate.ts";
import type { Crl } from "../../crl.ts";
import { candidatePaths, contains, type Path } from "../build.ts";
import { ANY_POLICY, type PathProfile } from "../profile.ts";
import type { PathFailure } from "../reason.ts";
import type { SignatureChecks } from "../signature.ts";
import { isSound, soundPath, validityProblem } from "../validate.ts";
import { revocationStatus } from "./status.ts";

/**
 * Maximum nesting of paths of CRL issuers, and of the issuers of CRLs about those issuers.
 * This limit ends the search when issuers depend on each other's CRLs, or on their own.
 */
const NESTING_MAX = 3;
const NESTED_PATHS_MAX = 64;

export interface RevocationInput {
  /** Certificates of CAs and CRL issuers. */
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly profile: PathProfile;
  readonly time: Date;
  readonly checks: SignatureChecks;
}

/** Checks complete, indirect and delta CRLs by RFC 5280 §6.3, for the paths of one validation. */
export class RevocationCheck {
  readonly #input: RevocationInput;
  readonly #newestFirst: readonly Crl[];
  readonly #signerProfile: PathProfile;
  #nesting = 0;
  #nestedPaths = 0;

  constructor(input: RevocationInput) {
    this.#input = input;
    this.#newestFirst = [...input.crls].sort((a, b) => b.thisUpdate.getTime() - a.thisUpdate.getTime());
    // §6.3.3 f leaves the policies of CRL issuers to the validator, so any policy is accepted.
    this.#signerProfile = { ...input.profile, policies: ANY_POLICY };
  }

  /** Returns the first certificate, from the anchor down, that is revoked or has no known status. */
  problem(path: Path): PathFailure | undefined {
    const { time, checks } = this.#input;
    // From the anchor down, because a CA's CRL only counts when the CA is known not to be revoked.
    // The anchor needs no CRL, but a CRL that revokes the anchor counts.
    for (let index = path.length - 1; index >= 0; index -= 1) {
      const status = revocationStatus(path, index, {
        crls: this.#newestFirst,
        time,
        checks,
        signers: (crl, of, at) => this.#crlSigners(crl, of, at),
      });
      if (status === "revoked") return { reason: "REVOKED", certificateIndex: index };
      const isAnchor = index === path.length - 1;
      if (status === "unknown" && !isAnchor)
        return { reason: "REVOCATION_STATUS_UNKNOWN", certificateIndex: index };
    }
    return undefined;
  }

  /**
   * Returns signers of a CRL. Certificates above in the same path come first, because their validity is checked anyway.
   * Others need their own path. A profile can require that the certificate's own issuer signs.
   */
  *#crlSigners(crl: Crl, path: Path, index: number): Generator<Certificate> {
    const anchor = path.at(-1);
    if (anchor === undefined) throw new RangeError("a path has an anchor");
    const higher = index === path.length - 1 ? [anchor] : path.slice(index + 1);
    const issuerOnly = this.#input.profile.revocation === "issuer_crls";
    const above = (issuerOnly ? higher.slice(0, 1) : higher).filter((candidate) => maySign(candidate, crl));
    yield* above;
    if (issuerOnly) return;
    for (const candidate of this.#input.certificates) {
      if (!maySign(candidate, crl) || contains(above, candidate)) continue;
      if (this.#input.checks.verify(candidate, crl) && this.#hasPath(candidate, anchor)) yield candidate;
    }
  }

  #hasPath(signer: Certificate, anchor: Certificate): boolean {
    this.#nestedPaths += 1;
    if (this.#nesting >= NESTING_MAX || this.#nestedPaths > NESTED_PATHS_MAX) return false;
    this.#nesting += 1;
    const { certificates, time, checks } = this.#input;
    const { paths } = candidatePaths(signer, certificates, [anchor], this.#signerProfile.limits);
    const found = paths.some(
      (path) =>
        isSound(soundPath(path, this.#signerProfile, checks)) &&
        validityProblem(path, time) === undefined &&
        this.problem(path) === undefined,
    );
    this.#nesting -= 1;
    return found;
  }
}

/** Checks the name, the key identifier if both have one, and cRLSign if key usage is present (§6.3.3 f). */
function maySign({ subject, extensions }: Certificate, crl: Crl): boolean {
  if (!sameName(subject, crl.issuer) || extensions.keyUsage?.has("cRLSign") === false) return false;
  const wanted = crl.extensions.authorityKeyIdentifier?.keyIdentifier;
  const held = extensions.subjectKeyIdentifier;
  return wanted === undefined || held === undefined || Buffer.compare(wanted, held) === 0;
}
