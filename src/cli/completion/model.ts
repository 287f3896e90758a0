import type { Command, Option } from "commander";

/** Value of an option or an argument: one of some words, a file, or what nobody can guess. */
export type Value = readonly string[] | "file" | "other";

/** An option as a shell completes it. */
export interface CompletedOption {
  /** With the hyphens, such as `-H` and `--header`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Undefined for an option without a value. */
  readonly value: Value | undefined;
}

/** A command as a shell completes it. */
export interface CompletedCommand {
  /** Names from the top with a slash before each, such as `/payments/list`; empty for `pda` itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  /** Value of the first argument; undefined for a command without arguments. */
  readonly argument: Value | undefined;
}

const help: CompletedOption = { names: ["-h", "--help"], description: "show the help", value: undefined };
const isFile = (text: string): boolean => /<(file|folder)(\.\.\.)?>|^(file|folder|certificate)$/.test(text);

/** Returns a command and all commands below it. */
export function completed(command: Command, path = ""): CompletedCommand[] {
  const [argument] = command.registeredArguments;
  const own: CompletedCommand = {
    path,
    commands: command.commands.map((inner) => ({ name: inner.name(), description: inner.description() })),
    options: [...command.options.map(completedOption), help],
    argument: argument && (argument.argChoices ?? (isFile(argument.name()) ? "file" : "other")),
  };
  return [own, ...command.commands.flatMap((inner) => completed(inner, `${path}/${inner.name()}`))];
}

function completedOption(option: Option): CompletedOption {
  const { short, long, flags, description, argChoices } = option;
  const takesValue = option.required || option.optional;
  return {
    names: [short, long].filter((name) => name !== undefined),
    description,
    value: takesValue ? (argChoices ?? (isFile(flags) ? "file" : "other")) : undefined,
  };
}

/** Quotes a word for bash and zsh. */
export const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
