import type { KeyUsage } from "../certificate/extension-values.ts";
import type { NameForm } from "../certificate/general-name.ts";
import type { KeyKind } from "../certificate/public-key.ts";
import { EKU_DEVICE, EKU_IDENTITY_ISSUER, POLICY_PUBLISHER } from "../oids.ts";

/** What a path has to be: the validator is one, and this is all in which two uses of it differ. */
export interface PathProfile {
  /**
   * `strict`: every certificate keeps the rules of RFC 5280 for conforming CAs. `minimal`: what §6.1 asks, for
   * certificates of others.
   */
  readonly conformance: "strict" | "minimal";
  /** Policy mappings, policy constraints and inhibitAnyPolicy: applied, or refused wherever they stand. */
  readonly policyExtensions: "processed" | "refused";
  /** Forms of names that are compared with name constraints; others are refused once they are constrained. */
  readonly nameForms: ReadonlySet<NameForm>;
  readonly policies: PolicyInputs;
  /**
   * `crls`: CRLs have to show of every certificate below the anchor that it is not revoked. `caller`: the caller
   * knows otherwise, from the registry or status lists.
   */
  readonly revocation: "crls" | "caller";
  readonly limits: PathLimits;
  /** What the leaf has to be for; undefined where the caller does not ask. */
  readonly leaf: LeafUse | undefined;
}

/** Inputs c, e, f and g of RFC 5280 §6.1.1. */
export interface PolicyInputs {
  /** user-initial-policy-set; undefined: any policy. */
  readonly acceptable: ReadonlySet<string> | undefined;
  /** initial-explicit-policy: a path without an acceptable policy is refused, and not only found to have none. */
  readonly explicitPolicyRequired: boolean;
  readonly mappingInhibited: boolean;
  readonly anyPolicyInhibited: boolean;
}

export interface PathLimits {
  /** Most certificates beside the leaf and the anchors, copies apart. */
  readonly certificatesMax: number;
  readonly crlsMax: number;
  /** Most paths that one leaf is tried with. */
  readonly pathsMax: number;
  /** Most certificates of one path, leaf and anchor among them. */
  readonly lengthMax: number;
  /** Most chains that are looked at on the way: cross certificates make dead ends without end. */
  readonly stepsMax: number;
  readonly signaturesMax: number;
}

/** An end entity with one key for one purpose, named by one URI. */
interface LeafUse {
  readonly keyKind: KeyKind;
  /** The only one that it may have. */
  readonly keyUsage: KeyUsage;
  /** One that it has to name, and that no CA above it leaves out. */
  readonly extendedKeyUsage: string;
}

/** No policy is asked for (RFC 5280 §6.1.1 c). */
export const ANY_POLICY: PolicyInputs = {
  acceptable: undefined,
  explicitPolicyRequired: false,
  mappingInhibited: false,
  anyPolicyInhibited: false,
};
/** The path is asked for its policy, and the leaf's use decides: so a wrong policy is told from a wrong path. */
const PUBLISHER_POLICY: PolicyInputs = { ...ANY_POLICY, acceptable: new Set([POLICY_PUBLISHER]) };

/** Most certificates between the leaf and the trust anchor. */
const INTERMEDIATES_MAX = 4;
/** Certificates of the product's own: no policy extensions, only names that our certificates have. */
const OWN: Omit<PathProfile, "policies" | "leaf"> = {
  conformance: "strict",
  policyExtensions: "refused",
  nameForms: new Set(["directory", "uri", "dns", "email"]),
  revocation: "caller",
  limits: {
    certificatesMax: INTERMEDIATES_MAX,
    crlsMax: 0,
    pathsMax: 16,
    lengthMax: INTERMEDIATES_MAX + 2,
    stepsMax: 1000,
    signaturesMax: 16 * (INTERMEDIATES_MAX + 2),
  },
};

/** A certificate of any kind that is about to be issued. */
export const ISSUED: PathProfile = { ...OWN, policies: ANY_POLICY, leaf: undefined };

/** The CA certificate of a publisher. */
export const PUBLISHER_CA: PathProfile = { ...OWN, policies: ANY_POLICY, leaf: undefined };

/** The chip in an asset. */
export const DEVICE: PathProfile = {
  ...OWN,
  policies: PUBLISHER_POLICY,
  leaf: { keyKind: "P-256", keyUsage: "digitalSignature", extendedKeyUsage: EKU_DEVICE },
};

/** The same for a verifier that has revocation lists in place of the registry. */
export const DEVICE_BY_CRLS: PathProfile = {
  ...DEVICE,
  revocation: "crls",
  limits: { ...OWN.limits, crlsMax: 64, signaturesMax: 256 },
};

/** The key with which a publisher signs digital identities. */
export const IDENTITY_ISSUER: PathProfile = {
  ...OWN,
  policies: PUBLISHER_POLICY,
  leaf: { keyKind: "P-256", keyUsage: "digitalSignature", extendedKeyUsage: EKU_IDENTITY_ISSUER },
};
