/** Quotes a text as one word of a POSIX shell, for commands that people copy; leaves a safe text unquoted. */
export function shellWord(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
