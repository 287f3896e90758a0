import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect } from "chai";
import { logger } from "../../src/logger.ts";
import { createRoot } from "../../src/pki/authority.ts";
import { uriNames } from "../../src/pki/check.ts";
import { loadHttpsCertificate, loadTierIdentity } from "../../src/pki/identity.ts";
import { initialise, issueService, listCertificates, renew } from "../../src/pki/installation.ts";
import { layout, TIERS, type Tier } from "../../src/pki/names.ts";
import { PkiError } from "../../src/pki/problem.ts";
import { ensureTrustRoot } from "../../src/pki/trust-root.ts";
import { until } from "../../src/platform/process-table.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const trustDomain = "pda.internal";
const DAY_MS = 86_400_000;
const quiet = logger("test", { level: "silent" });

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS);
const modeOf = (file: string) => statSync(file).mode & 0o777;

function openssl(...args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  return { status, text: `${stdout}${stderr}` };
}

function load(dir: string, tier: Tier = "core", log = quiet) {
  return loadTierIdentity({ dir, tier, trustDomain, log, pollMs: 50 });
}

/** The refusal, after which a process does not start. */
function refusal(work: () => { close(): void }): PkiError {
  try {
    work().close();
  } catch (error) {
    expect(error).to.be.instanceOf(PkiError);
    return error as PkiError;
  }
  throw new Error("it was accepted");
}

describe("certificates of the tiers", () => {
  it("have a chain, names and usages that openssl accepts for both sides", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    const files = layout(dir.path);
    for (const tier of TIERS) {
      for (const purpose of ["sslserver", "sslclient"]) {
        const verdict = openssl(
          "verify",
          "-x509_strict",
          "-purpose",
          purpose,
          "-CAfile",
          files.root.cert,
          files.tier(tier).cert,
        );
        expect(verdict.status, verdict.text).to.equal(0);
      }
      const { text } = openssl("x509", "-in", files.tier(tier).cert, "-noout", "-text");
      expect(text).to.contain(
        `URI:spiffe://pda.internal/${tier}, DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1`,
      );
      expect(text).to.contain("ASN1 OID: prime256v1").and.to.contain("CA:FALSE");
    }
  });

  it("live 30 days under a root of 10 years that can sign no further CA", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    const files = layout(dir.path);
    const days = (file: string) =>
      Math.round((new X509Certificate(readFileSync(file)).validToDate.getTime() - Date.now()) / DAY_MS);
    expect(days(files.tier("core").cert)).to.equal(30);
    expect(days(files.root.cert)).to.equal(3652);
    expect(openssl("x509", "-in", files.root.cert, "-noout", "-ext", "basicConstraints").text).to.contain(
      "CA:TRUE, pathlen:0",
    );
  });

  it("do not make the public HTTPS certificate a caller between tiers", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    const files = layout(dir.path);
    expect(
      openssl(
        "verify",
        "-purpose",
        "sslserver",
        "-verify_hostname",
        "localhost",
        "-CAfile",
        files.root.cert,
        files.https.cert,
      ).status,
    ).to.equal(0);
    expect(
      openssl("verify", "-purpose", "sslclient", "-CAfile", files.root.cert, files.https.cert).status,
    ).to.not.equal(0);
    expect(uriNames(new X509Certificate(readFileSync(files.https.cert)))).to.deep.equal([]);
  });

  it("are in folders of mode 0700, and every file has mode 0600", async () => {
    using dir = temporaryDirectory();
    const home = join(dir.path, "data", "pki");
    await initialise({ dir: home, trustDomain });
    await issueService({ dir: home, trustDomain, name: "till", scopes: ["payments.read"] });
    ensureTrustRoot(home, "assets.pda.example");
    for (const folder of ["..", ".", "tier", "services", "trust"])
      expect(modeOf(join(home, folder)), folder).to.equal(0o700);
    const entries = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const entry of entries)
      expect(modeOf(join(entry.parentPath, entry.name)), entry.name).to.equal(0o600);
  });

  it("stay as they are when initialised again, and what is missing comes back", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    const files = layout(dir.path);
    const before = readFileSync(files.tier("core").cert, "utf8");
    rmSync(files.tier("worker").key);
    expect(await initialise({ dir: dir.path, trustDomain })).to.deep.equal(["spiffe://pda.internal/worker"]);
    expect(readFileSync(files.tier("core").cert, "utf8")).to.equal(before);
  });

  it("carry further host names when asked to", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain, hosts: ["core-1.example.net", "192.0.2.7"] });
    const { text } = openssl(
      "x509",
      "-in",
      layout(dir.path).tier("core").cert,
      "-noout",
      "-ext",
      "subjectAltName",
    );
    expect(text).to.contain("DNS:core-1.example.net").and.to.contain("IP Address:192.0.2.7");
  });

  it("keep their host names when they are renewed", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain, hosts: ["core-1.example.net", "2001:db8::7"] });
    const { cert } = layout(dir.path).tier("core");
    const names = () => openssl("x509", "-in", cert, "-noout", "-ext", "subjectAltName").text;
    const before = names();
    await renew({ dir: dir.path, trustDomain });
    expect(names()).to.equal(before);
    expect(before).to.contain("DNS:core-1.example.net").and.to.contain("IP Address:2001:DB8:0:0:0:0:0:7");
  });

  it("are renewed when they end within the given days, and else kept", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain, now: daysFromNow(-25) });
    expect(await renew({ dir: dir.path, trustDomain, withinDays: 3 })).to.deep.equal([]);
    expect(await renew({ dir: dir.path, trustDomain, withinDays: 7 })).to.have.lengthOf(5);
    for (const listed of listCertificates(dir.path)) {
      if ("problem" in listed) throw listed.problem;
      expect(listed.notAfter > daysFromNow(29), listed.name).to.equal(true);
    }
  });
});

