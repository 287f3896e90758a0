// docs/guides/offline-verification.md as it stands: a gate that decides without the service, on material that it fetched before.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, generateKeyPairSync, KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type KeyPair, newKeyPair } from "../../src/cli/demo/keys.ts";
import { type Product, sharedProduct } from "../support/product.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { assetInUse, publisher } from "./support/scene.ts";

const guide = join(import.meta.dirname, "../../docs/guides");
const script = (name: string): string => join(guide, "offline-gate", name);

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], input: string, env: NodeJS.ProcessEnv = process.env): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, args, { env });
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (chunk) => (stdout += chunk));
    child.stderr?.on("data", (chunk) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, stdout, stderr }));
    child.stdin?.end(input);
  });
}

describe("offline verification at the gate", function () {
  this.timeout(120_000);
  const directory = temporaryDirectory();
  const material = join(directory.path, "material");
  let product: Product;
  let publisherId: string;
  let device: Awaited<ReturnType<typeof assetInUse>>;
  let other: Awaited<ReturnType<typeof assetInUse>>;
  let keys: KeyPair;
  let pass: string;

  const passOf = async ({ assetId, deviceId }: typeof device): Promise<string> => {
    const params = { path: { publisherId, assetId, deviceId } };
    const path = "/api/v1/publishers/{publisherId}/assets/{assetId}/devices/{deviceId}/pass";
    return (await product.client().GET(path, { params })).data.pass;
  };
  const sync = () => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(product.pkiDir, "tier/root.crt") };
    return run([script("sync.mjs"), product.baseUrl, material], "", env);
  };

  before(async () => {
    product = await sharedProduct();
    keys = await newKeyPair();
    const issuer = await publisher(product);
    ({ publisherId } = issuer);
    device = await assetInUse(product, issuer, keys);
    other = await assetInUse(product, issuer);
    pass = await passOf(device);
    mkdirSync(material);
    copyFileSync(join(product.pkiDir, "trust/root.crt"), join(material, "root.crt"));
    const { code, stdout, stderr } = await sync();
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/^\d+ status lists, good until \d{4}-/);
  });
  after(() => directory[Symbol.dispose]());

  const nonce = randomBytes(32).toString("base64url");
  const audience = "gate-7";
  const signatureOf = (over: { nonce?: string; audience?: string; assetId?: string } = {}): string => {
    const said = { nonce, audience, assetId: device.assetId, ...over };
    const message = Buffer.concat([
      Buffer.from("PDA-POP-v1"),
      Buffer.from(said.nonce, "base64url"),
      Buffer.from(said.assetId),
      createHash("sha256").update(new X509Certificate(device.deviceCertificate).raw).digest(),
      Buffer.from([said.audience.length]),
      Buffer.from(said.audience),
    ]);
    const key = { key: KeyObject.from(keys.privateKey), dsaEncoding: "ieee-p1363" } as const;
    return sign("sha256", message, key).toString("base64url");
  };
  const decide = async (
    over: object = {},
    at?: Date,
    folder = material,
  ): Promise<{ admitted: boolean; reason?: string; assetId?: string }> => {
    const { deviceCertificate } = device;
    const presentation = { nonce, audience, signature: signatureOf(), deviceCertificate, pass, ...over };
    const args = [script("gate.mjs"), folder, "assets.pda.example", ...(at ? [at.toISOString()] : [])];
    const { code, stdout, stderr } = await run(args, JSON.stringify(presentation));
    expect(stderr).to.equal("");
    const decision = JSON.parse(stdout);
    expect(code).to.equal(decision.admitted ? 0 : 1);
    return decision;
  };
  const refused = async (over: object, at?: Date, folder?: string): Promise<string | undefined> => {
    const decision = await decide(over, at, folder);
    expect(decision.admitted).to.equal(false);
    return decision.reason;
  };
  const hours = (count: number): Date => new Date(Date.now() + count * 3_600_000);

  it("uses nothing that could reach the network, and the guide shows how it is run", () => {
    const imports = [...readFileSync(script("gate.mjs"), "utf8").matchAll(/from "([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(imports).to.have.members([
      "node:child_process",
      "node:crypto",
      "node:fs",
      "node:os",
      "node:path",
      "node:zlib",
    ]);
    const page = readFileSync(join(guide, "offline-verification.md"), "utf8");
    expect(page)
      .to.contain("node docs/guides/offline-gate/sync.mjs")
      .and.to.contain("node docs/guides/offline-gate/gate.mjs");
  });

  it("admits the device of an asset that is in force", async () => {
    expect(await decide()).to.deep.equal({ admitted: true, assetId: device.assetId });
    expect(await decide({}, hours(12))).to.include({ admitted: true });
  });

  it("refuses a copy that cannot sign, or signs something else", async () => {
    expect(await refused({ nonce: randomBytes(32).toString("base64url") })).to.equal("PROOF_OF_POSSESSION");
    expect(await refused({ audience: "gate-8" })).to.equal("PROOF_OF_POSSESSION");
    expect(await refused({ signature: signatureOf({ assetId: other.assetId }) })).to.equal(
      "PROOF_OF_POSSESSION",
    );
    expect(await refused({ signature: "" })).to.equal("PROOF_OF_POSSESSION");
  });

  it("refuses a pass by a key of the service that is for something else, such as the key of answers, which gateways hold", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = {
      ...publicKey.export({ format: "jwk" }),
      kid: "answers",
      use: "sig",
      alg: "ecdsa-p256-sha256",
    };
    const fetched = JSON.parse(readFileSync(join(material, "material.json"), "utf8"));
    const folder = join(directory.path, "with-key-of-answers");
    cpSync(material, folder, { recursive: true });
    writeFileSync(
      join(folder, "material.json"),
      JSON.stringify({ ...fetched, keys: [...fetched.keys, key] }),
    );
    const [, claims = ""] = pass.split(".");
    const header = Buffer.from(JSON.stringify({ alg: "ES256", typ: "pda-pass+jwt", kid: "answers" }));
    const signed = `${header.toString("base64url")}.${claims}`;
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
    const forged = `${signed}.${signature.toString("base64url")}`;
    expect(await refused({ pass: forged }, undefined, folder)).to.equal("KEY_UNKNOWN");
    expect(await decide({}, undefined, folder)).to.include({ admitted: true });
  });

  it("refuses the pass or the certificate of another device", async () => {
    expect(await refused({ pass: await passOf(other) })).to.equal("CERTIFICATE_OF_ANOTHER_ASSET");
    expect(await refused({ deviceCertificate: other.deviceCertificate })).to.equal(
      "CERTIFICATE_OF_ANOTHER_ASSET",
    );
  });

  it("refuses a pass that was changed, or that is a token of another kind", async () => {
    const [head, body = "", signature] = pass.split(".");
    const changed = Buffer.from(body, "base64url")
      .toString()
      .replace(/"idx":\d+/, '"idx":1');
    const forged = [head, Buffer.from(changed).toString("base64url"), signature].join(".");
    expect(await refused({ pass: forged })).to.equal("TOKEN_SIGNATURE");
    const { lists } = JSON.parse(readFileSync(join(material, "material.json"), "utf8"));
    expect(await refused({ pass: Object.values(lists)[0] })).to.equal("TOKEN_OF_ANOTHER_KIND");
    const unsigned = `${Buffer.from('{"alg":"none","typ":"pda-pass+jwt"}').toString("base64url")}.${body}.`;
    expect(await refused({ pass: unsigned })).to.equal("TOKEN_OF_ANOTHER_KIND");
    expect(await refused({ pass: "" })).to.equal("TOKEN_MALFORMED");
  });

  it("refuses a chain that does not lead to the root", async () => {
    const [leaf = "", ca = ""] = device.deviceCertificate.split(/(?<=-----END CERTIFICATE-----\n)/);
    expect(await refused({ deviceCertificate: leaf + leaf })).to.equal("PUBLISHER_CERTIFICATE");
    expect(await refused({ deviceCertificate: ca + ca })).to.be.oneOf(["DEVICE_CERTIFICATE", "NOT_A_DEVICE"]);
    expect(await refused({ deviceCertificate: leaf })).to.equal("CHAIN_OF_TWO_EXPECTED");
  });

  it("refuses everything when its material is more than a day old", async () => {
    expect(await refused({}, hours(25))).to.be.oneOf(["PUBLISHER_CERTIFICATE", "TOKEN_NOT_IN_FORCE"]);
  });

  it("refuses what is no presentation", async () => {
    expect(await refused({ deviceCertificate: 7 })).to.equal("PRESENTATION_MALFORMED");
  });

  it("knows after the next sync that an asset was suspended, resumed, revoked", async () => {
    const params = { path: { publisherId, assetId: device.assetId } };
    const api = product.client();
    const verbs = { suspend: "ASSET_SUSPENDED", resume: undefined, revoke: "ASSET_REVOKED" } as const;
    for (const [verb, reason] of Object.entries(verbs)) {
      await api.POST(`/api/v1/publishers/{publisherId}/assets/{assetId}/${verb as "suspend"}`, {
        params,
        body: {},
      });
      // A list is made anew when the last look is five seconds old.
      await new Promise((resolve) => setTimeout(resolve, 5_100));
      expect((await sync()).code).to.equal(0);
      expect((await decide()).reason).to.equal(reason);
    }
  });
});
