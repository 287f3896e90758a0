// A tier root that is replaced: at once, or step by step while two are trusted.
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { logger } from "../../src/logger.ts";
import { loadTierIdentity } from "../../src/pki/identity.ts";
import { initialise, renew, retireRoot } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const trustDomain = "pda.internal";
const log = logger("test", { level: "silent" });
const load = (dir: string) => loadTierIdentity({ dir, tier: "core", trustDomain, log });
/** The exit code of openssl. */
const verify = (root: string, certificate: string) =>
  spawnSync("openssl", ["verify", "-CAfile", root, certificate]).status;

describe("certificates of the tiers, whose root is replaced,", () => {
  it("come anew from another root after the former is put aside", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain, hosts: ["core-1.example.net"] });
    const former = retireRoot(dir.path);
    expect(former?.hosts).to.have.members([
      "localhost",
      "127.0.0.1",
      "0:0:0:0:0:0:0:1",
      "core-1.example.net",
    ]);
    await initialise({ dir: dir.path, trustDomain });
    const formerRoot = join(former?.aside ?? "", "root.crt");
    expect(verify(formerRoot, layout(dir.path).tier("core").cert)).to.not.equal(0);
    load(dir.path).close();
  });

  it("change to another root step by step, while both are trusted", async () => {
    using dir = temporaryDirectory();
    using other = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    await initialise({ dir: other.path, trustDomain });
    const { root, tier } = layout(dir.path);
    const [former, next] = [root.cert, layout(other.path).root.cert].map((file) =>
      readFileSync(file, "utf8"),
    );
    writeFileSync(root.cert, `${next}${former}`);
    load(dir.path).close();
    copyFileSync(layout(other.path).root.key, root.key);
    expect(await renew({ dir: dir.path, trustDomain, withinDays: 7 })).to.have.lengthOf(5);
    expect(verify(layout(other.path).root.cert, tier("core").cert)).to.equal(0);
    load(dir.path).close();
    writeFileSync(root.cert, next as string);
    load(dir.path).close();
  });

  it("are renewed where the key of the root is, which a machine without the key says, and makes no root of its own", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    const { root } = layout(dir.path);
    rmSync(root.key);
    const before = readFileSync(root.cert, "utf8");
    for (const command of ["renew", "init"]) {
      const { code, stderr } = await pda(["pki", command], { env: { PDA_PKI_DIR: dir.path } });
      expect(code).to.equal(78);
      expect(stderr)
        .to.include("next: run the command on the machine that has this key")
        .and.to.not.include("run: pda pki init");
    }
    expect(readFileSync(root.cert, "utf8")).to.equal(before);
  });
});
