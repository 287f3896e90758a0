import { readFileSync, statSync } from "node:fs";
import { naming } from "../../files/error.ts";
import { decodeArmour } from "../../trust/armour.ts";
import { evaluateByCrls, type OfflineAnswer } from "../../trust/authenticity/by-crls.ts";
import { CRL_BYTES_MAX, type Crl, parseCrl } from "../../trust/crl.ts";
import { TrustInputError } from "../../trust/error.ts";
import { type CertificateChain, parseDeviceCertificate } from "../../trust/pem.ts";
import { CommandError } from "../failure.ts";
import { jsonText } from "../output/plain.ts";
import { Table } from "../output/table.ts";
import { readCertificate } from "./certificate.ts";
import type { PresentedFile } from "./index.ts";

const EXIT_NOT_GENUINE = 1;
/** First byte of a revocation list in DER (a SEQUENCE). */
const SEQUENCE = 0x30;
/** Longest file in bytes: PEM is a little more than a third longer than its DER. */
const FILE_BYTES_MAX = 2 * CRL_BYTES_MAX;
const columns = ["check", "outcome", "reason"] as const;

/** Options of `pda verify --root`. */
export interface OfflineOptions {
  /** File with the trust root, PEM. */
  readonly root: string;
  /** Files with revocation lists, DER or PEM. */
  readonly crl: readonly string[];
  readonly json?: boolean;
}

/**
 * Decides for `pda verify --root` without the service, by the trust root and by revocation lists that the caller fetched before.
 *
 * @returns the exit code: 0 for a genuine device, 1 otherwise. @throws CommandError when no verdict is possible
 */
export function verifyOffline(
  { assetId, file }: PresentedFile,
  assetDomain: string,
  options: OfflineOptions,
  out: (line: string) => void = console.log,
): number {
  const now = new Date();
  const root = chainOf(options.root);
  const evidence = {
    chain: chainOf(file),
    anchors: [root.leaf, ...root.others],
    crls: options.crl.map(crlOf),
    assetId,
    assetDomain,
  };
  const answer = evaluateByCrls(evidence, now);
  for (const line of options.json ? [asJson(answer, now)] : linesOf(answer, now)) out(line);
  return answer.genuine ? 0 : EXIT_NOT_GENUINE;
}

function chainOf(file: string): CertificateChain {
  try {
    return parseDeviceCertificate(readCertificate(file));
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw new CommandError(
      `${file} has no valid certificate (${error.reason})`,
      "inspect the file with: openssl x509 -noout -text",
    );
  }
}

function crlOf(file: string): Crl {
  const bytes = contentOf(file);
  const decoded =
    bytes[0] === SEQUENCE
      ? ({ ok: true, documents: [bytes] } as const)
      : decodeArmour(bytes.toString("latin1"), ["X509 CRL"], CRL_BYTES_MAX);
  const advice = "name one file per list, in DER or PEM, as GET /verification/crls/{id} returns it";
  if (!decoded.ok) throw new CommandError(`${file} is not a revocation list (${decoded.reason})`, advice);
  const [der, second] = decoded.documents;
  if (der === undefined || second !== undefined)
    throw new CommandError(`${file} has ${decoded.documents.length} revocation lists`, advice);
  try {
    return parseCrl(der);
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw new CommandError(`${file} is not a revocation list (${error.reason})`, advice);
  }
}

function contentOf(file: string): Buffer {
  if (statSync(file).size <= FILE_BYTES_MAX) return naming(file, () => readFileSync(file));
  throw new CommandError(
    `${file} is larger than ${FILE_BYTES_MAX} bytes, the limit for a revocation list`,
    "name a revocation list with --crl",
  );
}

function linesOf({ genuine, checks, validUntil }: OfflineAnswer, now: Date): string[] {
  return [
    ...new Table(columns).lines(checks.map((check) => columns.map((name) => check[name] ?? ""))),
    "",
    `verdict      ${genuine ? "GENUINE (checked by its certificate alone; it could be a copy)" : "NOT GENUINE"}`,
    "not checked  whether the asset is in use; only the service knows",
    `evaluated    ${now.toISOString()}`,
    ...(validUntil ? [`valid until  ${validUntil.toISOString()}`] : []),
  ];
}

function asJson({ genuine, checks, validUntil }: OfflineAnswer, now: Date): string {
  return jsonText({ genuine, checks, evaluateTime: now, expireTime: validUntil });
}
