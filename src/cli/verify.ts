import { Command, Option } from "commander";
import { loadConfig } from "../config.ts";
import { CommandError, describeFailure } from "./failure.ts";
import { identifier } from "./identifier.ts";
import { withServiceOptions } from "./lists.ts";
import { keySource } from "./service.ts";
import { type PresentedFile, type VerifyCommandOptions, verifyByService } from "./verify/index.ts";
import { verifyOffline } from "./verify/offline.ts";

/** No verdict: an argument is wrong, or the service does not answer. Not 1, which means that the asset is not trusted. */
const EXIT_NO_VERDICT = 2;

const help = `
The certificate file is DER, or PEM with the device's certificate first and its publisher's certificate second. Text around the PEM
blocks is ignored. Anyone can copy a certificate, so a trusted asset has the assurance "static". For a proof by the device itself, call
the interface: see docs/devices.md.

${keySource}
With a key, the operator and the asset's publisher get exact reasons. Other callers, and --public, get coarse reasons. docs/trust.md explains
what each check proves and what it does not prove.

With --root and --crl this command decides itself, without the service. It checks the certification path up to that root (RFC 5280),
every certificate of the path against the revocation lists, the device certificate's profile, and that the certificate names the asset.
It does not check whether the asset is in use. Get the lists from GET /api/v1/verification/crls/{id}; a certificate names its list, and
the root's list is "root".

Exit codes: 0 the asset is trusted; 1 the asset is not trusted; 2 no verdict, because of a wrong argument, an unreadable certificate, a
refused key, or a service that does not answer.

Examples:
  $ pda verify ast_01h2xcejqtf2nbrexx3vqjhp41 device.pem
  $ pda verify ast_… device.der --url https://pda.example.com --receipt verdict.jwt
  $ pda verify ast_… device.pem --json | jq .checks
  $ pda verify ast_… device.pem --root root.crt --crl root.crl --crl publisher.crl`;

/** `pda verify` */
export function verifyCommand(): Command {
  return (
    withServiceOptions(new Command("verify"))
      .description("Verify an asset and the certificate of its device; prints every check")
      .argument("<assetId>", "identifier of the asset, ast_…", identifier("ast"))
      .argument("<certificate>", "file with the device's certificate, PEM or DER")
      .option("--public", "call without an API key, as the public can")
      .option("--json", "print the answer's data as JSON and nothing else")
      .option("--receipt <file>", "request a signed receipt and save it in this file; - prints it")
      .addOption(
        new Option(
          "--root <file>",
          "decide without the service, with this trust root, PEM; needs --crl",
        ).conflicts(["url", "ca", "profile", "apiKeyFile", "public", "receipt"]),
      )
      .option(
        "--crl <file...>",
        "with --root: revocation list of the root and of the publisher, DER or PEM; repeat for more",
      )
      .addHelpText("after", help)
      // commander ends with 1 when an argument is wrong.
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_NO_VERDICT))
      .action(async (assetId: string, file: string, options: VerifyCommandOptions) => {
        try {
          process.exitCode = await verdictOn({ assetId, file }, options);
        } catch (error) {
          process.stderr.write(describeFailure(error));
          process.exitCode = EXIT_NO_VERDICT;
        }
      })
  );
}

async function verdictOn(presented: PresentedFile, options: VerifyCommandOptions): Promise<number> {
  const { root, crl } = options;
  if (root === undefined && crl === undefined) {
    return await verifyByService(loadConfig(), presented, options);
  }
  if (root === undefined || crl === undefined)
    throw new CommandError(
      "--root and --crl must be given together",
      "name the trust root and the revocation lists, or omit both to ask the service",
    );
  return verifyOffline(presented, loadConfig().assetDomain, { ...options, root, crl });
}
