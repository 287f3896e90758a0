import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { developmentAccount, loadSigner } from "../../src/chain/evm/signer.ts";

// The first account of the mnemonic that development nodes print when they start.
const publicKnownKey = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
const publicKnownAddress = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ownKey = "1".repeat(64);

describe("signer key", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "pda-signer-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it("is the well-known one only in development", () => {
    expect(loadSigner({ kind: "development" }, true).address).to.equal(publicKnownAddress);
    expect(() => loadSigner({ kind: "development" }, false)).to.throw("refused in production");
    expect(() => loadSigner({ kind: "key", key: publicKnownKey }, false)).to.throw("refused in production");
    expect(developmentAccount(0).address).to.equal(publicKnownAddress);
  });

  it("is read from a file that only its owner can read", () => {
    const path = join(dir, "signer.key");
    writeFileSync(path, `0x${ownKey}\n`, { mode: 0o600 });
    const { address } = loadSigner({ kind: "file", path }, false);
    expect(address).to.equal(loadSigner({ kind: "key", key: ownKey }, false).address);
    const open = join(dir, "open.key");
    writeFileSync(open, ownKey, { mode: 0o644 });
    expect(() => loadSigner({ kind: "file", path: open }, false)).to.throw("chmod 600");
  });

  it("is never part of the error about it", () => {
    const wrong = ["", "12", `${ownKey}00`, "f".repeat(64), "0".repeat(64), `${"1".repeat(63)}g`];
    for (const key of wrong) {
      let message = "";
      try {
        loadSigner({ kind: "key", key }, false);
      } catch (error) {
        message = String((error as Error).stack);
      }
      expect(message, `key ${key}`).to.include("the signer key is not");
      if (key.length > 10) expect(message).to.not.include(key.slice(0, 16));
    }
  });
});
