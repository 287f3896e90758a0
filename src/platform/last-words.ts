/** The error line that a program of ours said last, as the command line prints it: `pda: <message>`, then `next: <advice>`. */
export function lastWords(said: readonly string[]): string | undefined {
  return said.findLast((line) => line.startsWith("pda: "))?.slice(5) ?? said.at(-1);
}

/** The step that helps, when it was said. */
export function adviceIn(said: readonly string[]): string {
  return (
    said
      .findLast((line) => line.trimStart().startsWith("next: "))
      ?.trimStart()
      .slice(6) ?? "see its log lines, or run: pda doctor"
  );
}
