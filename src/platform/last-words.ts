/** Returns the last error message that a `pda` process printed. It prints `pda: <message>`, then `next: <advice>`. */
export function lastWords(said: readonly string[]): string | undefined {
  return said.findLast((line) => line.startsWith("pda: "))?.slice(5) ?? said.at(-1);
}

/** Returns the last advice that a `pda` process printed, or a general one. */
export function adviceIn(said: readonly string[]): string {
  return (
    said
      .findLast((line) => line.trimStart().startsWith("next: "))
      ?.trimStart()
      .slice(6) ?? "see its log lines above, or run: pda doctor"
  );
}
