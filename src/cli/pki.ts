import { Command } from "commander";
import { type Config, loadConfig } from "../config.ts";
import { readGrants } from "../pki/grants.ts";
import {
  initialise,
  issueService,
  listCertificates,
  type Renewed,
  renew,
  renewService,
  retireRoot,
  revokeService,
} from "../pki/installation.ts";
import { ensureTrustRoot } from "../pki/trust-root.ts";
import { CommandError } from "./failure.ts";
import { jsonText } from "./output/plain.ts";
import { Table } from "./output/table.ts";
import { checkScopes } from "./operator-keys.ts";
import { changePki } from "./pki-lock.ts";

const collect = (value: string, before: string[] = []) => [
  ...before,
  ...value.split(",").filter((item) => item !== ""),
];

const place = ({ pki, trustDomain }: Config) => ({ dir: pki.dir, trustDomain });

const hostOption = [
  "--host <name>",
  "host name or IP address for the certificates, beside localhost; repeat for more",
] as const;

/**
 * Creates the missing certificates of the tiers and the missing trust root. The caller must hold the lock of the PKI folder (`changePki`).
 * @returns the names of those created
 */
export async function initialiseAll(config: Config, hosts?: readonly string[]): Promise<string[]> {
  const made = await initialise({ ...place(config), hosts });
  const trust = ensureTrustRoot(config.pki.dir, config.assetDomain);
  return trust.created ? [...made, "trust root"] : made;
}

/** Returns the line that tells which certificate was renewed and why. */
export function renewal({ name, reason, notAfter }: Renewed): string {
  return `renewed ${name}: ${reason}; the new certificate expires at ${notAfter.toISOString()}`;
}

function initCommand(): Command {
  return new Command("init")
    .description(
      "Create the tier root, the trust root and the missing certificates; existing certificates are kept",
    )
    .option(...hostOption, collect)
    .option(
      "--replace-root",
      "move the present tier root and its certificates aside and create new ones, for the same hosts",
    )
    .addHelpText("after", "\nExamples:\n  $ pda pki init\n  $ pda pki init --host core-1.example.net")
    .action(async ({ host, replaceRoot }: { host?: string[]; replaceRoot?: boolean }) => {
      const config = loadConfig();
      const made = await changePki(config.pki.dir, { command: "pda pki init", creates: true }, () => {
        const former = replaceRoot ? retireRoot(config.pki.dir) : undefined;
        if (former) console.log(`moved the former tier root to ${former.aside}`);
        return initialiseAll(config, [...(host ?? []), ...(former?.hosts ?? [])]);
      });
      for (const name of made) console.log(`created ${name}`);
      console.log(made.length > 0 ? `in ${config.pki.dir}` : `nothing is missing in ${config.pki.dir}`);
      for (const listed of listCertificates(config.pki.dir))
        if ("problem" in listed) console.log(`${listed.problem.message}; ${listed.problem.advice}`);
    });
}

interface IssueOptions {
  scope?: string[];
  merchant?: string;
  publisher?: string;
  host?: string[];
}

function issueCommand(): Command {
  return new Command("issue")
    .description(
      "Create the certificate of an internal service that calls the core over gRPC, and grant it scopes",
    )
    .argument("<name>", "name of the service: lower-case letters, digits, hyphens")
    .option("--scope <scope>", "scope that the service gets, at least one; repeat for more", collect)
    .option("--merchant <id>", "limit the service to this merchant, mer_…")
    .option("--publisher <id>", "limit the service to this publisher, pub_…")
    .option(...hostOption, collect)
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda pki issue reporting --scope payments.read\n  $ pda pki issue till --scope payments.write --merchant mer_01h2xcejqtf2nbrexx3vqjhp41",
    )
    .action(async (name: string, { scope, merchant, publisher, host }: IssueOptions) => {
      if (!scope || scope.length === 0)
        throw new CommandError("a service needs at least one scope", "name a scope: --scope payments.read");
      const config = loadConfig();
      const made = await changePki(config.pki.dir, { command: "pda pki issue", creates: true }, async () => {
        await initialiseAll(config);
        return issueService({
          ...place(config),
          name,
          scopes: checkScopes(scope),
          merchantId: merchant,
          publisherId: publisher,
          hosts: host,
        });
      });
      console.log(`id           ${made.spiffeId}`);
      console.log(`certificate  ${made.files.cert}`);
      console.log(`key          ${made.files.key}`);
      console.log(`root         ${config.pki.dir}/tier/root.crt`);
    });
}

