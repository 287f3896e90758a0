import { userInfo } from "node:os";
import { Command } from "commander";
import { ChainError } from "../../chain/error.ts";
import { type Config, loadConfig } from "../../config.ts";
import { adoptSigner } from "../../workers/settlement/resolve/adopt-signer.ts";
import { networkRestarted } from "../../workers/settlement/resolve/network-restarted.ts";
import { prepareAnew } from "../../workers/settlement/resolve/prepare-anew.ts";
import { type NamedTransaction, recoverPayouts } from "../../workers/settlement/resolve/recover-payouts.ts";
import { acceptTransfer } from "../../workers/settlement/resolve/unclear.ts";
import { NotResolvable, type ResolutionContext } from "../../workers/settlement/resolve/resolution.ts";
import { skipForeign } from "../../workers/settlement/resolve/skip-foreign.ts";
import { databaseUrl } from "../database.ts";
import { CommandError } from "../failure.ts";
import { formOf, identifier } from "../identifier.ts";
import { openStore } from "../operator-keys.ts";
import { withAdapter } from "./adapter.ts";

interface ResolveOptions {
  readonly acceptTransfer?: string;
  readonly prepareAnew?: string;
  readonly skipForeign?: string;
  readonly recoverPayouts?: string;
  readonly adoptSigner?: string;
  readonly networkRestarted?: string;
  readonly foreign?: string[];
  readonly transaction?: string[];
  readonly reason: string;
  readonly by?: string;
  readonly yes?: boolean;
}

const actions = [
  "acceptTransfer",
  "prepareAnew",
  "skipForeign",
  "recoverPayouts",
  "adoptSigner",
  "networkRestarted",
] as const;
const collect = (value: string, before: string[] = []) => [
  ...before,
  ...value.split(",").filter((item) => item !== ""),
];

/** `pda settlement resolve` */
export function resolveCommand(): Command {
  return new Command("resolve")
    .description(
      "Resume settlements that wait for an operator; asks the network first and refuses a step that could pay twice",
    )
    .option(
      "--prepare-anew <settlement>",
      "SEQUENCE_REPLACED, with --foreign, or TRANSFER_UNCLEAR that moved nothing: pay this settlement, stl_…, by a new transfer",
      identifier("stl"),
    )
    .option(
      "--accept-transfer <settlement>",
      "TRANSFER_UNCLEAR: the transfer has paid this settlement, stl_…",
      identifier("stl"),
    )
    .option("--skip-foreign <network>", "SEQUENCE_AHEAD: continue after foreign transactions of the signer")
    .option(
      "--recover-payouts <network>",
      "SEQUENCE_AHEAD after a restore: record the payouts that the database has lost",
    )
    .option(
      "--adopt-signer <network>",
      "SIGNER_CHANGED: pay with the account that the chain adapter signs with now, once all its other transactions are named",
    )
    .option("--network-restarted <network>", "NETWORK_BEHIND: the development network started from zero")
    .option(
      "--foreign <reference>",
      "a transaction of the signer that this service did not make; repeat for more. With --prepare-anew, append =unrelated if it has paid a merchant, but nothing that is owed here",
      collect,
    )
    .option(
      "--transaction <reference>",
      "a transaction of the signer that the database has lost; repeat for more, omit to list them. Append =<settlement> or =lost to say what the transaction paid. Transactions without = to the same account must belong to one settlement",
      collect,
    )
    .requiredOption("--reason <text>", "reason, stored with the decision; 1 to 500 characters (required)")
    .option("--by <name>", "person who decides, up to 100 characters (default: the user of this machine)")
    .option("--yes", "apply the change; without --yes the command only checks and prints it")
    .addHelpText(
      "after",
      `
Examples:
  $ pda settlement resolve --prepare-anew stl_01h2xcejqtf2nbrexx3vqjhp41 --foreign 0x5c50… --reason "stray payment of 3 May"
  $ pda settlement resolve --accept-transfer stl_01h2xcejqtf2nbrexx3vqjhp41 --reason "the issuer confirms the payout of 3 May"
  $ pda settlement resolve --skip-foreign NETWORK --foreign 0x5c50… --foreign 0x88df… --reason "stray payments" --yes
  $ pda settlement resolve --recover-payouts NETWORK --transaction 0x5c50… --transaction 0x88df… --reason "backup of 3 May restored"
  $ pda settlement resolve --adopt-signer NETWORK --reason "yearly change of the key" --yes`,
    )
    .action(async (options: ResolveOptions) => {
      const config = loadConfig();
      checkOptions(config, options);
      const { url } = databaseUrl(config).database;
      await using store = await openStore(config, url as string);
      const summary = await withAdapter(config, (adapter) =>
        resolve(
          {
            store,
            adapter,
            apply: options.yes === true,
            decidedBy: options.by ?? userInfo().username,
            reason: options.reason,
          },
          options,
        ),
      );
      console.log(options.yes ? summary : `would: ${summary}`);
      if (!options.yes) console.log("nothing was changed; repeat the command with --yes to apply the change");
    });
}

