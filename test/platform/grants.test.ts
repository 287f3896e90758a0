import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { logger } from "../../src/logger.ts";
import { loadGrants, readGrants } from "../../src/pki/grants.ts";
import { initialise, issueService, renewService, revokeService } from "../../src/pki/installation.ts";
import { layout } from "../../src/pki/names.ts";
import { PkiError } from "../../src/pki/problem.ts";
import { until } from "../../src/platform/process-table.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const trustDomain = "pda.internal";
const log = logger("test", { level: "silent" });
const merchantId = "mer_01h2xcejqtf2nbrexx3vqjhp41";
const till = "spiffe://pda.internal/service/till";

async function installation() {
  const dir = temporaryDirectory();
  await initialise({ dir: dir.path, trustDomain });
  return dir;
}

async function reasonOf(work: Promise<unknown>): Promise<PkiError> {
  const reason = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(reason).to.be.instanceOf(PkiError);
  return reason as PkiError;
}

describe("grants of internal services", () => {
  it("come with a certificate whose only URI name is the service", async () => {
    using dir = await installation();
    const { spiffeId, files } = await issueService({
      dir: dir.path,
      trustDomain,
      name: "till",
      scopes: ["payments.write", "payments.read"],
      merchantId,
    });
    expect(spiffeId).to.equal(till);
    const root = layout(dir.path).root.cert;
    expect(
      spawnSync("openssl", ["verify", "-x509_strict", "-purpose", "sslclient", "-CAfile", root, files.cert])
        .status,
    ).to.equal(0);
    const names = spawnSync("openssl", ["x509", "-in", files.cert, "-noout", "-ext", "subjectAltName"], {
      encoding: "utf8",
    });
    expect(names.stdout.match(/URI:[^,\n]+/g)).to.deep.equal([`URI:${till}`]);
    expect(readGrants(dir.path)).to.deep.equal([
      { spiffeId: till, scopes: ["payments.read", "payments.write"], merchantId },
    ]);
  });

  it("replace the former grant of the same service", async () => {
    using dir = await installation();
    await issueService({ dir: dir.path, trustDomain, name: "till", scopes: ["payments.write"] });
    await issueService({ dir: dir.path, trustDomain, name: "till", scopes: ["payments.read"] });
    expect(readGrants(dir.path).map(({ scopes }) => scopes)).to.deep.equal([["payments.read"]]);
  });

  it("stay as they are when the certificate is renewed", async () => {
    using dir = await installation();
    const place = { dir: dir.path, trustDomain, name: "till" };
    const { files } = await issueService({ ...place, scopes: ["payments.write"], merchantId });
    const before = { grants: readGrants(dir.path), cert: readFileSync(files.cert, "utf8") };
    await renewService(place);
    expect(readGrants(dir.path)).to.deep.equal(before.grants);
    expect(readFileSync(files.cert, "utf8")).to.not.equal(before.cert);
    expect((await reasonOf(renewService({ ...place, name: "other" }))).message).to.contain("has no grant");
  });

  it("are refused for a bad name, scope or identifier before anything is made", async () => {
    using dir = await installation();
    const issue = (change: object) =>
      issueService({ dir: dir.path, trustDomain, name: "till", scopes: ["payments.read"], ...change });
    expect((await reasonOf(issue({ name: "../gateway" }))).message).to.contain("cannot be a service name");
    expect((await reasonOf(issue({ name: "Till" }))).message).to.contain("cannot be a service name");
    expect((await reasonOf(issue({ scopes: ["*"] }))).message).to.contain("must look like payments.write");
    expect((await reasonOf(issue({ merchantId: "mer_1" }))).message).to.contain("must be a mer_… identifier");
    expect((await reasonOf(issue({ publisherId: merchantId }))).message).to.contain(
      "must be a pub_… identifier",
    );
    expect(readGrants(dir.path)).to.deep.equal([]);
    expect(() => readFileSync(layout(dir.path).service("till").cert)).to.throw("ENOENT");
  });

  it("that are limited to a merchant or a publisher reach nothing beyond it, also when they were written earlier", async () => {
    using dir = await installation();
    const publisherId = "pub_01h2xcejqtf2nbrexx3vqjhp41";
    const wide = ["merchants.admin", "operators.admin", "publishers.admin", "tenants.read"];
    for (const limit of [{ merchantId }, { publisherId }]) {
      for (const scope of wide) {
        const asked = { dir: dir.path, trustDomain, name: "till", scopes: ["events.read", scope], ...limit };
        expect((await reasonOf(issueService(asked))).message).to.contain(`${scope} reaches beyond one`);
      }
      const grants = [{ spiffeId: till, scopes: ["events.read", ...wide], ...limit }];
      writeFileSync(layout(dir.path).grants, JSON.stringify({ grants }));
      using loaded = loadGrants({ dir: dir.path, log });
      expect(loaded.find(till)?.scopes).to.deep.equal(["events.read"]);
    }
    await issueService({ dir: dir.path, trustDomain, name: "till", scopes: wide });
    expect(readGrants(dir.path)).to.deep.equal([{ spiffeId: till, scopes: wide }]);
  });

  it("are followed by a running process, and a service whose grant is taken away is nobody", async () => {
    using dir = await installation();
    using grants = loadGrants({ dir: dir.path, log, pollMs: 50 });
    expect(grants.find(till)).to.equal(undefined);
    await issueService({ dir: dir.path, trustDomain, name: "till", scopes: ["payments.read"] });
    expect(await until(() => grants.find(till) !== undefined, 10_000)).to.equal(true);
    expect(grants.find("spiffe://pda.internal/service/tills")).to.equal(undefined);
    revokeService({ dir: dir.path, trustDomain, name: "till" });
    expect(await until(() => grants.find(till) === undefined, 10_000)).to.equal(true);
    expect(() => revokeService({ dir: dir.path, trustDomain, name: "till" })).to.throw(
      PkiError,
      "has no grant",
    );
  });

  it("are not given to a revoked name while a former certificate of it may be valid", async () => {
    using dir = await installation();
    const service = { dir: dir.path, trustDomain, name: "till", scopes: ["payments.read"] };
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await issueService(service);
    revokeService(service);
    const refused = await issueService(service).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(PkiError).and.to.have.property("message").that.contains("was revoked");
    expect(readGrants(dir.path)).to.deep.equal([]);
    await issueService({ ...service, name: "till-2" });
    await issueService({ ...service, now: days(31) });
    revokeService({ ...service, now: days(31) });
    const later = await issueService({ ...service, now: days(60) }).catch((error: unknown) => error);
    expect(later).to.be.instanceOf(PkiError);
    writeFileSync(layout(dir.path).revokedServices, "[]");
    const broken = await issueService({ ...service, now: days(90) }).catch((error: unknown) => error);
    expect(broken).to.be.instanceOf(PkiError).and.to.have.property("message").that.contains("not a list");
  });

  it("refuse to start on a file that is not one of grants, and keep the old ones when it breaks later", async () => {
    using dir = await installation();
    await issueService({ dir: dir.path, trustDomain, name: "till", scopes: ["payments.read"] });
    const file = layout(dir.path).grants;
    const good = readFileSync(file, "utf8");
    using grants = loadGrants({ dir: dir.path, log, pollMs: 20 });
    for (const bad of [
      "{",
      "[]",
      '{"grants":[{"spiffeId":"spiffe://x/gateway","scopes":[]}]}',
      good.replace('"scopes"', '"scope"'),
    ]) {
      writeFileSync(file, bad);
      expect(() => loadGrants({ dir: dir.path, log }), bad).to.throw(PkiError);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(grants.find(till)?.scopes).to.deep.equal(["payments.read"]);
  });
});
