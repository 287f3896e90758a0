// Several processes change certificates and grants at the same time.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { readGrants } from "../../src/pki/grants.ts";
import { initialise, issueService, renewService, revokeService } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { takeLock } from "../../src/platform/lock.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { pda } from "./program.ts";

const trustDomain = "pda.internal";
const scopes = ["payments.read"];

describe("a revocation beside other changes", function () {
  this.timeout(120_000);

  it("is not undone by a certificate that is being made for another service", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    await issueService({ dir: dir.path, trustDomain, name: "till", scopes });
    const issuing = issueService({ dir: dir.path, trustDomain, name: "reporting", scopes });
    revokeService({ dir: dir.path, trustDomain, name: "till" });
    await issuing;
    expect(readGrants(dir.path).map(({ spiffeId }) => spiffeId)).to.deep.equal([
      "spiffe://pda.internal/service/reporting",
    ]);
  });

  it("is not undone by a renewal of the same service", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    await issueService({ dir: dir.path, trustDomain, name: "till", scopes });
    const renewing = renewService({ dir: dir.path, trustDomain, name: "till" });
    revokeService({ dir: dir.path, trustDomain, name: "till" });
    const refused = await renewing.then(
      () => "renewed",
      (error: Error) => error.message,
    );
    expect(refused).to.contain("was revoked");
    expect(readGrants(dir.path)).to.deep.equal([]);
  });

  it("waits, as each command that changes the folder does, until the other command has ended", async () => {
    using dir = temporaryDirectory();
    const env = { PDA_DATA_DIR: dir.path };
    const pki = join(dir.path, "pki");
    await initialise({ dir: pki, trustDomain });
    for (const name of ["till", "leaver"]) await issueService({ dir: pki, trustDomain, name, scopes });
    const { servicesDir } = layout(pki);
    const lock = takeLock(servicesDir, "pda pki issue");
    const commands = [["revoke", "leaver"], ["renew", "till"], ["renew"], ["init"]];
    const ended: string[] = [];
    const running = commands.map(async (command) => {
      const outcome = await pda(["pki", ...command], { env });
      ended.push(command.join(" "));
      return outcome;
    });
    await sleep(4_000);
    expect(ended).to.deep.equal([]);
    expect(readGrants(pki)).to.have.lengthOf(2);
    lock.release();
    for (const { code, stderr } of await Promise.all(running)) expect(code, stderr).to.equal(0);
    expect(readGrants(pki).map(({ spiffeId }) => spiffeId)).to.deep.equal([
      "spiffe://pda.internal/service/till",
    ]);
    expect(readdirSync(servicesDir).filter((name) => name.includes("lock"))).to.deep.equal([]);
  });

  it("says who keeps the lock when it does not end", async () => {
    using dir = temporaryDirectory();
    const { servicesDir } = layout(join(dir.path, "pki"));
    using _ = takeLock(servicesDir, "pda pki issue");
    const { code, stderr } = await pda(["pki", "revoke", "till"], { env: { PDA_DATA_DIR: dir.path } });
    expect(code).to.equal(1);
    expect(stderr).to.match(
      new RegExp(
        `^pda: "pda pki issue" has been changing certificates and grants since .* \\(pid ${process.pid}\\)\n {2}next: `,
      ),
    );
  });
});
