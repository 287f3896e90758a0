import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Certificate, parseCertificate } from "../../../src/trust/certificate.ts";
import { type Crl, parseCrl } from "../../../src/trust/crl.ts";
import { TrustInputError } from "../../../src/trust/error.ts";
import { validateCertificationPath } from "../../../src/trust/path/certification.ts";
import { type Suite, Tally } from "../suite.ts";

const CASES = "pkits.json";
const FILES = "PKITS_data";
/** Within the validity of the files, 2010 to 2030. */
const TIME = new Date("2024-01-01T00:00:00Z");

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

/** NIST PKITS: 247 cases of certification path validation, each with CRLs for every certificate. */
export const suite: Suite = {
  name: "pkits",
  files: [CASES, FILES],
  rightMin: 244,
  run(path) {
    const tally = new Tally();
    const folder = path(FILES);
    for (const entry of JSON.parse(readFileSync(path(CASES), "utf8")) as readonly Case[]) {
      const verdict = judge(entry, folder);
      const why = entry.valid ? `${verdict}: ${REFUSED[entry.id] ?? "not expected"}` : "";
      tally.count(`${entry.id} ${entry.name}`, entry.valid, verdict === "valid", why);
    }
    return tally;
  },
};

/** "valid" or the reason of our refusal. */
function judge({ cert, other_certs, crls, params }: Case, folder: string): string {
  const certificate = (name: string): Certificate =>
    parseCertificate(readFileSync(join(folder, "certs", name)));
  const crl = (name: string): Crl => parseCrl(readFileSync(join(folder, "crls", name)));
  const leaf = readable(() => certificate(cert));
  if (typeof leaf === "string") return leaf;
  // What cannot be read cannot help, and does not keep the rest from being judged.
  const kept = <Item>(items: readonly (Item | string)[]): Item[] =>
    items.filter((item): item is Item => typeof item !== "string");
  const result = validateCertificationPath(
    {
      leaf,
      certificates: kept((other_certs ?? []).map((name) => readable(() => certificate(name)))),
      anchors: [certificate("TrustAnchorRootCertificate.crt")],
      crls: kept(["TrustAnchorRootCRL.crl", ...(crls ?? [])].map((name) => readable(() => crl(name)))),
    },
    {
      time: TIME,
      requireExplicitPolicy: params?.initial_explicit_policy ?? false,
      inhibitPolicyMapping: params?.initial_policy_mapping_inhibit ?? false,
      inhibitAnyPolicy: params?.initial_any_policy_inhibit ?? false,
      ...(params?.user_initial_policy_set === undefined
        ? {}
        : { acceptablePolicies: params.user_initial_policy_set }),
    },
  );
  return result.valid ? "valid" : result.reason;
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
