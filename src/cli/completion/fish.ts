import type { CompletedCommand, CompletedOption, Value } from "./model.ts";

/** Quotes a word for fish. */
const quoted = (word: string): string => `'${word.replace(/['\\]/g, "\\$&")}'`;

const valueOf = (value: Value | undefined): string => {
  if (value === undefined) return "";
  if (value === "file") return " -r -F";
  return value === "other" ? " -x" : ` -x -a ${quoted(value.join(" "))}`;
};

const namesOf = ({ names }: CompletedOption): string =>
  names
    .map((name) => (name.startsWith("--") ? `-l ${quoted(name.slice(2))}` : `-s ${quoted(name.slice(1))}`))
    .join(" ");

/** Returns the script that completes `pda` in fish 3. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => path).filter((path) => path !== "");
  const lines = commands.flatMap(({ path, commands: inner, options, argument }) => {
    const complete = `complete -c pda -n ${quoted(`__pda_at ${quoted(path)}`)}`;
    const words =
      argument === undefined || argument === "other" ? [] : [`${complete}${argumentOf(argument)}`];
    return [
      ...inner.map(({ name, description }) => `${complete} -a ${quoted(name)} -d ${quoted(description)}`),
      ...options.map(
        (option) => `${complete} ${namesOf(option)}${valueOf(option.value)} -d ${quoted(option.description)}`,
      ),
      ...words,
    ];
  });
  return `# Completion of pda for fish. Made by: pda completion fish
function __pda_at
  set -l at ""
  for word in (commandline -opc)[2..]
    switch "$at/$word"
      case ${paths.map(quoted).join(" ")}
        set at "$at/$word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c pda -f
${lines.join("\n")}`;
}

const argumentOf = (argument: Value): string =>
  typeof argument === "string" ? " -F" : ` -a ${quoted(argument.join(" "))}`;
