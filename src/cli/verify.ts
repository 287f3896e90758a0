import { Command, InvalidArgumentError, Option } from "commander";
import { loadConfig } from "../config.ts";
import { CommandError, describeFailure } from "./failure.ts";
import { urlOption } from "./service.ts";
import { type PresentedFile, type VerifyCommandOptions, verifyByService } from "./verify/index.ts";
import { verifyOffline } from "./verify/offline.ts";

/** No verdict: what was given is wrong, or there is no answer. Never 1, which says that the asset is not trusted. */
const EXIT_NO_VERDICT = 2;

const help = `
The certificate is a file in PEM (the device's first, then its publisher's; text around them plays no part) or in DER. It alone can be
copied, so a trusted asset has the assurance "static"; a proof by the device itself is asked for through the interface, see docs/devices.md.

With a key, from --api-key-file or PDA_API_KEY, or on the machine of a sandbox from \`pda up\`, the operator and the publisher of the asset
read exact reasons; everybody else, and --public, gets coarse ones. What each check proves, and what it does not: docs/trust.md.

With --root and --crl the verdict is made here, without the service: the chain by RFC 5280 up to that root, every certificate of it by
the revocation lists, the profile of a device, and that it names the asset. Lists come from GET /api/v1/verification/crls/{id}; a
certificate names its own, and the root's is "root". Whether the asset is in use is not checked.

Ends with 0 when the asset is trusted, with 1 when it is not, and with 2 when there is no verdict: a wrong argument, a file that is no
certificate, a refused key, a service that does not answer.

Examples:
  $ pda verify ast_01h2xcejqtf2nbrexx3vqjhp41 device.pem
  $ pda verify ast_… device.der --url https://pda.example.com --receipt verdict.jwt
  $ pda verify ast_… device.pem --json | jq .checks
  $ pda verify ast_… device.pem --root root.crt --crl root.crl --crl publisher.crl`;

function assetArgument(text: string): string {
  if (/^ast_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text)) return text;
  throw new InvalidArgumentError("It must be the identifier of an asset, ast_….");
}

/** `pda verify`: whether an asset and the certificate of a device are trusted. */
export function verifyCommand(): Command {
  return (
    new Command("verify")
      .description("Verify an asset and the certificate of the device that it came with; shows every check")
      .argument("<assetId>", "identifier of the asset, ast_…", assetArgument)
      .argument("<certificate>", "file with the device's certificate, PEM or DER")
      .option("--url <address>", "where the service is; publicUrl of the settings unless given", urlOption)
      .option(
        "--ca <file>",
        "root of the service's certificate, PEM; this installation's own unless --url is given",
      )
      .option("--api-key-file <file>", "file with an API key; none is needed")
      .option("--public", "ask without a key, as anyone would")
      .option("--json", "print the answer's data as JSON and nothing else")
      .option("--receipt <file>", "ask for a signed receipt and save it there; - prints it")
      .addOption(
        new Option("--root <file>", "decide without the service, by this trust root, PEM").conflicts([
          "url",
          "ca",
          "apiKeyFile",
          "public",
          "receipt",
        ]),
      )
      .option("--crl <file...>", "with --root: revocation lists of the root and of the publisher, DER or PEM")
      .addHelpText("after", help)
      // What commander finds wrong with the arguments would end with 1.
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
      "--root and --crl go together",
      "name the trust root and the revocation lists, or neither to ask the service",
    );
  return verifyOffline(presented, loadConfig().assetDomain, { ...options, root, crl });
}