function listCommand(): Command {
  return new Command("list")
    .description("List the certificates with their expiry, and the grants of internal services")
    .option("--json", "print the list as JSON and nothing else")
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda pki list\n  $ pda pki list --json | jq -r '.certificates[].name'",
    )
    .action(({ json }: { readonly json?: true }) => {
      const { pki } = loadConfig();
      const certificates = listCertificates(pki.dir);
      if (certificates.length === 0)
        throw new CommandError(`${pki.dir} has no certificates`, "run: pda pki init");
      const grants = readGrants(pki.dir);
      if (json) {
        const items = certificates.map((listed) =>
          "problem" in listed
            ? { name: listed.name, file: listed.file, problem: listed.problem.message }
            : { name: listed.name, file: listed.file, id: listed.id, expireTime: listed.notAfter },
        );
        return console.log(jsonText({ certificates: items, grants }));
      }
      const rows = certificates.map((listed) =>
        "problem" in listed
          ? ["unusable", listed.name, listed.problem.message]
          : [listed.notAfter.toISOString(), listed.name, listed.id],
      );
      console.log(new Table(["expires", "certificate", "identity"]).lines(rows).join("\n"));
      for (const { spiffeId, scopes, merchantId, publisherId } of grants) {
        const only = [merchantId, publisherId].filter(Boolean).map((id) => `only ${id}`);
        console.log(["grant", spiffeId, scopes.join(","), ...only].join("  "));
      }
    });
}

interface RenewOptions {
  withinDays?: string;
  host?: string[];
}

function renewCommand(): Command {
  return new Command("renew")
    .description(
      "Renew the certificates of the tiers and of public HTTPS, or of one internal service; running tiers load them without a restart",
    )
    .argument("[name]", "internal service to renew; its grant does not change")
    .option("--within-days <days>", "only certificates that expire within this many days (default: all)")
    .option(...hostOption, collect)
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda pki renew\n  $ pda pki renew --within-days 7\n  $ pda pki renew reporting",
    )
    .action(async (name: string | undefined, { withinDays, host }: RenewOptions) => {
      if (withinDays !== undefined && !/^\d{1,4}$/.test(withinDays)) {
        throw new CommandError(
          "--within-days must be a number of days from 0 to 9999",
          "example: pda pki renew --within-days 7",
        );
      }
      const config = loadConfig();
      if (name !== undefined) {
        const { cert } = await changePki(config.pki.dir, { command: "pda pki renew" }, () =>
          renewService({ ...place(config), hosts: host, name }),
        );
        console.log(`renewed ${cert}`);
        return;
      }
      const days = withinDays === undefined ? undefined : Number(withinDays);
      const renewed = await changePki(config.pki.dir, { command: "pda pki renew" }, () =>
        renew({ ...place(config), hosts: host, withinDays: days }),
      );
      for (const each of renewed) console.log(renewal(each));
      if (renewed.length === 0) console.log("no certificate needs renewal");
    });
}

function revokeCommand(): Command {
  return new Command("revoke")
    .description("Revoke the grant of an internal service; the core then refuses its certificate")
    .argument("<name>", "name of the service")
    .addHelpText("after", "\nExample:\n  $ pda pki revoke reporting")
    .action(async (name: string) => {
      const config = loadConfig();
      await changePki(config.pki.dir, { command: "pda pki revoke" }, () =>
        revokeService({ ...place(config), name }),
      );
      console.log(`revoked ${name}`);
    });
}

/** `pda pki` */
export function pkiCommand(): Command {
  return new Command("pki")
    .description("Manage the certificates of the tiers and of internal services")
    .addHelpText(
      "after",
      "\nExamples:\n  $ pda pki init\n  $ pda pki list\n  $ pda pki issue reporting --scope payments.read",
    )
    .addCommand(initCommand())
    .addCommand(issueCommand())
    .addCommand(listCommand())
    .addCommand(renewCommand())
    .addCommand(revokeCommand());
}