/** @throws CommandError unless exactly one action is given with everything that the action needs */
function checkOptions(config: Config, options: ResolveOptions): void {
  const chosen = actions.filter((action) => options[action] !== undefined);
  if (chosen.length !== 1)
    throw new CommandError(
      chosen.length === 0 ? "no action is given" : "only one action can be given at a time",
      "see: pda settlement resolve --help",
    );
  for (const [name, value, max] of [
    ["--reason", options.reason, 500],
    ["--by", options.by ?? "somebody", 100],
  ] as const)
    if (value.trim() === "" || value.length > max)
      throw new CommandError(`${name} must have 1 to ${max} characters`, "use a shorter, non-empty text");
  const { prepareAnew: settlementId, foreign = [] } = options;
  if (settlementId !== undefined && foreign.length > 1)
    throw new CommandError(
      "--prepare-anew takes one foreign transaction",
      "name it with --foreign <reference>",
    );
  if (options.networkRestarted !== undefined && !restartable(config))
    throw new CommandError(
      "--network-restarted is only for a development network in sandbox mode",
      "check that the node serves the right network and is up to date; see: pda settlement problems",
    );
}

/** `<reference>` or `<reference>=unrelated`. @throws CommandError */
function foreignOf(text: string): { readonly reference: string; readonly isUnrelated: boolean } {
  const [reference = "", decision, ...more] = text.split("=");
  if (more.length > 0 || (decision !== undefined && decision !== "unrelated"))
    throw new CommandError(
      `"${text}" is not a valid --foreign`,
      "use --foreign <reference>, or <reference>=unrelated for a transaction that has paid nothing of what is owed here",
    );
  return { reference, isUnrelated: decision !== undefined };
}

/** `<reference>`, `<reference>=<settlement>` or `<reference>=lost`. @throws CommandError */
function namedOf(text: string): NamedTransaction {
  const [reference = "", decision, ...more] = text.split("=");
  if (decision === undefined) return { reference };
  if (more.length > 0 || (decision !== "lost" && !formOf("stl").test(decision)))
    throw new CommandError(
      `"${text}" is not a valid --transaction`,
      "use --transaction <reference>=<settlement>, or <reference>=lost for payments that this database has lost",
    );
  return { reference, decision };
}

/** Tells whether every served network is a development network of this installation alone. */
const restartable = ({ mode, chainAdapter: { network, secondNetwork } }: Config): boolean =>
  mode === "sandbox" && network.development && (!secondNetwork.served || secondNetwork.development);

async function resolve(context: ResolutionContext, options: ResolveOptions): Promise<string> {
  const { foreign = [] } = options;
  try {
    if (options.prepareAnew !== undefined) {
      const { reference, isUnrelated } = foreign[0] === undefined ? {} : foreignOf(foreign[0]);
      return await prepareAnew(context, options.prepareAnew, reference, isUnrelated);
    }
    if (options.acceptTransfer !== undefined) return await acceptTransfer(context, options.acceptTransfer);
    if (options.skipForeign !== undefined) return await skipForeign(context, options.skipForeign, foreign);
    if (options.recoverPayouts !== undefined)
      return await recoverPayouts(context, options.recoverPayouts, (options.transaction ?? []).map(namedOf));
    if (options.adoptSigner !== undefined) return await adoptSigner(context, options.adoptSigner);
    return await networkRestarted(context, options.networkRestarted as string);
  } catch (error) {
    if (error instanceof NotResolvable) throw new CommandError(error.message, error.advice);
    if (error instanceof ChainError)
      throw new CommandError(
        `the request to the network failed: ${error.message}`,
        error.retryable
          ? "start the chain adapter and the network's node: pda up, or pda chain-adapter"
          : "check the arguments, and see: pda settlement problems",
      );
    throw error;
  }
}
