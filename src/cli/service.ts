// How commands that ask a running service reach it: its address, the root of its certificate, the caller's key.
import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import type { Config } from "../config.ts";
import { naming } from "../files/error.ts";
import { readIfThere } from "../files/read.ts";
import { layout } from "../pki/names.ts";
import { CommandError } from "./failure.ts";
import { sandboxKeyFile } from "./operator-keys.ts";

/** What may be given on the command line. */
export interface ServiceOptions {
  /** Where the service is; `publicUrl` of the settings unless given. */
  readonly url?: string;
  readonly ca?: string;
  readonly apiKeyFile?: string;
}

/** The text of `--url`. @throws InvalidArgumentError */
export function urlOption(text: string): string {
  if (text.startsWith("https://") && URL.canParse(text)) return text;
  throw new InvalidArgumentError("It must be an address like https://pda.example.com.");
}

/**
 * The key of `--api-key-file`, else of PDA_API_KEY, else that of this machine's sandbox, which is for no other service.
 *
 * @returns an empty text where there is none
 */
export function apiKeyOf(config: Config, { apiKeyFile, url }: ServiceOptions): string {
  if (apiKeyFile !== undefined) return contentOf(apiKeyFile).trim();
  const own = sandboxKeyFile(config);
  const kept = url === undefined && process.env.PDA_API_KEY === undefined ? readIfThere(own) : undefined;
  return (process.env.PDA_API_KEY ?? kept ?? "").trim();
}

/** The root of `--ca`, else that of this installation unless another service is asked. */
export function rootOf(config: Config, { ca, url }: ServiceOptions): { ca?: string } {
  if (ca !== undefined) return { ca: contentOf(ca) };
  const own = url === undefined ? readIfThere(layout(config.pki.dir).root.cert) : undefined;
  return own === undefined ? {} : { ca: own };
}

const contentOf = (file: string): string => naming(file, () => readFileSync(file, "utf8"));

/** True where there is no connection, or it broke off; fetch wraps what went wrong with it. */
export function isConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as NodeJS.ErrnoException;
  return /^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|UND_ERR_)/.test(code) || isConnection(error.cause);
}

/** What people are told when no answer comes; any other error as it is. @param advice what to do while nothing answers */
export function unreachable(error: unknown, baseUrl: string, advice: string): unknown {
  if (isConnection(error)) return new CommandError(`nothing answers at ${baseUrl}`, advice);
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return error;
  // What fetch says when a connection cannot be made: most often a certificate that is not known.
  const message = `${baseUrl} cannot be reached: ${error.cause.message}`;
  return new CommandError(message, "check --url, and name the root of its certificate with --ca");
}
