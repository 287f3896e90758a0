import { readFileSync } from "node:fs";
import { type Certificate, parseCertificate } from "../../../src/trust/certificate.ts";
import { type Crl, parseCrl } from "../../../src/trust/crl.ts";
import { TrustInputError } from "../../../src/trust/error.ts";
import { ANY_POLICY, type PathProfile, type PolicyInputs } from "../../../src/trust/path/profile.ts";
import { validatePath } from "../../../src/trust/path.ts";
import { dataFile, readData, type Suite, Tally } from "../suite.ts";

/** Within the validity of the files, 2010 to 2030. */
export const TIME = new Date("2024-01-01T00:00:00Z");

/** What PKITS asks of a validator: RFC 5280 §6 for certificates of any PKI, with CRLs. */
export const PROFILE: PathProfile = {
  conformance: "minimal",
  policyExtensions: "processed",
  nameForms: new Set(["directory", "uri", "dns", "email", "ipAddress"]),
  policies: ANY_POLICY,
  revocation: "crls",
  limits: {
    certificatesMax: 32,
    crlsMax: 64,
    pathsMax: 32,
    lengthMax: 12,
    stepsMax: 1000,
    signaturesMax: 256,
  },
  leaf: undefined,
};

/** Expected as valid, and why we refuse it all the same. */
const REFUSED: Readonly<Record<string, string>> = {
  "40104": "DSA is outside our profile",
  "40105": "DSA is outside our profile, and inherited parameters with it",
  "41430": "only the CRL issuer's own CRL says that the CRL issuer is not revoked",
};

interface Case {
  readonly id: string;
  readonly name: string;
  readonly cert: string;
  readonly other_certs?: readonly string[];
  readonly crls?: readonly string[];
  readonly valid: boolean;
  readonly params?: {
    readonly user_initial_policy_set?: readonly string[];
    readonly initial_explicit_policy?: boolean;
    readonly initial_policy_mapping_inhibit?: boolean;
    readonly initial_any_policy_inhibit?: boolean;
  };
}

/** A case with its documents as far as they can be read; `leaf` is the reason where that cannot. */
export interface ReadCase {
  readonly title: string;
  readonly valid: boolean;
  readonly leaf: Certificate | string;
  /** What cannot be read cannot help, and does not keep the rest from being judged. */
  readonly intermediates: readonly Certificate[];
  readonly anchor: Certificate;
  readonly crls: readonly Crl[];
  readonly policies: PolicyInputs;
}

/** The 247 cases of NIST PKITS. */
export function readCases(): ReadCase[] {
  const anchor = parseCertificate(bytesOf("certs", "TrustAnchorRootCertificate.crt"));
  const kept = <Item>(items: readonly (Item | string)[]): Item[] =>
    items.filter((item): item is Item => typeof item !== "string");
  return readData<readonly Case[]>("pkits/cases.json").map((entry) => ({
    title: `${entry.id} ${entry.name}`,
    valid: entry.valid,
    leaf: readable(() => parseCertificate(bytesOf("certs", entry.cert))),
    intermediates: kept(
      (entry.other_certs ?? []).map((name) => readable(() => parseCertificate(bytesOf("certs", name)))),
    ),
    anchor,
    crls: kept(
      ["TrustAnchorRootCRL.crl", ...(entry.crls ?? [])].map((name) =>
        readable(() => parseCrl(bytesOf("crls", name))),
      ),
    ),
    policies: policiesOf(entry),
  }));
}

/** NIST PKITS: 247 cases of certification path validation, each with CRLs for every certificate. */
export const suite: Suite = {
  name: "pkits",
  rightMin: 244,
  run() {
    const tally = new Tally();
    for (const entry of readCases()) {
      const verdict = judge(entry);
      const [id = ""] = entry.title.split(" ");
      const why = entry.valid ? `${verdict}: ${REFUSED[id] ?? "not expected"}` : "";
      tally.count(entry.title, entry.valid, verdict === "valid", why);
    }
    return tally;
  },
};

/** "valid" or the reason of our refusal. */
function judge({ leaf, intermediates, anchor, crls, policies }: ReadCase): string {
  if (typeof leaf === "string") return leaf;
  const input = { leaf, intermediates, anchors: [anchor], crls };
  const result = validatePath(input, { ...PROFILE, policies }, TIME);
  return result.valid ? "valid" : result.reason;
}

function policiesOf({ params }: Case): PolicyInputs {
  const acceptable = params?.user_initial_policy_set;
  return {
    acceptable: acceptable && new Set(acceptable),
    explicitPolicyRequired: params?.initial_explicit_policy ?? false,
    mappingInhibited: params?.initial_policy_mapping_inhibit ?? false,
    anyPolicyInhibited: params?.initial_any_policy_inhibit ?? false,
  };
}

function bytesOf(folder: "certs" | "crls", name: string): Uint8Array {
  return readFileSync(dataFile(`pkits/${folder}/${name}`));
}

/** What it reads, or the reason of the input error. */
function readable<Item>(read: () => Item): Item | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof TrustInputError) return error.reason;
    throw error;
  }
}
