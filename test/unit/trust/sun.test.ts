import { expect } from "chai";
import * as fc from "fast-check";
import { aesCmac } from "../../../src/trust/sun/cmac.ts";
import { type SunMessage, verifySun } from "../../../src/trust/sun.ts";
import { openssl } from "./support/openssl.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const keys = {
  metaRead: hex("00112233445566778899aabbccddeeff"),
  fileRead: hex("0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
};
const UID = hex("04a1b2c3d4e5f6");
const COUNTER = 0x010203;
const COUNTER_OCTETS = hex("030201");

/** AES-CMAC by openssl. */
function opensslCmac(key: Uint8Array, message: Uint8Array): Buffer {
  const hexKey = Buffer.from(key).toString("hex");
  const name = `AES-${key.length * 8}-CBC`;
  const { output } = openssl(
    ["mac", "-cipher", name, "-macopt", `hexkey:${hexKey}`, "-in", "{message}", "CMAC"],
    { message },
  );
  return hex(output.trim());
}

/** AES-CBC without padding by openssl. */
function opensslEncrypt(key: Uint8Array, iv: Uint8Array, clear: Uint8Array): string {
  const [hexKey, hexIv] = [key, iv].map((octets) => Buffer.from(octets).toString("hex"));
  const { output } = openssl(
    ["enc", "-aes-128-cbc", "-nopad", "-a", "-A", "-K", hexKey ?? "", "-iv", hexIv ?? "", "-in", "{clear}"],
    { clear },
  );
  return Buffer.from(output, "base64").toString("hex").toUpperCase();
}

/** A message as a tag makes it (AN12196 §3.3, §3.4), with openssl's cipher and MAC. */
function tap(change: { picc?: Buffer; file?: Buffer; parameter?: string } = {}): SunMessage {
  const zero = Buffer.alloc(16);
  const picc = change.picc ?? Buffer.concat([hex("c7"), UID, COUNTER_OCTETS, hex("0102030405")]);
  const session = (vector: string): Buffer =>
    opensslCmac(keys.fileRead, Buffer.concat([hex(vector), UID, COUNTER_OCTETS]));
  const macKey = session("3cc300010080");
  const parameter = change.parameter ?? "cmac";
  let file: SunMessage["file"];
  if (change.file !== undefined) {
    const key = session("c33c00010080");
    const iv = hex(opensslEncrypt(key, zero, Buffer.concat([COUNTER_OCTETS, Buffer.alloc(13)])));
    file = { encFileData: opensslEncrypt(key, iv, change.file), macParameter: parameter };
  }
  const input = file === undefined ? "" : `${file.encFileData}&${parameter}=`;
  const mac = opensslCmac(macKey, Buffer.from(input)).filter((_, index) => index % 2 === 1);
  return {
    piccEncData: opensslEncrypt(keys.metaRead, zero, picc),
    cmac: Buffer.from(mac).toString("hex").toUpperCase(),
    ...(file === undefined ? {} : { file }),
  };
}

describe("aesCmac (RFC 4493)", () => {
  it("computes the examples of the RFC, §4", () => {
    const key = hex("2b7e1516 28aed2a6 abf71588 09cf4f3c");
    const message = hex(
      "6bc1bee2 2e409f96 e93d7e11 7393172a ae2d8a57 1e03ac9c 9eb76fac 45af8e51 30c81c46 a35ce411 e5fbc119 1a0a52ef f69f2445 df4f9b17 ad2b417b e66c3710",
    );
    const expected: readonly (readonly [number, string])[] = [
      [0, "bb1d6929e95937287fa37d129b756746"],
      [16, "070a16b46b4d4144f79bdd9dd04a287c"],
      [40, "dfa66747de9ae63030ca32611497c827"],
      [64, "51f0bebf7e3b9d92fc49741779363cfe"],
    ];
    for (const [length, mac] of expected) {
      expect(aesCmac(key, message.subarray(0, length)).toString("hex")).to.equal(mac);
    }
  });

  it("computes what openssl does, for keys of every size", () => {
    for (const size of [16, 24, 32]) {
      const [key, message] = [Buffer.alloc(size, size), Buffer.alloc(size + 5, 0xa5)];
      expect(aesCmac(key, message).equals(opensslCmac(key, message))).to.equal(true);
    }
    expect(() => aesCmac(Buffer.alloc(15), Buffer.alloc(1))).to.throw(RangeError);
  });
});

