import { readFileSync, statSync } from "node:fs";
import { naming } from "../../files/error.ts";
import { CommandError } from "../failure.ts";

/** Far above four certificates with their description in text. */
const FILE_BYTES_MAX = 262_144;
const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
/** First byte of DER, a SEQUENCE, and how its base64 begins. */
const SEQUENCE = 0x30;
const BASE64_DER = /^MI[A-Za-z0-9+/\s]+={0,2}\s*$/;

/**
 * The certificates of a file as the interface takes them: PEM in the order of the file, or base64 of DER. Only certificates are taken from
 * it, so that a key that stands beside them never leaves this machine. Whether they are any good is for the service to say.
 *
 * @throws CommandError for a file without one
 */
export function readCertificate(file: string): string {
  const bytes = contentOf(file);
  const text = bytes.toString("latin1");
  const blocks = text.match(PEM);
  if (blocks) return `${blocks.join("\n")}\n`;
  if (bytes[0] === SEQUENCE) return bytes.toString("base64");
  if (BASE64_DER.test(text)) return text.trim();
  const found = text.includes("PRIVATE KEY-----") ? "a private key and no certificate" : "no certificate";
  throw new CommandError(
    `there is ${found} in ${file}`,
    "name a file in PEM (-----BEGIN CERTIFICATE-----) or DER; deviceCertificate of a device binding is one",
  );
}

function contentOf(file: string): Buffer {
  if (statSync(file).size <= FILE_BYTES_MAX) return naming(file, () => readFileSync(file));
  throw new CommandError(
    `${file} is larger than ${FILE_BYTES_MAX} bytes, which no certificate is`,
    "name the file with the device's certificate",
  );
}
