import { readFileSync, statSync } from "node:fs";
import { naming } from "../../files/error.ts";
import { decodeArmour } from "../../trust/armour.ts";
import { evaluateByCrls, type OfflineAnswer } from "../../trust/authenticity/by-crls.ts";
import { CRL_BYTES_MAX, type Crl, parseCrl } from "../../trust/crl.ts";
import { TrustInputError } from "../../trust/error.ts";
import { type CertificateChain, parseDeviceCertificate } from "../../trust/pem.ts";
import { CommandError } from "../failure.ts";
import { Table } from "../table.ts";
import { readCertificate } from "./certificate.ts";
import type { PresentedFile } from "./index.ts";

const EXIT_NOT_GENUINE = 1;
/** First byte of DER, a SEQUENCE. */
const SEQUENCE = 0x30;
/** PEM is a third longer than what is in it, and a little. */
const FILE_BYTES_MAX = 2 * CRL_BYTES_MAX;
const columns = ["check", "outcome", "reason"] as const;

/** What may be given on the command line. */
export interface OfflineOptions {
  /** File with the trust root, PEM. */
  readonly root: string;
  /** Files with revocation lists, DER or PEM. */
  readonly crl: readonly string[];
  readonly json?: boolean;
}

/**
 * `pda verify --root`: decides without the service, by the trust root and revocation lists that were fetched before.
 *
 * @returns the exit code: 0 for a device that is genuine, 1 for one that is not. @throws CommandError when there is no verdict
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
      `${file} has no certificate that can be judged (${error.reason})`,
      "look at it with: openssl x509 -noout -text",
    );
  }
}

function crlOf(file: string): Crl {
  const bytes = contentOf(file);
  const decoded =
    bytes[0] === SEQUENCE
      ? ({ ok: true, documents: [bytes] } as const)
      : decodeArmour(bytes.toString("latin1"), ["X509 CRL"], CRL_BYTES_MAX);
  const advice =
    "give each list in a file of its own, in DER or PEM, as GET /verification/crls/{id} answers it";
  if (!decoded.ok) throw new CommandError(`${file} is no revocation list (${decoded.reason})`, advice);
  const [der, second] = decoded.documents;
  if (der === undefined || second !== undefined)
    throw new CommandError(`${file} has ${decoded.documents.length} revocation lists`, advice);
  try {
    return parseCrl(der);
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw new CommandError(`${file} is no revocation list (${error.reason})`, advice);
  }
}

function contentOf(file: string): Buffer {
  if (statSync(file).size <= FILE_BYTES_MAX) return naming(file, () => readFileSync(file));
  throw new CommandError(
    `${file} is larger than ${FILE_BYTES_MAX} bytes`,
    "name a revocation list with --crl",
  );
}

function linesOf({ genuine, checks, validUntil }: OfflineAnswer, now: Date): string[] {
  return [
    ...new Table(columns).lines(checks.map((check) => columns.map((name) => check[name] ?? ""))),
    "",
    `verdict      ${genuine ? "GENUINE (a certificate alone; it could be a copy)" : "NOT GENUINE"}`,
    "not checked  whether the asset is in use: only the service knows",
    `evaluated    ${now.toISOString()}`,
    ...(validUntil ? [`valid until  ${validUntil.toISOString()}`] : []),
  ];
}

function asJson({ genuine, checks, validUntil }: OfflineAnswer, now: Date): string {
  return JSON.stringify({ genuine, checks, evaluateTime: now, expireTime: validUntil }, null, 2);
}
