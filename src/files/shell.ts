/** A text as one word of a POSIX shell, for commands that people copy: as it is where that is safe, else in single quotes. */
export function shellWord(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
