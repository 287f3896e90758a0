import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ed25519 } from "@noble/curves/ed25519";
import { getAddressDecoder } from "@solana/kit";
import { expect } from "chai";
import { developmentSigner, loadSigner } from "../../src/chain/solana/signer.ts";

const secret = Uint8Array.from({ length: 32 }, (_, i) => i + 100);
const pair = [...secret, ...ed25519.getPublicKey(secret)];

describe("signer key of the second family", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "pda-signer-"));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const written = (text: string, mode = 0o600): { kind: "file"; path: string } => {
    const path = join(dir, "signer.json");
    rmSync(path, { force: true });
    writeFileSync(path, text, { mode });
    return { kind: "file", path };
  };
  const refusal = (source: Parameters<typeof loadSigner>[0], development = false): Promise<string> =>
    loadSigner(source, development).then(
      () => "taken",
      (error: Error) => String(error.stack),
    );

  it("is the well-known one only in development", async () => {
    const development = await loadSigner({ kind: "development" }, true);
    expect(development.address).to.equal((await developmentSigner(0)).address);
    expect(await refusal({ kind: "development" })).to.include("refused in production");
  });

  it("is read from a file as solana-keygen writes it, that only its owner can read", async () => {
    const { address } = await loadSigner(written(JSON.stringify(pair)), false);
    expect(address).to.equal(getAddressDecoder().decode(ed25519.getPublicKey(secret)));
    expect(await refusal(written(JSON.stringify(pair), 0o644))).to.include("chmod 600");
  });

  it("is never part of the error about it", async () => {
    const swapped = [...secret, ...ed25519.getPublicKey(secret.toReversed())];
    const wrong = [
      "",
      "12",
      "[1,2]",
      JSON.stringify(pair).slice(1),
      JSON.stringify([...pair.slice(0, 63), 256]),
    ];
    for (const text of [...wrong, JSON.stringify(swapped)]) {
      const message = await refusal(written(text));
      expect(message, text).to.match(/signer key file/);
      expect(message).to.not.include("100,101,102");
    }
  });
});
