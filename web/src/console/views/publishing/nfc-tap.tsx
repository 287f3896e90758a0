// Reads a tag by Web NFC, in browsers that have it.
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { verifying } from "../../texts/verify.ts";
import { fill } from "../../texts.ts";

interface NdefRecord {
  readonly recordType: string;
  readonly data?: DataView;
}
interface NdefReader extends EventTarget {
  scan(options: { readonly signal: AbortSignal }): Promise<void>;
  onreading: ((event: { readonly message: { readonly records: readonly NdefRecord[] } }) => void) | null;
}
const Reader = (globalThis as { readonly NDEFReader?: new () => NdefReader }).NDEFReader;

/** @param onTap receives the first address or text of the tag */
export function NfcTap({ onTap }: { readonly onTap: (text: string) => void }) {
  const scan = useRef<AbortController>(undefined);
  const [isTapping, setTapping] = useState(false);
  const [said, setSaid] = useState("");
  const stop = () => {
    scan.current?.abort();
    setTapping(false);
  };
  useEffect(() => () => scan.current?.abort(), []);
  if (!Reader) return null;
  const start = async () => {
    setSaid("");
    setTapping(true);
    scan.current = new AbortController();
    const { signal } = scan.current;
    const reader = new Reader();
    reader.onreading = ({ message: { records } }) => {
      // Some readers tell once more what they had read before they were stopped.
      if (signal.aborted) return;
      stop();
      const record = records.find(({ recordType }) => recordType === "url" || recordType === "text");
      if (record?.data) onTap(new TextDecoder().decode(record.data));
      else setSaid(verifying.tapEmpty);
    };
    try {
      await reader.scan({ signal });
    } catch (error) {
      if (signal.aborted) return;
      stop();
      setSaid(fill(verifying.tapFailed, { why: error instanceof Error ? error.message : String(error) }));
    }
  };
  return (
    <>
      {isTapping ? (
        <Button onPress={stop}>{verifying.stopTap}</Button>
      ) : (
        <Button onPress={() => void start()}>{verifying.tap}</Button>
      )}
      <span role="status">{isTapping ? verifying.tapping : said}</span>
    </>
  );
}
