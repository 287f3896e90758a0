import { expect } from "chai";
import { parseCertificate } from "../../../../src/trust/certificate.ts";
import { TrustInputError } from "../../../../src/trust/error.ts";
import { DEVICE } from "../../../../src/trust/path/profile.ts";
import { validatePath } from "../../../../src/trust/path.ts";
import { opensslVerify } from "./openssl.ts";

/** What a path is looked for in, DER. */
export interface PathFiles {
  readonly leaf: Uint8Array;
  readonly intermediates: readonly Uint8Array[];
  readonly anchors: readonly Uint8Array[];
}

/** Our verdict; bytes that cannot be read count as refused. */
function weAccept({ leaf, intermediates, anchors }: PathFiles, time: Date): boolean {
  try {
    return validatePath(
      {
        leaf: parseCertificate(leaf),
        intermediates: intermediates.map(parseCertificate),
        anchors: anchors.map(parseCertificate),
      },
      DEVICE,
      time,
    ).valid;
  } catch (error) {
    if (error instanceof TrustInputError) return false;
    throw error;
  }
}

/** Fails where we accept and openssl refuses; asks openssl only then. Returns our verdict. */
export function judgeBoth(files: PathFiles, time: Date, what = ""): boolean {
  const accepted = weAccept(files, time);
  if (accepted) {
    const second = opensslVerify(files, time);
    const shown = [files.leaf, ...files.intermediates]
      .map((der) => Buffer.from(der).toString("base64"))
      .join("\n");
    expect(second.ok, `${what}: we accept what openssl refuses: ${second.output}\n${shown}`).to.equal(true);
  }
  return accepted;
}
