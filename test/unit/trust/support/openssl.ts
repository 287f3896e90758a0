import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodePem } from "../../../../src/trust/armour.ts";

/**
 * Runs the openssl command with files in a directory of its own. `{name}` in an argument becomes the path of
 * that file.
 */
export function openssl(
  args: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
): { readonly ok: boolean; readonly output: string } {
  const directory = mkdtempSync(join(tmpdir(), "pda-trust-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
    const resolved = args.map((arg) => arg.replace(/^\{(.+)\}$/, (_, name: string) => join(directory, name)));
    const { error, status, stdout, stderr } = spawnSync("openssl", resolved, { encoding: "utf8" });
    if (error !== undefined)
      throw new Error(`these tests need the openssl command as second judge: ${error.message}`);
    return { ok: status === 0, output: `${stdout}${stderr}` };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The second judge: `openssl verify -x509_strict` of a leaf, at a time, with only these anchors. */
export function opensslVerify(
  chain: { leaf: Uint8Array; intermediates: readonly Uint8Array[]; anchors: readonly Uint8Array[] },
  time: Date,
  more: readonly string[] = [],
): { readonly ok: boolean; readonly output: string } {
  const pem = (certificates: readonly Uint8Array[]): string =>
    certificates.map((bytes) => encodePem("CERTIFICATE", bytes)).join("");
  const untrusted = chain.intermediates.length === 0 ? [] : ["-untrusted", "{intermediates.pem}"];
  const attime = String(Math.floor(time.getTime() / 1000));
  return openssl(
    [
      "verify",
      "-x509_strict",
      "-attime",
      attime,
      ...more,
      "-trusted",
      "{anchors.pem}",
      ...untrusted,
      "{leaf.pem}",
    ],
    {
      "anchors.pem": pem(chain.anchors),
      "intermediates.pem": pem(chain.intermediates),
      "leaf.pem": pem([chain.leaf]),
    },
  );
}
