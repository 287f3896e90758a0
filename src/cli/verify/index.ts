import { writeFileSync } from "node:fs";
import { createPdaClient, type PdaError } from "../../../clients/typescript/src/index.ts";
import type { Config } from "../../config.ts";
import { naming } from "../../files/error.ts";
import { CommandError } from "../failure.ts";
import { callFailure, unknownKey } from "../lists/problem.ts";
import { baseUrlOf, apiKeyOf, callOptionsOf, keyOriginOf, type ServiceOptions } from "../service.ts";
import { readCertificate } from "./certificate.ts";
import { type Authenticity, verdictLines } from "./print.ts";
import { jsonText } from "../output/plain.ts";

const EXIT_NOT_TRUSTED = 1;

/** Options of `pda verify`. */
export interface VerifyCommandOptions extends ServiceOptions {
  /** Call without an API key, as the public can. */
  readonly public?: boolean;
  readonly json?: boolean;
  /** File for the receipt; `-` is standard output. */
  readonly receipt?: string;
  /** File with a trust root; when set, this command decides without the service. */
  readonly root?: string;
  readonly crl?: readonly string[];
}

/** The asset and certificate to verify. */
export interface PresentedFile {
  readonly assetId: string;
  /** File with the certificate. */
  readonly file: string;
}

/**
 * Asks the service for the verdict of `pda verify`.
 *
 * @returns the exit code: 0 for a trusted asset, 1 for an untrusted asset. @throws CommandError when the service gives no verdict
 */
export async function verifyByService(
  config: Config,
  { assetId, file }: PresentedFile,
  options: VerifyCommandOptions,
  out: (line: string) => void = console.log,
): Promise<number> {
  const deviceCertificate = readCertificate(file);
  const baseUrl = baseUrlOf(config, options);
  const apiKey = options.public ? "" : apiKeyOf(config, options);
  const receipt = options.receipt !== undefined;
  await using api = createPdaClient({ baseUrl, apiKey, ...callOptionsOf(config, options) });
  const body = { assetId, deviceCertificate, receipt };
  let verdict: Authenticity;
  try {
    verdict = (await api.POST("/api/v1/verification/authenticity", { body })).data;
  } catch (error) {
    const keyOrigin = apiKey === "" ? undefined : keyOriginOf(config, options);
    throw callFailure(error, baseUrl, { scope: "", adviceFor: (refusal) => adviceFor(refusal, keyOrigin) });
  }
  const lines = options.json ? [jsonText(verdict)] : verdictLines(verdict);
  for (const line of [...lines, ...kept(verdict, options)]) out(line);
  return verdict.trusted ? 0 : EXIT_NOT_TRUSTED;
}

/** Saves the receipt when one was requested. @returns the lines to print about the receipt */
function kept(verdict: Authenticity, { receipt: file, json }: VerifyCommandOptions): string[] {
  if (file === undefined) return [];
  const { receipt } = verdict;
  if (receipt === undefined)
    throw new CommandError(
      "the service sent no receipt",
      "the service is older than this command: omit --receipt",
    );
  // In JSON output the receipt is a member of the answer.
  if (file === "-")
    return json ? [] : ["receipt      (verify it with the keys at /.well-known/jwks.json)", receipt];
  naming(file, () => writeFileSync(file, `${receipt}\n`));
  return json ? [] : [`receipt      ${file} (verify it with the keys at /.well-known/jwks.json)`];
}

function adviceFor({ errorCode, status }: PdaError, keyOrigin: string | undefined): string | undefined {
  if (errorCode === "SVC-4002")
    return "use at most four certificates, the device's first, 8 KiB in all; inspect one with: openssl x509 -noout -text";
  if (status !== 401) return undefined;
  return keyOrigin === undefined
    ? "this service verifies only for callers with a key: use --api-key-file"
    : `${unknownKey(keyOrigin)}: name another key with --api-key-file, or call without a key: --public`;
}