describe("the identity of a tier", () => {
  it("is the SPIFFE id with certificate, key and root", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    using identity = load(dir.path, "gateway");
    expect(identity.spiffeId).to.equal("spiffe://pda.internal/gateway");
    expect(new X509Certificate(identity.current().cert).issuer).to.equal(
      new X509Certificate(identity.current().ca).subject,
    );
  });

  it("is refused with an expired certificate", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain, now: daysFromNow(-31) });
    const error = refusal(() => load(dir.path));
    expect(error.message).to.contain("the core certificate expired on");
    expect(error.advice).to.equal("run: pda pki renew");
    await renew({ dir: dir.path, trustDomain });
    load(dir.path).close();
  });

  it("is refused with a certificate that is not valid yet", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    await renew({ dir: dir.path, trustDomain, now: daysFromNow(2) });
    expect(refusal(() => load(dir.path)).message).to.contain("is not valid before");
  });

  it("is refused with a certificate of a foreign root, also one of the same name", async () => {
    using dir = temporaryDirectory();
    using foreign = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    await initialise({ dir: foreign.path, trustDomain });
    for (const part of ["cert", "key"] as const)
      copyFileSync(layout(foreign.path).tier("core")[part], layout(dir.path).tier("core")[part]);
    const error = refusal(() => load(dir.path));
    expect(error.message).to.contain("was not issued by this installation's tier root");
    expect(error.advice).to.equal("run: pda pki renew");
  });

  it("is refused with a certificate of the trust root", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    ensureTrustRoot(dir.path, "assets.pda.example");
    const files = layout(dir.path);
    copyFileSync(files.trustRoot.cert, files.tier("core").cert);
    copyFileSync(files.trustRoot.key, files.tier("core").key);
    expect(refusal(() => load(dir.path)).message).to.contain(
      "was not issued by this installation's tier root",
    );
  });

  it("is refused with another tier's certificate, and with that of another trust domain", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    const files = layout(dir.path);
    for (const part of ["cert", "key"] as const)
      copyFileSync(files.tier("worker")[part], files.tier("core")[part]);
    const error = refusal(() => load(dir.path));
    expect(error.message).to.contain(
      "is for spiffe://pda.internal/worker, not for spiffe://pda.internal/core",
    );
    const other = refusal(() =>
      loadTierIdentity({ dir: dir.path, tier: "gateway", trustDomain: "other.internal", log: quiet }),
    );
    expect(other.message).to.contain("not for spiffe://other.internal/gateway");
  });

  it("is refused with an internal service's certificate", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    await issueService({ dir: dir.path, trustDomain, name: "core", scopes: ["payments.read"] });
    const files = layout(dir.path);
    for (const part of ["cert", "key"] as const)
      copyFileSync(files.service("core")[part], files.tier("core")[part]);
    expect(refusal(() => load(dir.path)).message).to.contain("is for spiffe://pda.internal/service/core");
  });

  it("is refused when the key is of another certificate, damaged, missing or open to everyone", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    const { key } = layout(dir.path).tier("core");
    const good = readFileSync(key);
    copyFileSync(layout(dir.path).tier("worker").key, key);
    expect(refusal(() => load(dir.path)).message).to.contain("does not belong to");
    writeFileSync(key, "not a key");
    expect(refusal(() => load(dir.path)).message).to.contain("is not a PEM private key");
    rmSync(key);
    expect(refusal(() => load(dir.path)).message).to.contain("is missing");
    writeFileSync(key, good);
    chmodSync(key, 0o644);
    const open = refusal(() => load(dir.path));
    expect(open.message).to.contain("is readable by every user");
    expect(open.advice).to.equal(`run: chmod 600 ${key}`);
  });

  it("says what to run when nothing was ever made", () => {
    using dir = temporaryDirectory();
    expect(refusal(() => load(dir.path)).message).to.contain("is missing");
  });
});

