// Address, TLS options and API key for commands that call a running service.
import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import { PdaConnectionError } from "../../clients/typescript/src/index.ts";
import type { Config } from "../config.ts";
import { naming } from "../files/error.ts";
import { readIfThere } from "../files/read.ts";
import { layout } from "../pki/names.ts";
import { CommandError } from "./failure.ts";
import { sandboxKeyFile } from "./operator-keys.ts";

/** Options of the command line. */
export interface ServiceOptions {
  /** Address of the service; when absent, the setting `publicUrl`. */
  readonly url?: string;
  readonly ca?: string;
  readonly apiKeyFile?: string;
}

/** Checks `--url`. @throws InvalidArgumentError */
export function urlOption(text: string): string {
  if (text.startsWith("https://") && URL.canParse(text)) return text;
  throw new InvalidArgumentError("It must be an address like https://pda.example.com.");
}

/**
 * Returns the API key: from `--api-key-file`, else from PDA_API_KEY, else the key of this machine's sandbox. The sandbox's key is never
 * sent to a service that `--url` names.
 *
 * @returns an empty text when no key is found
 */
export function apiKeyOf(config: Config, { apiKeyFile, url }: ServiceOptions): string {
  if (apiKeyFile !== undefined) return contentOf(apiKeyFile).trim();
  const own = sandboxKeyFile(config);
  const kept = url === undefined && process.env.PDA_API_KEY === undefined ? readIfThere(own) : undefined;
  return (process.env.PDA_API_KEY ?? kept ?? "").trim();
}

/** Returns the API key. @param scope scope that the call needs, for the advice. @throws CommandError when no key is given */
export function requiredApiKey(config: Config, options: ServiceOptions, scope: string): string {
  const apiKey = apiKeyOf(config, options);
  if (apiKey !== "") return apiKey;
  throw new CommandError(
    "no API key is given",
    `set PDA_API_KEY to a key with the scope ${scope}, or name a file with --api-key-file`,
  );
}

/** Root certificate and proofs of a command's caller. */
interface CallOptions {
  readonly ca: string;
  readonly clientCertificate: null;
  readonly publicKey: null;
  readonly signature: { readonly privateKey: KeyObject } | null;
}

/**
 * Returns the root certificate of `--ca`, else the root of this installation unless `--url` names another service. The commands call
 * with API keys, those of a wallet with its key. An empty text and null mean none, so that the variables of the client libraries play no
 * part here.
 */
export function callOptionsOf(
  config: Config,
  { ca, url }: ServiceOptions,
  walletKey: KeyObject | null = null,
): CallOptions {
  const signature = walletKey && { privateKey: walletKey };
  const common = { clientCertificate: null, publicKey: null, signature };
  if (ca !== undefined) return { ca: contentOf(ca), ...common };
  const own = url === undefined ? readIfThere(layout(config.pki.dir).root.cert) : undefined;
  return { ca: own ?? "", ...common };
}

const contentOf = (file: string): string => naming(file, () => readFileSync(file, "utf8"));

/** Returns a readable error when the service does not answer; any other error unchanged. @param advice the next step */
export function unreachable(error: unknown, baseUrl: string, advice: string): unknown {
  if (!(error instanceof PdaConnectionError)) return error;
  if (error.reason === "connection") return new CommandError(`no service answers at ${baseUrl}`, advice);
  const message = `${baseUrl} cannot be reached: ${error.detail}`;
  return new CommandError(
    message,
    error.reason === "certificate"
      ? "check --url, and name the root certificate of the service with --ca"
      : advice,
  );
}
