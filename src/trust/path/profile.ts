import type { KeyUsage } from "../certificate/extension-values.ts";
import type { NameForm } from "../certificate/general-name.ts";
import type { KeyKind } from "../certificate/public-key.ts";
import { EKU_CLIENT_AUTH, EKU_DEVICE, EKU_IDENTITY_ISSUER, POLICY_PUBLISHER } from "../oids.ts";

/** The rules for a path. All uses share one validator and differ only in their profile. */
export interface PathProfile {
  /**
   * `strict`: every certificate follows RFC 5280's rules for conforming CAs.
   * `minimal`: only the rules of §6.1, for certificates of other issuers.
   */
  readonly conformance: "strict" | "minimal";
  /** Policy mappings, policy constraints and inhibitAnyPolicy: applied, or refused in every certificate. */
  readonly policyExtensions: "processed" | "refused";
  /** Forms of names that are compared with name constraints. A name of another form is refused if its form is constrained. */
  readonly nameForms: ReadonlySet<NameForm>;
  readonly policies: PolicyInputs;
  /**
   * `crls`: CRLs must show that every certificate below the anchor is not revoked.
   * `issuer_crls`: as `crls`, but only CRLs count that the key of the certificate's own issuer has signed.
   * `caller`: the caller checks revocation, with the registry or status lists.
   */
  readonly revocation: "crls" | "issuer_crls" | "caller";
  readonly limits: PathLimits;
  /** The required use of the leaf. Undefined when the caller does not require any. */
  readonly leaf: LeafUse | undefined;
}

/** Inputs c, e, f and g of RFC 5280 §6.1.1. */
export interface PolicyInputs {
  /** user-initial-policy-set. Undefined means any policy. */
  readonly acceptable: ReadonlySet<string> | undefined;
  /** initial-explicit-policy. If true, a path without an acceptable policy is refused. If false, its list of policies is empty. */
  readonly explicitPolicyRequired: boolean;
  readonly mappingInhibited: boolean;
  readonly anyPolicyInhibited: boolean;
}

export interface PathLimits {
  /** Maximum number of distinct certificates in addition to the leaf and the anchors. */
  readonly certificatesMax: number;
  readonly crlsMax: number;
  /** Maximum number of paths that are tried for one leaf. */
  readonly pathsMax: number;
  /** Maximum number of certificates in one path, including leaf and anchor. */
  readonly lengthMax: number;
  /** Maximum number of chains that are examined, because cross certificates can make endless dead ends. */
  readonly stepsMax: number;
  readonly signaturesMax: number;
}

/** An end entity with one key for one purpose, named by one URI. */
interface LeafUse {
  readonly keyKind: KeyKind;
  /** The only key usage that the leaf may have. */
  readonly keyUsage: KeyUsage;
  /** An extended key usage that the leaf must name and that every CA above must permit. */
  readonly extendedKeyUsage: string;
}

/** No required policy (RFC 5280 §6.1.1 c). */
export const ANY_POLICY: PolicyInputs = {
  acceptable: undefined,
  explicitPolicyRequired: false,
  mappingInhibited: false,
  anyPolicyInhibited: false,
};
/** The path's policies are determined, and the leaf's use decides on them. So the answer distinguishes a wrong policy from a wrong path. */
const PUBLISHER_POLICY: PolicyInputs = { ...ANY_POLICY, acceptable: new Set([POLICY_PUBLISHER]) };

/** Maximum number of certificates between the leaf and the trust anchor. */
const INTERMEDIATES_MAX = 4;
/** Rules for the product's own certificates: no policy extensions, and only the forms of names that they have. */
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

/**
 * The chip in an asset, for a verifier that has revocation lists instead of the registry. All CAs of a publisher have one name, and each lists
 * its own certificates only. So the list of another CA of that name says nothing.
 */
export const DEVICE_BY_CRLS: PathProfile = {
  ...DEVICE,
  revocation: "issuer_crls",
  limits: { ...OWN.limits, crlsMax: 64, signaturesMax: 256 },
};

/** The key with which a publisher signs digital identities. */
export const IDENTITY_ISSUER: PathProfile = {
  ...OWN,
  policies: PUBLISHER_POLICY,
  leaf: { keyKind: "P-256", keyUsage: "digitalSignature", extendedKeyUsage: EKU_IDENTITY_ISSUER },
};

/** The key of a merchant, a terminal or a publisher that calls this service as TLS client. */
export const ACCESS: PathProfile = {
  ...OWN,
  policies: ANY_POLICY,
  leaf: { keyKind: "P-256", keyUsage: "digitalSignature", extendedKeyUsage: EKU_CLIENT_AUTH },
};
