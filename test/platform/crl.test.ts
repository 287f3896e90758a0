// What an operator does on the command line with the service's keys and with the list of a root that is kept offline.
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { KeyRing } from "../../src/rpc/key-ring.ts";
import { Sealer } from "../../src/rpc/seal.ts";
import { loadTrustAuthority } from "../../src/services/authority/trust-authority.ts";
import { registryEntry } from "../../src/services/publisher/certificates/convert.ts";
import { RevocationLists } from "../../src/services/revocation/revocation-lists.ts";
import { SigningKeys } from "../../src/services/signing/signing-keys.ts";
import { Store } from "../../src/store/store.ts";
import { parseCertificate } from "../../src/trust/certificate.ts";
import { readCsr } from "../../src/trust/csr.ts";
import { newKey, newRequest } from "../services/support/openssl.ts";
import { type TestDatabase, testDatabase } from "../support/postgres.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type Outcome, pda } from "./program.ts";

describe("the operator's command line for keys and revocation lists", function () {
  this.timeout(120_000);
  const directory = temporaryDirectory();
  const at = (name: string): string => join(directory.path, name);
  const dataKey = randomBytes(32);
  const sealer = new Sealer(KeyRing.derivedFrom(dataKey));
  let database: TestDatabase;
  let store: Store;
  before(async () => {
    database = await testDatabase();
    store = new Store({ url: database.url, poolMax: 5, statementTimeoutMs: 30_000 });
    expect((await run("pki", "init")).code).to.equal(0);
    writeFileSync(at("data.key"), `${dataKey.toString("base64")}\n`, { mode: 0o600 });
  });
  after(async () => {
    await store.close();
    await database.close();
    directory[Symbol.dispose]();
  });

  const run = (...args: string[]): Promise<Outcome> =>
    pda(args, { env: { PDA_DATA_DIR: directory.path, DATABASE_URL: database.url }, cwd: directory.path });
  const trust = () => loadTrustAuthority({ dir: at("pki/trust"), assetDomain: "assets.pda.example", sealer });

  it("lists the signing keys and replaces them", async () => {
    expect((await run("keys", "signing")).stdout).to.contain("no signing keys exist yet");
    const none = await run("keys", "rotate-signing");
    expect(none.code).to.equal(1);
    expect(none.stderr).to.contain("pda up");
    using keys = new SigningKeys({ store, sealer });
    await keys.load();
    const before = keys.of("receipt").keyId;
    const rotated = await run("keys", "rotate-signing", "--for", "receipts");
    expect(rotated.stdout).to.match(/^receipt {2}[A-Za-z0-9_-]{43} signs from \d{4}-/);
    expect((await run("keys", "rotate-signing", "--for", "receipts")).stdout).to.contain(
      "is already published",
    );
    const listed = (await run("keys", "signing")).stdout.trim().split("\n");
    // A head, the replaced key, and one of each purpose.
    expect(listed).to.have.length(7);
    expect(listed.find((line) => line.startsWith(before))).to.match(/(\s+\d{4}-\S+Z){3}$/);
    await run("keys", "rotate-signing", "--for", "receipts", "--compromised");
    expect((await run("keys", "signing")).stdout).to.not.contain(before);
    await keys.refresh();
    expect(keys.of("receipt").keyId).to.not.equal(before);
    expect((await run("keys", "rotate-signing", "--for", "tickets")).stderr).to.contain(
      "receipts, status-lists, access-tokens",
    );
  });

  it("takes the list of an offline root, signed beside its key, which openssl reads; and no other", async () => {
    const publisher = await store.transact((tx) =>
      tx.publishers.insert({ publisherId: newId("publisher"), name: "Acme Mint" }),
    );
    const { spki } = readCsr(newRequest(newKey()));
    const certificate = trust().issuePublisherCa(publisher, spki);
    const certificateId = newId("certificate");
    const { publisherId } = publisher;
    await store.transact(async (tx) => {
      await tx.publisherCertificates.insert({ certificateId, publisherId, ...registryEntry(certificate) });
      await tx.publisherCertificates.revoke(publisherId, certificateId, "key_compromise");
    });
    renameSync(at("pki/trust/root.key"), at("vault.key"));
    const lists = () => new RevocationLists({ store, trust: trust() });
    expect(await lists().list("root")).to.equal(undefined);

    expect((await run("crl", "export", at("order.json"))).stdout).to.contain("1 revoked certificate(s)");
    const root = at("pki/trust/root.crt");
    const sign = (order: string, crl: string) =>
      run("crl", "sign", at(order), at(crl), "--root", root, "--key", at("vault.key"));
    expect((await sign("order.json", "root.crl")).code).to.equal(0);

    const forged = readFileSync(at("root.crl"));
    forged[forged.length - 1] = (forged[forged.length - 1] as number) ^ 1;
    writeFileSync(at("forged.crl"), forged);
    const refused = await run("crl", "import", at("forged.crl"));
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.contain("not signed by the key of the trust root");
    writeFileSync(at("noise.crl"), randomBytes(200));
    expect((await run("crl", "import", at("noise.crl"))).stderr).to.contain("not a CRL in DER");
    expect(await lists().list("root")).to.equal(undefined);

    const imported = await run("crl", "import", at("root.crl"));
    expect(imported.code, imported.stderr).to.equal(0);
    expect(imported.stdout).to.not.contain("export again");
    expect((await run("crl", "import", at("root.crl"))).stderr).to.contain("CRL number must be greater");
    const shown = await lists().list("root");
    expect(Buffer.from(shown?.der as Uint8Array).equals(readFileSync(at("root.crl")))).to.equal(true);
    const text = execFileSync("openssl", ["crl", "-inform", "DER", "-noout", "-text", "-CAfile", root], {
      input: shown?.der,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
    });
    expect(text).to.contain("Key Compromise");
    const serial = parseCertificate(certificate.der).serial.toString(16).toUpperCase();
    expect(text.replace(/:/g, "")).to.contain(serial.length % 2 ? `0${serial}` : serial);
  });

  it("says which file of the trust root cannot be used, and which option names it", async () => {
    const root = at("pki/trust/root.crt");
    writeFileSync(at("noise.pem"), "words", { mode: 0o600 });
    writeFileSync(at("other.key"), newKey("secp384r1"), { mode: 0o600 });
    writeFileSync(
      at("rsa.key"),
      generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }),
      { mode: 0o600 },
    );
    for (const [files, problem, option] of [
      [{ root: at("noise.pem") }, `${at("noise.pem")} is not a certificate`, "--root"],
      [{ root: at("none.crt") }, `the trust root is missing: ${at("none.crt")}`, "--root"],
      [{ key: at("noise.pem") }, `${at("noise.pem")} is not a private key in PEM`, "--key"],
      [{ key: at("rsa.key") }, `${at("rsa.key")} is not a private key in PEM`, "--key"],
      [{ key: at("other.key") }, `${at("other.key")} is not the key of ${root}`, "--key"],
    ] as const) {
      const named = { root, key: at("vault.key"), ...files };
      const options = ["--root", named.root, "--key", named.key];
      const { code, stderr } = await run("crl", "sign", at("order.json"), at("out.crl"), ...options);
      expect(code, problem).to.not.equal(0);
      expect(stderr).to.contain(`pda: ${problem}`);
      expect(stderr).to.match(new RegExp(`next: .* with ${option}\n`));
    }
  });

  it("says what is wrong with an order", async () => {
    writeFileSync(at("bad.json"), "{}");
    const args = ["--root", at("pki/trust/root.crt"), "--key", at("vault.key")];
    const { code, stderr } = await run("crl", "sign", at("bad.json"), at("out.crl"), ...args);
    expect(code).to.equal(1);
    expect(stderr).to.contain("is not a file that pda crl export wrote");
    expect((await run("crl", "sign", at("none.json"), at("out.crl"), ...args)).stderr).to.contain(
      "pda crl export",
    );
  });
});
