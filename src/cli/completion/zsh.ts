import { type CompletedCommand, quoted, type Value } from "./model.ts";

const valueOf = (value: Value): string =>
  value === "file" ? "_files" : value === "other" ? ":" : `compadd -- ${value.map(quoted).join(" ")}`;

/** A word with its description, as _describe reads it: a colon separates the two. */
const described = (word: string, description: string): string =>
  quoted(`${word.replaceAll(":", "\\:")}:${description}`);

/** Returns the script that completes `pda` in zsh 5: sourced after compinit, or as the file _pda of fpath. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ names, value }) =>
      value === undefined
        ? []
        : [`    (${names.map((name) => quoted(`${path} ${name}`)).join("|")}) ${valueOf(value)}; return ;;`],
    ),
  );
  const cases = commands.map(({ path, commands: inner, options, argument }) => {
    const flags = options.flatMap(({ names, description }) =>
      names.map((name) => described(name, description)),
    );
    const words = inner.map(({ name, description }) => described(name, description));
    const other =
      words.length > 0 ? `found=(${words.join(" ")}); _describe command found` : valueOf(argument ?? "other");
    return `    (${quoted(path)}) if [[ $PREFIX == -* ]]; then found=(${flags.join(" ")}); _describe option found; else ${other}; fi ;;`;
  });
  const paths = commands.map(({ path }) => path).filter((path) => path !== "");
  return `#compdef pda
# Completion of pda for zsh. Made by: pda completion zsh
_pda() {
  local at="" word
  local -a found
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    case "$at/$word" in
      (${paths.map(quoted).join("|")}) at="$at/$word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${values.join("\n")}
  esac
  case "$at" in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _pda ]]; then _pda "$@"; else compdef _pda pda; fi`;
}
