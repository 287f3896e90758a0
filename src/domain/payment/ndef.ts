// NDEF (NFC Forum) message with one well-known URI record ("U", URI RTD 1.0), which an NFC tag or terminal emits.

const prefixes: readonly [number, string][] = [
  [0x02, "https://www."],
  [0x04, "https://"],
];
const headerShortWellKnown = 0xd1; // MB, ME, SR, TNF 1
const headerLongWellKnown = 0xc1; // MB, ME, TNF 1

/** Returns the message for a URI of at most 2,000 characters. */
export function ndefUriMessage(uri: string): Uint8Array {
  const [code, prefix] = prefixes.find(([, text]) => uri.startsWith(text)) ?? [0x00, ""];
  const text = new TextEncoder().encode(uri.slice(prefix.length));
  const length = text.length + 1;
  const header =
    length < 256
      ? [headerShortWellKnown, 1, length]
      : [
          headerLongWellKnown,
          1,
          (length >>> 24) & 255,
          (length >>> 16) & 255,
          (length >>> 8) & 255,
          length & 255,
        ];
  return Uint8Array.from([...header, "U".charCodeAt(0), code, ...text]);
}
