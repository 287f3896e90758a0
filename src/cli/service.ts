// Address, TLS options and API key for commands that call a running service.
import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { InvalidArgumentError } from "commander";
import { PdaConnectionError } from "../../clients/typescript/src/index.ts";
import type { Config } from "../config.ts";
import { naming } from "../files/error.ts";
import { readIfThere } from "../files/read.ts";
import { layout } from "../pki/names.ts";
import { CommandError } from "./failure.ts";
import { sandboxKeyFile } from "./operator-keys.ts";
import { chosenProfile, namedProfile, type ProfileOptions } from "./profiles/choose.ts";
import { DEFAULT_PROFILE } from "./profiles/file.ts";

/** Options of the command line. */
export interface ServiceOptions extends ProfileOptions {
  readonly ca?: string;
}

/** Checks `--url`. @throws InvalidArgumentError */
export function urlOption(text: string): string {
  if (text.startsWith("https://") && URL.canParse(text)) return text;
  throw new InvalidArgumentError("It must be an address like https://pda.example.com.");
}

/** Says in a help where the API key comes from. The key of a profile or of the sandbox is never sent to a service that `--url` names. */
export const keySource = `The API key comes from --api-key-file, else from the profile of --profile or PDA_PROFILE, else from PDA_API_KEY, else (without --url) from
the profile "default" (see \`pda login\`), else (without --url) from the sandbox of this folder (see \`pda up\`). In the folder of a
sandbox, the profile "default" counts only if it is for that sandbox.`;

/** Returns the address of the service: `--url`, else that of the profile, else the setting `publicUrl`. @throws CommandError */
export const baseUrlOf = (config: Config, options: ServiceOptions): string =>
  options.url ?? chosenProfile(config, options)?.url ?? config.publicUrl;

/** An API key, and the place that it comes from in words. */
interface FoundKey {
  readonly key: string;
  readonly origin: string;
}

function foundKey(config: Config, options: ServiceOptions): FoundKey {
  const { apiKeyFile } = options;
  if (apiKeyFile !== undefined)
    return { key: contentOf(apiKeyFile).trim(), origin: `--api-key-file ${apiKeyFile}` };
  const profile = chosenProfile(config, options);
  if (profile)
    return { key: profile.key, origin: `the profile "${namedProfile(options) ?? DEFAULT_PROFILE}"` };
  const { PDA_API_KEY } = process.env;
  if (PDA_API_KEY !== undefined) return { key: PDA_API_KEY.trim(), origin: "PDA_API_KEY" };
  const file = sandboxKeyFile(config);
  return {
    key: options.url === undefined ? (readIfThere(file) ?? "").trim() : "",
    origin: `the sandbox, ${file}`,
  };
}

/** Returns the API key, from the first place of `keySource` that has one; an empty text when none has. @throws CommandError */
export const apiKeyOf = (config: Config, options: ServiceOptions): string => foundKey(config, options).key;

/** Returns the place that the API key of `apiKeyOf` comes from, in words. @throws CommandError */
export const keyOriginOf = (config: Config, options: ServiceOptions): string =>
  foundKey(config, options).origin;

/** Returns the API key. @param scope scope that the call needs, for the advice. @throws CommandError when no key is given */
export function requiredApiKey(config: Config, options: ServiceOptions, scope: string): string {
  const apiKey = apiKeyOf(config, options);
  if (apiKey !== "") return apiKey;
  throw new CommandError(
    "no API key is given",
    `set PDA_API_KEY to a key${scope === "" ? "" : ` with the scope ${scope}`}, name a file with --api-key-file, or run: pda login`,
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
 * Returns the root certificate of `--ca`, else that of the profile, else the root of this installation unless `--url` names another service
 * (with the roots of the system, where the gateway shows a certificate of the settings), else the roots of the system. The commands call with API keys, those of a wallet with its key. Null means none, so that the variables of
 * the client libraries play no part here.
 */
export function callOptionsOf(
  config: Config,
  options: ServiceOptions,
  walletKey: KeyObject | null = null,
): CallOptions {
  const signature = walletKey && { privateKey: walletKey };
  return {
    ca: rootOf(config, options) || systemRoots(),
    clientCertificate: null,
    publicKey: null,
    signature,
  };
}

function rootOf(config: Config, options: ServiceOptions): string | undefined {
  if (options.ca !== undefined) return contentOf(options.ca);
  const profile = chosenProfile(config, options);
  if (profile) return profile.ca;
  if (options.url !== undefined) return undefined;
  const own = installationRoot(config);
  // Somebody else may have issued the certificate of the settings.
  return config.gateway.tls.certFile === undefined ? own : `${own}\n${systemRoots()}`;
}

/** Returns the roots of Node and those of the system's store, PEM. A company may have put its own root into the store. */
export const systemRoots = (): string =>
  [...tls.getCACertificates("default"), ...tls.getCACertificates("system")].join("\n");

/** Returns the root certificate of this installation, PEM; an empty text when it has none. */
export const installationRoot = ({ pki }: Config): string => readIfThere(layout(pki.dir).root.cert) ?? "";

/** Returns the content of a file that an option names. @throws an error that names the file */
export const contentOf = (file: string): string => naming(file, () => readFileSync(file, "utf8"));

/** Returns a readable error when the service does not answer; any other error unchanged. @param advice the next step */
export function unreachable(error: unknown, baseUrl: string, advice: string): unknown {
  if (!(error instanceof PdaConnectionError)) return error;
  if (error.reason === "connection") return new CommandError(`no service answers at ${baseUrl}`, advice);
  if (error.reason === "certificate") return untrusted(baseUrl, error.detail);
  return new CommandError(`${baseUrl} cannot be reached: ${error.detail}`, advice);
}

/** Returns the error for a certificate that is not accepted. After a semicolon, Node names an option of its own, which pda does not have. */
export const untrusted = (baseUrl: string, detail: string): CommandError =>
  new CommandError(
    `${baseUrl} cannot be reached: ${detail.split(";", 1)[0]}`,
    "check --url, and name the root certificate of the service with --ca, or put it into the system's store",
  );
