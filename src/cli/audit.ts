import { Command, InvalidArgumentError, Option } from "commander";
import { loadConfig } from "../config.ts";
import { exportAudit } from "./audit/export.ts";
import { forgetAudit } from "./audit/forget.ts";
import { printAuditKey } from "./audit/key.ts";
import { type AuditListOptions, printAuditRecords } from "./audit/list.ts";
import { provenRecord, type ShowOptions } from "./audit/show.ts";
import { type VerifyOptions, verifyAudit } from "./audit/verify.ts";
import { type WitnessOptions, witness, witnessKey } from "./audit/witness.ts";
import { CommandError, describeFailure } from "./failure.ts";
import { listCommand, timeOption, withServiceOptions } from "./lists.ts";
import { keySource } from "./service.ts";

/** The log could not be checked: no database, no key. Not 1, which means that the check found a problem. */
const EXIT_NO_VERDICT = 2;

const keyHelp = `
${keySource}
It needs the scope audit.read. A merchant's or publisher's key reads the calls of its own credentials, the operator's key reads all calls.`;

function list(): Command {
  return listCommand("List records of calls as a table, newest first")
    .option("--operation <name>", "only calls of this operation, such as CreatePayment")
    .addOption(
      new Option("--outcome <outcome>", "only calls that ended so").choices([
        "succeeded",
        "refused",
        "failed",
      ]),
    )
    .option("--credential <id>", "only calls with this credential, such as key_…")
    .option("--session <id>", "only calls of this session of a person, ses_…")
    .option("--resource <id>", "only calls that named or created this resource, such as pay_…")
    .option("--tenant <id>", "only calls for this merchant, publisher or wallet")
    .addOption(
      new Option("--from <time>", "only calls at or after this time: a day (UTC) or RFC 3339").argParser(
        timeOption,
      ),
    )
    .addOption(
      new Option("--to <time>", "only calls before this time: a day (UTC) or RFC 3339").argParser(timeOption),
    )
    .addHelpText(
      "after",
      `${keyHelp}

Examples:
  $ pda audit list --outcome refused
  $ pda audit list --credential key_01h2xcejqtf2nbrexx3vqjhp41 --from 2026-01-31 --all --json
  $ pda audit list --session ses_01h2xcejqtf2nbrexx3vqjhp41`,
    )
    .action(async (options: AuditListOptions) => {
      await printAuditRecords(loadConfig(), options);
    });
}

function show(): Command {
  const command = new Command("show")
    .description("Print a record, after checking the proof that it is in the log")
    .argument("<record>", "identifier of the record, aud_…")
    .requiredOption("--verifier-key <key>", "key of the log, as the operator has published it");
  return withServiceOptions(command)
    .addHelpText(
      "after",
      `${keyHelp}

Example:
  $ pda audit show aud_01h2xcejqtf2nbrexx3vqjhp41 --verifier-key pay.example/audit+…`,
    )
    .action(async (record: string, options: ShowOptions) => {
      console.log(await provenRecord(loadConfig(), record, options));
    });
}

function verify(): Command {
  return (
    new Command("verify")
      .description("Compute the tree again from all records of the database, and check the newest checkpoint")
      .option("--checkpoint <file>", "check a checkpoint, too, that a witness has kept")
      .option(
        "--verifier-key <key>",
        "key of the log, as it was published (default: the key in the database)",
      )
      .option("--json", "print the result as JSON and nothing else")
      .addHelpText(
        "after",
        `
Finds a record that was changed, removed, added or moved, and records that no checkpoint covers. Run it on the machine of a core: dataDir has
the last head that this machine has signed. Exit codes: 0 nothing is wrong; 1 a problem was found; 2 no verdict, because of a wrong argument
or because the database does not answer.

Example:
  $ pda audit verify --checkpoint witness.checkpoint`,
      )
      // commander ends with 1 when an argument is wrong.
      .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT_NO_VERDICT))
      .action(async (options: VerifyOptions) => {
        try {
          process.exitCode = (await verifyAudit(loadConfig(), options)) ? 0 : 1;
        } catch (error) {
          process.stderr.write(describeFailure(error));
          process.exitCode = EXIT_NO_VERDICT;
        }
      })
  );
}

function exporting(): Command {
  return new Command("export")
    .description("Write the log as files of C2SP tlog-tiles: checkpoint, tile/…, tile/entries/…")
    .argument("<folder>", "folder to write to; it is created")
    .addHelpText(
      "after",
      `
After pda audit forget, records that do not fill a bundle of tile/entries are in records/<position>.ndjson: a record in each line, the first
with this position. Prints how many records are in the folder, and how many retention has removed.

Example:
  $ pda audit export audit-2026-01`,
    )
    .action(async (folder: string) => {
      const { written, removed, missing } = await exportAudit(loadConfig(), folder);
      console.log(`${written} records${removed > 0 ? `, ${removed} removed by retention` : ""}`);
      if (missing > 0)
        throw new CommandError(
          `${missing} records are missing, and retention has not removed them`,
          "run: pda audit verify; the folder has all other records",
        );
    });
}

function witnessing(): Command {
  const command = new Command("witness")
    .description("Check that the log continues what it has signed before, and cosign its newest checkpoint")
    .requiredOption("--name <name>", "name of the witness, such as witness.example/one")
    .requiredOption("--key <file>", "private key of the witness, PEM; it is created when it does not exist")
    .requiredOption("--state <file>", "what the witness keeps between two runs")
    .option("--verifier-key <key>", "key of the log, required at the first run");
  return withServiceOptions(command)
    .addHelpText(
      "after",
      `${keyHelp}

Run it on a machine that the operator of the service does not control, for example every minute. It prints the cosigned checkpoint. Exits
with 1 when the log was rewritten, also when the rewritten log is signed with the log's own key: the state then has both signed heads.
A run is refused while another run uses the same state.

Example:
  $ pda audit witness --name witness.example/one --key witness.key --state witness.json --verifier-key pay.example/audit+…`,
    )
    .action(async (options: WitnessOptions) => {
      process.stdout.write(await witness(loadConfig(), options));
      process.stderr.write(`witness key: ${witnessKey(options)}\n`);
    });
}

function monthArgument(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text < new Date().toISOString().slice(0, 7)) return text;
  throw new InvalidArgumentError("It must be a month that is over, like 2026-01.");
}

function forgetting(): Command {
  return new Command("forget")
    .description(
      "Remove the records of a month and of all earlier months for good; the tree keeps their hashes",
    )
    .argument("<month>", "last month to remove, like 2026-01", monthArgument)
    .addHelpText(
      "after",
      `
Export the records before, if they have to be kept elsewhere. Later checkpoints and proofs stay valid.

Example:
  $ pda audit forget 2025-01`,
    )
    .action(async (month: string) => {
      await forgetAudit(loadConfig(), month);
    });
}

function key(): Command {
  return new Command("key")
    .description("Print the public key that verifies checkpoints, to publish it")
    .addHelpText("after", "\nExample:\n  $ pda audit key")
    .action(() => printAuditKey(loadConfig()));
}

/** `pda audit` */
export function auditCommand(): Command {
  return new Command("audit")
    .description("Read and check the records of calls")
    .addHelpText("after", "\nExamples:\n  $ pda audit list\n  $ pda audit verify")
    .addCommand(list())
    .addCommand(show())
    .addCommand(verify())
    .addCommand(exporting())
    .addCommand(witnessing())
    .addCommand(forgetting())
    .addCommand(key());
}
