// The secret that requests to a receiver are signed with, as an option of commands.
import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { naming } from "../../files/error.ts";
import { Failure } from "../../rpc/failure.ts";
import { secretOf } from "../../services/webhook/secrets.ts";
import { CommandError } from "../failure.ts";

/** Options that name a secret. */
export interface SecretOptions {
  readonly secret?: string;
  readonly secretFile?: string;
}

/** Adds the options that name a secret. @param what purpose of the secret */
export function withSecretOptions(command: Command, what: string): Command {
  return command
    .addOption(
      new Option(
        "--secret <whsec>",
        `${what}, whsec_…; other users of this machine can see arguments of a command, so a file is safer`,
      ).conflicts("secretFile"),
    )
    .option("--secret-file <file>", "file whose first line is the secret");
}

/**
 * Returns the secret of the options as Standard Webhooks writes it; undefined when none is given.
 * @throws CommandError for a text that is not a secret. The message does not repeat the text.
 */
export function givenSecret({ secret, secretFile }: SecretOptions): string | undefined {
  const given = secretFile === undefined ? secret : firstLine(secretFile);
  if (given === undefined) return undefined;
  try {
    return secretOf(given);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new CommandError(
      "the secret must be whsec_ and 24 to 64 bytes in base64 with padding",
      `make one: echo "whsec_$(openssl rand -base64 32)"`,
    );
  }
}

/** Returns the first line of a file. @throws an error that names the file */
export const firstLine = (file: string): string =>
  naming(file, () => readFileSync(file, "utf8"))
    .split(/\r?\n/)[0]
    ?.trim() ?? "";

/** Returns a new random secret. */
export const newSecret = (): string => secretOf(undefined);

/** Returns the key of the HMAC that a secret stands for. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice("whsec_".length), "base64");
