import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { operations } from "../../gen/rest/operations.ts";
import { nearest } from "../config/names.ts";
import { loadConfig } from "../config.ts";
import { canBeDelegated } from "../domain/access/delegation.ts";
import { isPublicKeyId } from "../domain/access/public-key.ts";
import { naming } from "../files/error.ts";
import type { JsonObject } from "../json/value.ts";
import { readAuthorizationDetails } from "../trust/authorization-details.ts";
import { DELEGATION_SECONDS_MAX, DELEGATION_TYPE, isThumbprint } from "../trust/delegation.ts";
import { TrustInputError } from "../trust/error.ts";
import { algorithmOf } from "../trust/jws.ts";
import { jwkThumbprint } from "../trust/key-thumbprint.ts";
import { parseRegisteredKey } from "../trust/registered-key.ts";
import { numericDate } from "../trust/signed-token.ts";
import { CommandError } from "./failure.ts";
import { collect } from "./operator-keys.ts";

interface DelegateOptions {
  readonly key: string;
  readonly publicKey: string;
  readonly to: string;
  readonly operations: string[];
  readonly maximum?: string;
  readonly count?: string;
  readonly for: string;
  readonly audience?: string;
}

/** `pda keys delegate` */
export function delegateCommand(): Command {
  return new Command("delegate")
    .description(
      "Let somebody else call for the owner of a registered public key: prints a delegation that the private key signs",
    )
    .requiredOption("--key <file>", "file with the private key, PEM (required)")
    .requiredOption("--public-key <id>", "identifier of the registered public key, pky_… (required)")
    .requiredOption(
      "--to <key>",
      "delegate's key: its thumbprint (RFC 7638), or a file with the public key in PEM (required)",
    )
    .requiredOption(
      "--operations <names>",
      "operations that the delegate may call, such as CreatePayment,GetPayment (required)",
      collect,
    )
    .option("--maximum <amount>", 'highest amount of one call with its asset type, such as "50 USDX"')
    .option("--count <number>", "calls in all, up to 1000 (default: any number)")
    .option("--for <time>", "how long the delegation counts, up to 24h, such as 30m or 8h", "1h")
    .option("--audience <url>", "address of the service (default: the setting publicUrl)")
    .addHelpText(
      "after",
      '\nExample:\n  $ pda keys delegate --key office.key --public-key pky_01kf05yaj0fg8rwbaz19nqs3cy --to till.pub --operations CreatePayment --maximum "50 USDX" --count 10 --for 8h',
    )
    .action(async (options: DelegateOptions) => {
      const { publicKey: kid, audience = loadConfig().publicUrl } = options;
      if (!isPublicKeyId(kid))
        throw new CommandError(
          `"${options.publicKey}" is not the identifier of a public key`,
          "give the publicKeyId that the registration answered",
        );
      const details = checkDetails(options);
      const { key, alg } = readPrivateKey(options.key);
      const cnf = { jkt: thumbprintOf(options.to) };
      const iat = numericDate(new Date());
      const exp = iat + secondsOf(options.for);
      // Loaded only here, because the other commands do without it.
      const { SignJWT } = await import("jose");
      const claims = { iss: kid, aud: audience, jti: randomUUID(), iat, exp, cnf };
      const delegation = new SignJWT({ ...claims, authorization_details: [details] });
      console.log(await delegation.setProtectedHeader({ alg, typ: DELEGATION_TYPE, kid }).sign(key));
    });
}

/** Returns what the delegation allows. @throws CommandError for what the service would refuse */
function checkDetails({ operations: named, maximum, count }: DelegateOptions): JsonObject {
  const known = operations.filter(canBeDelegated).map(({ method }) => method);
  for (const name of named) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new CommandError(
      `the operation "${name}" does not exist or cannot be delegated${meant ? `; did you mean ${meant}?` : ""}`,
      "name operations of the reference such as CreatePayment; none that makes credentials can be delegated",
    );
  }
  const [, amount = "", assetType = ""] = /^(\S+) (\S+)$/.exec(maximum ?? "") ?? [];
  const details: JsonObject = {
    type: "pda",
    operations: named,
    ...(maximum === undefined ? {} : { maximumAmount: { amount, assetType } }),
    ...(count === undefined ? {} : { count: Number(count) }),
  };
  const problem = readAuthorizationDetails([details]);
  if (typeof problem === "string") throw new CommandError(problem, "see: pda keys delegate --help");
  return details;
}

function readPrivateKey(file: string): { readonly key: KeyObject; readonly alg: string } {
  const text = naming(file, () => readFileSync(file, "utf8"));
  const key = privateKeyIn(text);
  const alg = key && algorithmOf(key);
  if (key && alg) return { key, alg };
  throw new CommandError(
    `${file} is not a private key in PEM without a password, of type P-256, Ed25519 or RSA`,
    "give the private key of the registered public key",
  );
}

function privateKeyIn(text: string): KeyObject | undefined {
  try {
    return createPrivateKey(text);
  } catch {
    return undefined;
  }
}

function thumbprintOf(to: string): string {
  if (isThumbprint(to)) return to;
  const text = naming(to, () => readFileSync(to, "utf8"));
  try {
    return jwkThumbprint({ ...parseRegisteredKey(text).key.export({ format: "jwk" }) }) as string;
  } catch (error) {
    if (!(error instanceof TrustInputError)) throw error;
    throw new CommandError(
      `${to} is not one public key in PEM, of type P-256, Ed25519 or RSA with 2,048 to 4,096 bits`,
      "write it from the delegate's private key: openssl pkey -in <private key> -pubout -out <file>",
    );
  }
}

const unitSeconds = { s: 1, m: 60, h: 3_600 } as const;

function secondsOf(time: string): number {
  const [, number, unit] = /^([1-9][0-9]{0,4})([smh])$/.exec(time) ?? [];
  const seconds = Number(number) * unitSeconds[(unit ?? "s") as keyof typeof unitSeconds];
  if (seconds <= DELEGATION_SECONDS_MAX) return seconds;
  throw new CommandError(
    `--for ${time} is not a time of at most 24 hours`,
    "give one such as 45s, 30m or 24h",
  );
}
