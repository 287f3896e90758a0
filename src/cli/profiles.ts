import { Command, InvalidArgumentError, Option } from "commander";
import { loadConfig } from "../config.ts";
import { jsonText } from "./output/plain.ts";
import { Table } from "./output/table.ts";
import { namedProfile } from "./profiles/choose.ts";
import { DEFAULT_PROFILE, readProfiles } from "./profiles/file.ts";
import { login, type LoginOptions, logout } from "./profiles/login.ts";
import { keySource, urlOption } from "./service.ts";

function nameOption(text: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(text)) return text;
  throw new InvalidArgumentError("It must have 1 to 64 letters, digits, dots, hyphens or underscores.");
}

const nameHelp = "name of the profile (default: PDA_PROFILE, else default)";

/** `pda login` */
export function loginCommand(): Command {
  return new Command("login")
    .description("Store a service and an API key as a profile, after the service has accepted the key")
    .option("--profile <name>", nameHelp, nameOption)
    .option("--url <address>", "address of the service (default: the setting publicUrl)", urlOption)
    .option(
      "--ca <file>",
      "root certificate of the service, PEM; it is copied (default: this installation's root, unless --url is given)",
    )
    .option("--api-key-file <file>", "file that holds the API key (default: standard input)")
    .addHelpText(
      "after",
      `
The key comes from standard input or from a file, never from an argument, because other users of this machine can see arguments. The
profiles are in pda/profiles.yaml in XDG_CONFIG_HOME, or in ~/.config. Only you can read the file; a file that others can read is refused.

Every command that calls a service takes --profile.
${keySource}

Examples:
  $ pda login --url https://pda.example.com
  $ pda login --profile shop --url https://pda.example.com --ca root.crt --api-key-file shop.key`,
    )
    .action((options: LoginOptions) => login(loadConfig(), options));
}

/** `pda logout` */
export function logoutCommand(): Command {
  return new Command("logout")
    .description("Forget a profile; its key stays valid until it is revoked")
    .option("--profile <name>", nameHelp, nameOption)
    .addOption(new Option("--all", "forget all profiles").conflicts("profile"))
    .addHelpText("after", "\nExamples:\n  $ pda logout\n  $ pda logout --profile shop")
    .action(logout);
}

/** `pda profiles` */
export function profilesCommand(): Command {
  const list = new Command("list")
    .description("List the profiles and their services, without the keys")
    .option("--json", "print the list as JSON and nothing else")
    .addHelpText("after", "\nExamples:\n  $ pda profiles list\n  $ pda profiles list --json")
    .action(({ json }: { readonly json?: true }) => {
      const chosen = namedProfile({}) ?? DEFAULT_PROFILE;
      const items = [...readProfiles()].map(([name, { url }]) => ({ name, url, chosen: name === chosen }));
      if (json) return console.log(jsonText({ items }));
      if (items.length === 0) return console.log("no profiles exist; store one: pda login --help");
      const rows = items.map((item) => [item.name, item.url, item.chosen ? "yes" : "-"]);
      console.log(new Table(["profile", "service", "used without --profile"]).lines(rows).join("\n"));
    });
  return new Command("profiles")
    .description("Show the stored profiles: services with the API keys to call them")
    .addCommand(list, { isDefault: true })
    .addHelpText("after", "\nExamples:\n  $ pda profiles\n  $ PDA_PROFILE=shop pda payments list");
}
