// A root whose certificate is gone, and whose private key must stay.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { writeNewRoot } from "../../src/pki/files.ts";
import { initialise } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { ensureTrustRoot } from "../../src/pki/trust-root.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const trustDomain = "pda.internal";

describe("the key of a root without its certificate", function () {
  this.timeout(120_000);

  for (const [what, of] of [
    ["tier root", "root"],
    ["trust root", "trustRoot"],
  ] as const)
    it(`stays as it is, and the commands say what to do: ${what}`, async () => {
      using dir = temporaryDirectory();
      const pki = join(dir.path, "pki");
      await initialise({ dir: pki, trustDomain });
      ensureTrustRoot(pki, "Tests");
      const { cert, key } = layout(pki)[of];
      const before = readFileSync(key, "utf8");
      const tier = readFileSync(layout(pki).tier("core").cert, "utf8");
      rmSync(cert);
      for (const command of [
        ["pki", "init"],
        ["pki", "issue", "till", "--scope=payments.read"],
      ]) {
        const { code, stderr } = await pda(command, { env: { PDA_DATA_DIR: dir.path } });
        expect(code, command.join(" ")).to.equal(78);
        expect(stderr).to.contain(`pda: the ${what} has a key but no certificate: ${cert} is missing`);
        expect(stderr).to.contain(`next: restore ${cert} from the backup`).and.to.contain(`remove ${key}`);
      }
      expect(readFileSync(key, "utf8")).to.equal(before);
      expect(readFileSync(layout(pki).tier("core").cert, "utf8")).to.equal(tier);
      rmSync(key);
      expect((await pda(["pki", "init"], { env: { PDA_DATA_DIR: dir.path } })).stdout).to.contain(
        `created ${what}`,
      );
    });

  it("goes again when the certificate cannot be written, so that the next start makes a root", () => {
    using dir = temporaryDirectory();
    const files = { key: join(dir.path, "root.key"), cert: join(dir.path, "absent", "root.crt") };
    expect(() => writeNewRoot(files, { key: "key", cert: "certificate" })).to.throw(/root\.crt/);
    expect(existsSync(files.key)).to.equal(false);
  });
});
