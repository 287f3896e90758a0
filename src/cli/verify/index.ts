import { writeFileSync } from "node:fs";
import { createPdaClient, PdaError, PdaProtocolError } from "../../client/index.ts";
import type { Config } from "../../config.ts";
import { naming } from "../../files/error.ts";
import { CommandError } from "../failure.ts";
import { apiKeyOf, rootOf, type ServiceOptions, unreachable } from "../service.ts";
import { readCertificate } from "./certificate.ts";
import { type Authenticity, verdictLines } from "./print.ts";

const EXIT_NOT_TRUSTED = 1;

/** What may be given on the command line. */
export interface VerifyCommandOptions extends ServiceOptions {
  /** Ask without a key, as anyone would. */
  readonly public?: boolean;
  readonly json?: boolean;
  /** Where a receipt goes; `-` is standard output. */
  readonly receipt?: string;
  /** Given: the verdict is made here, by this trust root. */
  readonly root?: string;
  readonly crl?: readonly string[];
}

/** What is to be verified. */
export interface PresentedFile {
  readonly assetId: string;
  /** File with the certificate. */
  readonly file: string;
}

/**
 * Asks the service for the verdict of `pda verify`.
 *
 * @returns the exit code: 0 for a trusted asset, 1 for one that is not. @throws CommandError when there is no verdict
 */
export async function verifyByService(
  config: Config,
  { assetId, file }: PresentedFile,
  options: VerifyCommandOptions,
  out: (line: string) => void = console.log,
): Promise<number> {
  const deviceCertificate = readCertificate(file);
  const baseUrl = options.url ?? config.publicUrl;
  const apiKey = options.public ? "" : apiKeyOf(config, options);
  const receipt = options.receipt !== undefined;
  await using api = createPdaClient({ baseUrl, apiKey, ...rootOf(config, options) });
  const body = { assetId, deviceCertificate, receipt };
  let verdict: Authenticity;
  try {
    verdict = (await api.POST("/api/v1/verification/authenticity", { body })).data;
  } catch (error) {
    throw explained(error, baseUrl, apiKey !== "");
  }
  const lines = options.json ? [JSON.stringify(verdict, null, 2)] : verdictLines(verdict);
  for (const line of [...lines, ...kept(verdict, options)]) out(line);
  return verdict.trusted ? 0 : EXIT_NOT_TRUSTED;
}

/** Saves the receipt where one was asked for. @returns what is to be said about it */
function kept(verdict: Authenticity, { receipt: file, json }: VerifyCommandOptions): string[] {
  if (file === undefined) return [];
  const { receipt } = verdict;
  if (receipt === undefined)
    throw new CommandError(
      "the service has sent no receipt",
      "it is older than this command: ask without --receipt",
    );
  // As JSON it is a member of the answer.
  if (file === "-")
    return json ? [] : ["receipt      (verify it with the keys at /.well-known/jwks.json)", receipt];
  naming(file, () => writeFileSync(file, `${receipt}\n`));
  return json ? [] : [`receipt      ${file} (verify it with the keys at /.well-known/jwks.json)`];
}

function explained(error: unknown, baseUrl: string, withKey: boolean): unknown {
  if (error instanceof PdaError) {
    const { field, reason } = error.errors[0] ?? { reason: "" };
    const where = field === undefined ? reason : `${field}: ${reason}`;
    return new CommandError(
      `${error.message} (${where}, request ${error.requestId})`,
      adviceFor(error, withKey),
    );
  }
  if (error instanceof PdaProtocolError)
    return new CommandError(error.message, "check --url: it is the address without a path");
  const advice = "start the service (pda up), or name where it is with --url";
  return unreachable(error, baseUrl, advice);
}

function adviceFor({ errorCode, status }: PdaError, withKey: boolean): string {
  if (errorCode === "SVC-4003")
    return "give at most four certificates, the device's first, 8 KiB in all; look at one with: openssl x509 -noout -text";
  if (status === 401 && withKey) return "give another key with --api-key-file, or ask without one: --public";
  if (status === 401) return "this service verifies for callers with a key only: --api-key-file";
  return status === 429 || status >= 500 ? "try again in a moment" : "correct what was given";
}