describe("a change of certificate files", () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const recording = logger("test", { destination });

  beforeEach(() => {
    lines.length = 0;
  });

  it("is taken without a restart, also when the whole folder is replaced", async () => {
    using dir = temporaryDirectory();
    using next = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    using identity = load(dir.path);
    const seen: string[] = [];
    identity.onChange(({ cert }) => seen.push(cert));
    await renew({ dir: dir.path, trustDomain });
    const renewed = readFileSync(layout(dir.path).tier("core").cert, "utf8");
    expect(await until(() => identity.current().cert === renewed, 10_000)).to.equal(true);
    expect(seen).to.deep.equal([renewed]);

    await initialise({ dir: next.path, trustDomain });
    renameSync(layout(dir.path).tierDir, join(dir.path, "former"));
    renameSync(layout(next.path).tierDir, layout(dir.path).tierDir);
    const replaced = readFileSync(layout(dir.path).tier("core").cert, "utf8");
    expect(await until(() => identity.current().cert === replaced, 10_000)).to.equal(true);
  });

  it("to something broken is logged once, and the old certificate stays until a good one comes", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    using identity = load(dir.path, "core", recording);
    const before = identity.current();
    const file = layout(dir.path).tier("core").cert;
    writeFileSync(file, "broken");
    const complaints = () => lines.filter((line) => line.includes("is not a PEM certificate"));
    expect(await until(() => complaints().length > 0, 10_000)).to.equal(true);
    expect(identity.current()).to.equal(before);
    await renew({ dir: dir.path, trustDomain });
    const renewed = readFileSync(file, "utf8");
    expect(await until(() => identity.current().cert === renewed, 10_000)).to.equal(true);
    expect(complaints()).to.have.lengthOf(1);
  });

  it("is not heard of any more after a listener or the identity is closed", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    using identity = load(dir.path);
    const seen: string[] = [];
    const dispose = identity.onChange(() => seen.push("first"));
    identity.onChange(() => seen.push("second"));
    dispose();
    await renew({ dir: dir.path, trustDomain });
    expect(await until(() => seen.length > 0, 10_000)).to.equal(true);
    expect(seen).to.deep.equal(["second"]);
  });
});

describe("the public HTTPS certificate", () => {
  it("is that of gateway.tls when its files are set, and is refused when it has expired", async () => {
    using dir = temporaryDirectory();
    const [certFile, keyFile] = [join(dir.path, "public.crt"), join(dir.path, "public.key")];
    const make = async (madeAt: Date) => {
      const made = await createRoot("api.example.net", 1, madeAt);
      writeFileSync(certFile, made.cert);
      writeFileSync(keyFile, made.key, { mode: 0o600 });
    };
    await make(new Date());
    const certificate = loadHttpsCertificate({ dir: join(dir.path, "pki"), certFile, keyFile, log: quiet });
    expect(certificate.current().cert).to.equal(readFileSync(certFile, "utf8"));
    certificate.close();
    await make(daysFromNow(-3));
    const error = refusal(() =>
      loadHttpsCertificate({ dir: join(dir.path, "pki"), certFile, keyFile, log: quiet }),
    );
    expect(error.message).to.contain("expired");
    expect(error.advice).to.contain("gateway.tls.certFile");
  });
});

describe("the trust root", () => {
  it("is a P-384 CA for one level of CAs, made once and apart from the tier root", async () => {
    using dir = temporaryDirectory();
    await initialise({ dir: dir.path, trustDomain });
    expect(ensureTrustRoot(dir.path, "assets.pda.example").created).to.equal(true);
    const files = Object.values(layout(dir.path).trustRoot);
    const made = files.map((file) => readFileSync(file, "utf8"));
    expect(ensureTrustRoot(dir.path, "assets.pda.example").created).to.equal(false);
    expect(files.map((file) => readFileSync(file, "utf8"))).to.deep.equal(made);
    const { text } = openssl("x509", "-in", layout(dir.path).trustRoot.cert, "-noout", "-text");
    expect(text).to.contain("ASN1 OID: secp384r1").and.to.contain("CA:TRUE, pathlen:1");
    expect(
      openssl("verify", "-CAfile", layout(dir.path).trustRoot.cert, layout(dir.path).tier("core").cert)
        .status,
    ).to.not.equal(0);
  });
});
