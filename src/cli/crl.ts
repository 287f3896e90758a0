import { readFileSync, writeFileSync } from "node:fs";
import { Command } from "commander";
import { z } from "zod";
import { type Config, loadConfig } from "../config.ts";
import { naming } from "../files/error.ts";
import { readText } from "../pki/files.ts";
import { layout } from "../pki/names.ts";
import { listIdOfRoot } from "../services/authority/trust-authority.ts";
import { loadTrustRoot, readChain, readKey } from "../services/authority/trust-root.ts";
import { crlReasons, revokedUnder } from "../services/revocation/revocation-lists.ts";
import { CrlNotImported, importRootCrl } from "../services/revocation/root-crl.ts";
import type { Store } from "../store/store.ts";
import type { Certificate } from "../trust/certificate.ts";
import { issueCrl } from "../trust/crl/issue.ts";
import { withDatabase } from "./database.ts";
import { CommandError } from "./failure.ts";
import { openStore } from "./operator-keys.ts";

/** The file that `pda crl export` writes and `pda crl sign` reads on the machine with the trust root's key. */
const order = z.strictObject({
  root: z.string(),
  number: z.string().regex(/^[1-9][0-9]{0,37}$/),
  revoked: z.array(
    z.strictObject({
      serialNumber: z.string().regex(/^[0-9a-f]{1,40}$/),
      revokedAt: z.iso.datetime(),
      reason: z.enum(Object.values(crlReasons)),
    }),
  ),
});

const rootsOf = (config: Config) => loadTrustRoot(layout(config.pki.dir).trustDir).roots;

function exportCommand(): Command {
  return new Command("export")
    .description(
      "Write the contents of the trust root's next revocation list to a file, for the machine that has the root's key",
    )
    .argument("<file>", "output file, JSON")
    .addHelpText("after", "\nExample:\n  $ pda crl export revoked.json")
    .action(async (file: string) => {
      const config = loadConfig();
      const [root] = rootsOf(config);
      const made = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const { revocationLists } = store.read;
        const revoked = revokedUnder(root, await revocationLists.publisherCertificates());
        const present = await revocationLists.get(listIdOfRoot(root));
        return {
          root: listIdOfRoot(root),
          number: ((present?.number ?? 0n) + 1n).toString(),
          revoked: revoked.map(({ serial, revokedAt, reason }) => ({
            serialNumber: serial.toString(16),
            revokedAt: revokedAt.toISOString(),
            reason,
          })),
        };
      });
      naming(file, () => writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`));
      console.log(
        `${made.revoked.length} revoked certificate(s) of ${made.root}, list number ${made.number}`,
      );
      console.log("next, on the machine with the trust root's key: pda crl sign");
    });
}

/** Returns the next step for a file that an option names. */
function adviceFor(what: string, option: string): Record<"missing" | "wrong" | "apart", string> {
  const advice = `name the file of the trust root's ${what} with ${option}`;
  return { missing: advice, wrong: advice, apart: advice };
}

interface SignOptions {
  root: string;
  key: string;
  days: string;
}

function signCommand(): Command {
  return new Command("sign")
    .description(
      "Sign the trust root's revocation list, on the machine that has the root's key; needs no running service",
    )
    .argument("<order>", "file that pda crl export wrote")
    .argument("<file>", "output file, DER")
    .requiredOption("--root <file>", "certificate of the trust root, PEM (required)")
    .requiredOption(
      "--key <file>",
      "private key of the trust root, PEM; only its owner may read the file (required)",
    )
    .option("--days <number>", "validity of the list in days, 1 to 999", "30")
    .addHelpText("after", "\nExample:\n  $ pda crl sign revoked.json root.crl --root root.crt --key root.key")
    .action((orderFile: string, file: string, options: SignOptions) => {
      if (!/^[1-9]\d{0,2}$/.test(options.days))
        throw new CommandError("--days must be a number from 1 to 999", "example: --days 30");
      const { leaf: root } = readChain(options.root, adviceFor("certificate", "--root"));
      const wanted = readOrder(orderFile);
      if (wanted.root !== listIdOfRoot(root))
        throw new CommandError(
          `${orderFile} is for the trust root ${wanted.root}, and ${options.root} is ${listIdOfRoot(root)}`,
          "name the certificate of that trust root with --root",
        );
      const key = readKey(options.key, { file: options.root, root }, adviceFor("key", "--key"));
      const thisUpdate = new Date(Math.floor(Date.now() / 1000) * 1000);
      const crl = issueCrl(
        { certificate: root, key },
        {
          number: BigInt(wanted.number),
          thisUpdate,
          nextUpdate: new Date(thisUpdate.getTime() + Number(options.days) * 86_400_000),
          revoked: wanted.revoked.map(({ serialNumber, revokedAt, reason }) => ({
            serial: BigInt(`0x${serialNumber}`),
            revokedAt: new Date(Math.min(Date.parse(revokedAt), thisUpdate.getTime())),
            reason,
          })),
        },
      );
      naming(file, () => writeFileSync(file, crl.der));
      console.log(`signed ${file}: good until ${crl.nextUpdate.toISOString()}`);
      console.log("next, on the machine of the service: pda crl import");
    });
}

function readOrder(file: string): z.output<typeof order> {
  const advice = "make it with: pda crl export";
  try {
    return order.parse(JSON.parse(readText(file, "the order", advice)));
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      throw new CommandError(`${file} is not a file that pda crl export wrote`, advice);
    throw error;
  }
}

function importCommand(): Command {
  return new Command("import")
    .description("Check and publish a revocation list of the trust root that pda crl sign signed")
    .argument("<file>", "file that pda crl sign wrote, DER")
    .addHelpText("after", "\nExample:\n  $ pda crl import root.crl")
    .action(async (file: string) => {
      const config = loadConfig();
      const { list, missing } = await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        // Awaited here, because the store closes when this function returns.
        return await imported(store, rootsOf(config), file);
      });
      console.log(`published ${list.revocationListId}: good until ${list.nextUpdate.toISOString()}`);
      if (missing > 0)
        console.log(
          `${missing} certificate(s) were revoked after the export and are not in this list; run pda crl export again`,
        );
    });
}

/** Imports a signed list. @throws CommandError with the reason when the list cannot be published */
async function imported(
  store: Store,
  roots: readonly Certificate[],
  file: string,
): ReturnType<typeof importRootCrl> {
  try {
    return await importRootCrl(
      store,
      roots,
      naming(file, () => readFileSync(file)),
    );
  } catch (error) {
    if (!(error instanceof CrlNotImported)) throw error;
    throw new CommandError(`${file}: ${error.message}`, "make a new list: pda crl export, then pda crl sign");
  }
}

/** `pda crl`: the revocation list of a trust root whose key is kept offline. */
export function crlCommand(): Command {
  return new Command("crl")
    .description(
      "Export, sign and import the trust root's revocation list, when the root's key is kept offline",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda crl export revoked.json\n  $ pda crl sign revoked.json root.crl --root root.crt --key root.key\n  $ pda crl import root.crl",
    )
    .addCommand(exportCommand())
    .addCommand(signCommand())
    .addCommand(importCommand());
}
