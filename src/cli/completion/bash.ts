import { type CompletedCommand, quoted, type Value } from "./model.ts";

const wordsOf = (words: readonly string[]): string => `_pda_words ${quoted(words.join(" "))}`;
const valueOf = (value: Value): string =>
  value === "file" ? "_pda_files" : value === "other" ? ":" : wordsOf(value);

/** Returns the script that completes `pda` in bash 3.2 and later. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap(({ names, value }) =>
      value === undefined
        ? []
        : [`    ${names.map((name) => quoted(`${path} ${name}`)).join("|")}) ${valueOf(value)}; return ;;`],
    ),
  );
  const cases = commands.map(({ path, commands: inner, options, argument }) => {
    const names = options.flatMap((option) => option.names).filter((name) => name.startsWith("--"));
    const other = inner.length > 0 ? wordsOf(inner.map(({ name }) => name)) : valueOf(argument ?? "other");
    return `    ${quoted(path)}) if [[ $cur == -* ]]; then ${wordsOf(names)}; else ${other}; fi ;;`;
  });
  const paths = commands.map(({ path }) => path).filter((path) => path !== "");
  return `# Completion of pda for bash. Made by: pda completion bash
_pda_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_pda_files() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -f -- "$cur"))
  compopt -o filenames 2>/dev/null
}
_pda() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} at="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at/\${COMP_WORDS[i]}" in
      ${paths.map(quoted).join("|")}) at="$at/\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $before" in
${values.join("\n")}
  esac
  case "$at" in
${cases.join("\n")}
  esac
}
complete -F _pda pda`;
}