describe("verifySun (AN12196), over messages made with openssl", () => {
  it("tells UID and counter, and file data where there is some", () => {
    expect(verifySun(tap(), keys)).to.deep.equal({
      ok: true,
      uid: Uint8Array.from(UID),
      counter: COUNTER,
      fileData: undefined,
    });
    const file = Buffer.from("0123456789abcdefghijklmnopqrstuv");
    const result = verifySun(tap({ file }), keys);
    expect(result.ok && Buffer.from(result.fileData ?? []).equals(file)).to.equal(true);
  });

  it("reads hexadecimal in either case, but takes the MAC over the text as it came", () => {
    const { piccEncData, cmac } = tap();
    expect(verifySun({ piccEncData: piccEncData.toLowerCase(), cmac: cmac.toLowerCase() }, keys).ok).to.equal(
      true,
    );
    const message = tap({ file: Buffer.alloc(16, 0x61) });
    const encFileData = message.file?.encFileData.toLowerCase() ?? "";
    expect(verifySun({ ...message, file: { encFileData, macParameter: "cmac" } }, keys)).to.deep.equal({
      ok: false,
      reason: "SUN_MAC_INVALID",
    });
  });

  it("refuses a changed MAC, other keys, and another parameter name", () => {
    const message = tap();
    const mac = hex(message.cmac);
    for (let bit = 0; bit < 64; bit += 1) {
      const wrong = Buffer.from(mac);
      wrong[bit >> 3] = (wrong[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verifySun({ ...message, cmac: wrong.toString("hex") }, keys).ok).to.equal(false);
    }
    const otherFile = { ...keys, fileRead: keys.metaRead };
    expect(verifySun(message, otherFile)).to.deep.equal({ ok: false, reason: "SUN_MAC_INVALID" });
    const otherMeta = { ...keys, metaRead: keys.fileRead };
    expect(verifySun(message, otherMeta)).to.deep.equal({ ok: false, reason: "SUN_PICC_DATA_UNREADABLE" });
    const withFile = tap({ file: Buffer.alloc(16, 1), parameter: "m" });
    const file = { encFileData: withFile.file?.encFileData ?? "", macParameter: "mac" };
    expect(verifySun({ ...withFile, file }, keys).ok).to.equal(false);
    expect(verifySun({ piccEncData: withFile.piccEncData, cmac: withFile.cmac }, keys).ok).to.equal(false);
  });

  it("refuses PICCData without UID or counter", () => {
    for (const tag of ["47", "87", "c4", "00"]) {
      const picc = Buffer.concat([hex(tag), UID, COUNTER_OCTETS, hex("0102030405")]);
      expect(verifySun(tap({ picc }), keys)).to.deep.equal({ ok: false, reason: "SUN_PICC_DATA_UNREADABLE" });
    }
  });

  it("calls malformed what has another length or alphabet, and fails on nothing", () => {
    const good = tap();
    const wrong: readonly SunMessage[] = [
      { ...good, piccEncData: good.piccEncData.slice(2) },
      { ...good, piccEncData: `${good.piccEncData.slice(1)}g` },
      { ...good, cmac: `${good.cmac}00` },
      { ...good, cmac: "" },
      { ...good, file: { encFileData: "", macParameter: "cmac" } },
      { ...good, file: { encFileData: "00".repeat(15), macParameter: "cmac" } },
      { ...good, file: { encFileData: "00".repeat(272), macParameter: "cmac" } },
      { ...good, file: { encFileData: "00".repeat(16), macParameter: "a&b=" } },
    ];
    for (const message of wrong) {
      expect(verifySun(message, keys)).to.deep.equal({ ok: false, reason: "SUN_MALFORMED" });
    }
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (piccEncData, cmac, encFileData) => {
        expect(verifySun({ piccEncData, cmac, file: { encFileData, macParameter: "c" } }, keys).ok).to.equal(
          false,
        );
      }),
      { numRuns: 300, seed: 20270601 },
    );
  });
});
