import { readFileSync, statSync } from "node:fs";
import { naming } from "../../files/error.ts";
import { CommandError } from "../failure.ts";

/** Longest file in bytes, far above four certificates with a description in text. */
const FILE_BYTES_MAX = 262_144;
const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
/** First byte of a certificate in DER (a SEQUENCE), and the form of DER in base64. */
const SEQUENCE = 0x30;
const BASE64_DER = /^MI[A-Za-z0-9+/\s]+={0,2}\s*$/;

/**
 * Returns the certificates of a file in the form that the interface accepts: PEM in the order of the file, or DER in base64. A private
 * key in the same file is left out, so that it never leaves this machine. The service checks the certificates.
 *
 * @throws CommandError for a file without a certificate
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
    `${file} holds ${found}`,
    "name a file with a certificate in PEM (-----BEGIN CERTIFICATE-----) or DER, such as deviceCertificate of a device binding",
  );
}

function contentOf(file: string): Buffer {
  if (statSync(file).size <= FILE_BYTES_MAX) return naming(file, () => readFileSync(file));
  throw new CommandError(
    `${file} is larger than ${FILE_BYTES_MAX} bytes, the limit for a certificate file`,
    "name the file with the device's certificate",
  );
}
