// Files that the page gives to its reader.

/** Downloads a file. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Downloads a text. @param type its media type */
export const saveText = (text: string, name: string, type: string): void =>
  save(new Blob([text], { type }), name);
