import { encodePem } from "../../../../src/trust/armour.ts";
import { parseCertificate } from "../../../../src/trust/certificate.ts";
import { parseCrl } from "../../../../src/trust/crl.ts";
import { TrustInputError } from "../../../../src/trust/error.ts";
import type { PolicyInputs } from "../../../../src/trust/path/profile.ts";
import { type PathResult, validatePath } from "../../../../src/trust/path.ts";
import { PROFILE } from "../../../vectors/suites/pkits.ts";
import { openssl } from "./openssl.ts";

/** What a validation gets, in DER. Without CRLs revocation is not asked for. */
export interface Files {
  readonly leaf: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  readonly anchor: Uint8Array;
  readonly crls: readonly Uint8Array[];
}

/** When, and the inputs of RFC 5280 §6.1.1 that are not those of any policy. */
export interface Parameters {
  readonly time: Date;
  readonly policies?: Partial<PolicyInputs>;
}

/** Our verdict by the profile that PKITS asks for, on the documents that can be read; `readable` is what the second judge is to get. */
export function ourVerdict(
  files: Files,
  { time, policies }: Parameters,
): { readonly verdict: PathResult | string; readonly readable: Files } {
  const leaf = read(parseCertificate, files.leaf);
  const certificates = files.certificates.map((der) => read(parseCertificate, der));
  const crls = files.crls.map((der) => read(parseCrl, der));
  const readable = {
    ...files,
    certificates: files.certificates.filter((_, index) => typeof certificates[index] !== "string"),
    crls: files.crls.filter((_, index) => typeof crls[index] !== "string"),
  };
  if (typeof leaf === "string") return { verdict: leaf, readable };
  const verdict = validatePath(
    {
      leaf,
      intermediates: certificates.filter((certificate) => typeof certificate !== "string"),
      anchors: [parseCertificate(files.anchor)],
      crls: crls.filter((crl) => typeof crl !== "string"),
    },
    {
      ...PROFILE,
      revocation: files.crls.length === 0 ? "caller" : "crls",
      policies: { ...PROFILE.policies, ...policies },
    },
    time,
  );
  return { verdict, readable };
}

/** `openssl verify` with every certificate's CRL asked for, indirect and delta CRLs and policies processed. */
export function opensslVerdict(
  files: Files,
  { time, policies }: Parameters,
): { readonly ok: boolean; readonly output: string } {
  const pem = (label: string, documents: readonly Uint8Array[]): string =>
    documents.map((der) => encodePem(label, der)).join("");
  const acceptable = policies?.acceptable ?? ["anyPolicy"];
  const named = (option: string, name: string, documents: readonly unknown[]): string[] =>
    documents.length === 0 ? [] : [option, `{${name}}`];
  return openssl(
    [
      "verify",
      "-attime",
      String(Math.floor(time.getTime() / 1000)),
      ...(files.crls.length === 0 ? [] : ["-crl_check_all", "-extended_crl", "-use_deltas"]),
      "-policy_check",
      ...[...acceptable].flatMap((policy) => ["-policy", policy]),
      ...(policies?.explicitPolicyRequired ? ["-explicit_policy"] : []),
      ...(policies?.mappingInhibited ? ["-inhibit_map"] : []),
      ...(policies?.anyPolicyInhibited ? ["-inhibit_any"] : []),
      // Not -trusted, which the paths of CRL issuers do not get to see.
      "-no-CApath",
      "-no-CAstore",
      "-CAfile",
      "{anchor.pem}",
      ...named("-untrusted", "certificates.pem", files.certificates),
      ...named("-CRLfile", "crls.pem", files.crls),
      "{leaf.pem}",
    ],
    {
      "anchor.pem": pem("CERTIFICATE", [files.anchor]),
      "certificates.pem": pem("CERTIFICATE", files.certificates),
      "crls.pem": pem("X509 CRL", files.crls),
      "leaf.pem": pem("CERTIFICATE", [files.leaf]),
    },
  );
}

/** What it reads, or the reason of the input error; every other error is the test's failure. */
function read<Item extends object>(parse: (bytes: Uint8Array) => Item, bytes: Uint8Array): Item | string {
  try {
    return parse(bytes);
  } catch (error) {
    if (error instanceof TrustInputError) return error.reason;
    throw error;
  }
}
