// `pda verify` against the running product: every verdict, every way to get none, and its exit codes.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createLocalJWKSet, jwtVerify } from "jose";
import { freePort } from "../support/ports.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { ask } from "./support/http.ts";
import { assetInUse, type Publisher, publisher } from "./support/scene.ts";
import { authenticityChecks } from "../support/authenticity-checks.ts";
import { secretsIn } from "./support/secrets.ts";

type Asset = Awaited<ReturnType<typeof assetInUse>>;

const unknown = "ast_01h2xcejqtf2nbrexx3vqjhp41";

/** The lines of the table as cells, without the head. */
const rows = (stdout: string): string[][] =>
  stdout
    .slice(0, stdout.indexOf("\n\n"))
    .split("\n")
    .slice(1)
    .map((line) => line.split(/ {2,}/));
const failed = (stdout: string): string[][] => rows(stdout).filter(([, outcome]) => outcome === "failed");

describe("pda verify", function () {
  this.timeout(120_000);
  let product: Product;
  let issuer: Publisher;
  let asset: Asset;
  let folder: ReturnType<typeof temporaryDirectory>;
  let certificate: string;
  before(async () => {
    product = await sharedProduct();
    folder = temporaryDirectory();
    issuer = await publisher(product);
    asset = await assetInUse(product, issuer);
    certificate = write("device.pem", asset.deviceCertificate);
  });
  after(() => {
    folder[Symbol.dispose]();
    expect(secretsIn(product)).to.deep.equal([]);
  });

  function write(name: string, content: string | Buffer): string {
    const file = join(folder.path, name);
    writeFileSync(file, content);
    return file;
  }
  const verify = (...args: string[]) => product.pda("verify", ...args);
  const openssl = (...args: string[]): Buffer =>
    execFileSync("openssl", args, { stdio: ["ignore", "pipe", "ignore"] });
  /** A certificate of nobody that we know. */
  const foreign = (): { cert: string; key: string } => {
    const [cert, key] = [join(folder.path, "foreign.pem"), join(folder.path, "foreign.key")];
    const of = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=foreign"];
    openssl("req", "-x509", ...of, "-keyout", key, "-out", cert);
    return { cert, key };
  };
  const noVerdict = async (args: string[], ...said: string[]): Promise<void> => {
    const { code, stdout, stderr } = await verify(...args);
    expect([code, stdout], stderr).to.deep.equal([2, ""]);
    for (const words of ["next: ", ...said]) expect(stderr).to.include(words);
    expect(stderr).to.not.match(/\n +at /);
  };

  it("shows every check of a trusted asset in aligned columns, and ends with 0", async () => {
    const { code, stdout, stderr } = await verify(asset.assetId, certificate);
    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(rows(stdout)).to.deep.equal(
      authenticityChecks.map((check) => [check, check === "proof_of_possession" ? "skipped" : "passed"]),
    );
    const outcomeAt = stdout
      .split("\n", authenticityChecks.length + 1)
      .map((line) => line.search(/outcome|passed|skipped/));
    expect(new Set(outcomeAt)).to.have.length(1);
    expect(stdout)
      .to.match(/^verdict +TRUSTED$/m)
      .and.match(/^assurance +static \(.*copy\)$/m);
    const until = /^valid until +(\S+)$/m.exec(stdout)?.[1] ?? "";
    expect(Date.parse(until)).to.be.within(Date.now(), Date.now() + 300_000);
  });

  it("reads DER, PEM among text, and base64 of DER as well", async () => {
    const der = join(folder.path, "device.der");
    openssl("x509", "-in", certificate, "-outform", "DER", "-out", der);
    const described = write("described.pem", openssl("x509", "-in", certificate, "-text"));
    const base64 = write(
      "device.b64",
      readFileSync(der)
        .toString("base64")
        .replace(/(.{64})/g, "$1\n"),
    );
    for (const file of [der, described, base64]) {
      const { code, stderr } = await verify(asset.assetId, file);
      expect([code, stderr], file).to.deep.equal([0, ""]);
    }
  });

  it("prints the answer's data as JSON, and saves a receipt that the published keys verify", async () => {
    const file = join(folder.path, "receipt.jwt");
    const { code, stdout } = await verify(asset.assetId, certificate, "--json", "--receipt", file);
    const { assetId, trusted, receipt } = JSON.parse(stdout);
    expect([code, assetId, trusted]).to.deep.equal([0, asset.assetId, true]);
    expect(readFileSync(file, "utf8")).to.equal(`${receipt}\n`);
    const { json: keys } = await ask(product, "/.well-known/jwks.json");
    const verified = await jwtVerify(receipt, createLocalJWKSet(keys), { typ: "pda-receipt+jwt" });
    expect(verified.payload).to.include({ iss: product.baseUrl, assetId: asset.assetId, trusted: true });
    const printed = await verify(asset.assetId, certificate, "--receipt", "-");
    expect(printed.stdout.trim().split("\n").at(-1)).to.match(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await verify(asset.assetId, certificate, "--json")).stdout).to.not.include("receipt");
  });

  it("ends with 1 for a certificate of a stranger: SVC-4010", async () => {
    const { cert } = foreign();
    const { code, stdout } = await verify(asset.assetId, cert, "--public");
    expect(code).to.equal(1);
    const path = ["certificate_path", "failed"];
    expect(failed(stdout)).to.deep.equal([[...path, "CERTIFICATE_NOT_TRUSTED", "SVC-4010"]]);
    expect(stdout)
      .to.match(/^verdict +NOT TRUSTED \(failed\)$/m)
      .and.match(/^assurance +none/m);
  });

  it("ends with 1 for an unknown asset and for the certificate of another one, which look alike without a key", async () => {
    const other = await assetInUse(product, issuer);
    const [one, two] = await Promise.all([
      verify(unknown, certificate, "--public"),
      verify(other.assetId, certificate, "--public"),
    ]);
    expect([one.code, two.code]).to.deep.equal([1, 1]);
    expect(failed(one.stdout)).to.deep.equal([["asset_known", "failed", "ASSET_NOT_RECOGNISED"]]);
    expect(rows(one.stdout)).to.deep.equal(rows(two.stdout));
    // The operator's key, which the sandbox keeps, reads what it was.
    expect(failed((await verify(other.assetId, certificate)).stdout)).to.deep.equal([
      ["device_binding", "failed", "DEVICE_OF_OTHER_ASSET"],
    ]);
  });

  it("ends with 1 for a revoked asset, and after that for its revoked device too", async () => {
    const { assetId, deviceId, deviceCertificate } = await assetInUse(product, issuer);
    const file = write("revoked.pem", deviceCertificate);
    const path = { publisherId: issuer.publisherId, assetId };
    await product.client().POST("/api/v1/publishers/{publisherId}/assets/{assetId}/revoke", {
      params: { path },
      body: { reason: "lost" },
    });
    const revoked = await verify(assetId, file);
    expect([revoked.code, failed(revoked.stdout)]).to.deep.equal([
      1,
      [["lifecycle", "failed", "ASSET_REVOKED"]],
    ]);
    await product
      .client()
      .POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}/revoke", {
        params: { path: { ...path, deviceId } },
        body: { reason: "lost" },
      });
    expect(failed((await verify(assetId, file)).stdout).map(([check]) => check)).to.include(
      "device_certificate_revocation",
    );
  });

  it("ends with 1 and says what is missing where the publisher asks for more than a certificate", async () => {
    const strict = await publisher(product);
    const { assetId, deviceCertificate } = await assetInUse(product, strict, undefined, {
      assetType: strict.assetType,
    });
    const { publisherId } = strict;
    const types = await product.client().GET("/api/v1/publishers/{publisherId}/asset-types", {
      params: { path: { publisherId } },
    });
    await product.client().PATCH("/api/v1/publishers/{publisherId}/asset-types/{assetTypeId}", {
      params: { path: { publisherId, assetTypeId: types.data.items[0]?.assetTypeId ?? "" } },
      body: { policy: { minimumAssurance: "proof_of_possession" } },
    });
    const { code, stdout } = await verify(assetId, write("strict.pem", deviceCertificate));
    expect(code).to.equal(1);
    expect(stdout).to.match(/^verdict +NOT TRUSTED \(indeterminate\)$/m);
    expect(rows(stdout).at(-1)).to.deep.equal(["proof_of_possession", "skipped", "ASSURANCE_TOO_LOW"]);
  });

  it("ends with 2 for a file that is no certificate, and sends no key that stands in it", async () => {
    const { cert, key } = foreign();
    const directory = join(folder.path, "directory");
    mkdirSync(directory);
    const broken = Buffer.from(asset.deviceCertificate.replace(/^(.{80}).*$/ms, "$1"));
    for (const [content, said] of [
      ["", "holds no certificate"],
      ["not a certificate\n", "holds no certificate"],
      [broken, "holds no certificate"],
      [readFileSync(key), "holds a private key and no certificate"],
      [Buffer.alloc(262_145, 0x30), "larger than 262144 bytes"],
      // It begins like DER; the service finds out.
      [Buffer.from([0x30, 0x82, 0x01, 0x00, 0x01]), "SVC-4002"],
      [`${asset.deviceCertificate}${asset.deviceCertificate}`, "CHAIN_EXTRA_LEAF"],
    ] as const)
      await noVerdict([asset.assetId, write("garbage", content)], said);
    await noVerdict([asset.assetId, join(folder.path, "absent.pem")], "ENOENT");
    await noVerdict([asset.assetId, directory], "EISDIR");
    const both = write("both.pem", Buffer.concat([readFileSync(key), readFileSync(cert)]));
    const { code, stdout } = await verify(asset.assetId, both);
    expect([code, failed(stdout)[0]?.[0]]).to.deep.equal([1, "certificate_path"]);
  });

  it("ends with 2 for wrong arguments", async () => {
    await noVerdict([], "missing required argument", "pda verify --help");
    await noVerdict([asset.assetId], "missing required argument");
    await noVerdict(["pub_01h2xcejqtf2nbrexx3vqjhp41", certificate], "an identifier, ast_");
    await noVerdict([asset.assetId, certificate, "--url", "http://localhost"], "https://");
    await noVerdict([asset.assetId, certificate, "--prove"], "unknown option");
    const help = await verify("--help");
    expect(help.code).to.equal(0);
    expect(help.stdout).to.match(/0 the asset is trusted; 1 .*; 2 /s);
  });

  it("ends with 2 where nothing answers, something else does, or the key is refused", async () => {
    const url = `https://localhost:${await freePort()}`;
    await noVerdict([asset.assetId, certificate, "--url", url], `no service answers at ${url}`, "--url");
    await noVerdict([asset.assetId, certificate, "--url", product.baseUrl], "cannot be reached", "--ca");
    const key = write("wrong.key", "pda_wrong\n");
    await noVerdict([asset.assetId, certificate, "--api-key-file", key], "SVC-4011", "--public");
    const ca = write("ca.pem", product.ca);
    const elsewhere = ["--url", product.baseUrl, "--ca", ca];
    expect((await verify(asset.assetId, certificate, ...elsewhere)).code).to.equal(0);
    const nowhere = join(folder.path, "absent", "receipt.jwt");
    const { code, stderr } = await verify(asset.assetId, certificate, "--receipt", nowhere);
    expect([code, existsSync(nowhere)], stderr).to.deep.equal([2, false]);
  });
});
