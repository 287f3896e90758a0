import { Argument, Command } from "commander";
import { bashScript } from "./completion/bash.ts";
import { fishScript } from "./completion/fish.ts";
import { type CompletedCommand, completed } from "./completion/model.ts";
import { zshScript } from "./completion/zsh.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } satisfies Record<
  string,
  (commands: readonly CompletedCommand[]) => string
>;

/** `pda completion` */
export function completionCommand(): Command {
  const shells = Object.keys(scripts);
  return new Command("completion")
    .description("Print a script that completes the commands, options and values of pda in a shell")
    .addArgument(new Argument("<shell>", "shell that reads the script").choices(shells))
    .addHelpText(
      "after",
      `
The script is made from the commands of this version: print it again after an update. Start a new shell afterwards. zsh needs the folder
of the script in fpath, before compinit.

Examples:
  $ pda completion bash > ~/.local/share/bash-completion/completions/pda
  $ pda completion zsh > ~/.zfunc/_pda
  $ pda completion fish > ~/.config/fish/completions/pda.fish`,
    )
    .action((shell: keyof typeof scripts, _options: unknown, { parent }: Command) => {
      if (parent) console.log(scripts[shell](completed(parent)));
    });
}
