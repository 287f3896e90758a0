// What the console works out of a presented text before the service judges it, and of a file of assets before it is sent.
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { expect } from "chai";
import { expiryOf } from "../../../web/src/console/api/expiry.ts";
import { hasPrivateKey, presentedBy, textOfFile } from "../../../web/src/console/api/presented.ts";
import { metadataOf, termsOf } from "../../../web/src/console/api/typed-asset.ts";

const ASSET = "ast_01h2xcejqtf2nbrexx3vqjhp41";
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A certificate, PEM, and its key. */
function certificate(name?: string): string {
  const uri = name === undefined ? [] : ["-addext", `subjectAltName=URI:${name}`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=x"];
  return execFileSync("openssl", ["req", "-x509", ...kind, ...uri, "-keyout", "-", "-out", "-"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

describe("a private key", () => {
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const ed = generateKeyPairSync("ed25519");
  const forms = [
    [ec, "pkcs8"],
    [ec, "sec1"],
    [rsa, "pkcs8"],
    [rsa, "pkcs1"],
    [ed, "pkcs8"],
  ] as const;

  for (const [{ privateKey }, type] of forms)
    it(`is recognised as ${type} of ${privateKey.asymmetricKeyType}, in PEM, in base64, and when it is cut off`, () => {
      const der = privateKey.export({ type: type as "pkcs8", format: "der" }).toString("base64");
      const pem = privateKey.export({ type, format: "pem" }).toString();
      for (const text of [pem, `${certificate()}${pem}`, der, der.slice(0, 41), ` ${der}\n`])
        expect(hasPrivateKey(text), text).to.equal(true);
    });

  it("is neither a certificate, nor a signing request, nor a public key, nor what is typed by mistake", () => {
    const asked = [
      "req",
      "-new",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-subj",
      "/CN=x",
    ];
    const request = execFileSync("openssl", [...asked, "-keyout", "/dev/null", "-outform", "der"], {
      stdio: ["ignore", "pipe", "ignore"],
    }).toString("base64");
    const publicKey = ec.publicKey.export({ type: "spki", format: "der" }).toString("base64");
    const body = certificate().replace(/-----BEGIN PRIVATE[^]*END PRIVATE KEY-----/, "");
    for (const text of [request, publicKey, body, "", "M", "MAB", "MABCD", "MIIB", "my order"])
      expect(hasPrivateKey(text), text).to.equal(false);
  });
});

describe("what was presented", () => {
  it("is a certificate with the asset that it names, in PEM, base64 and DER, and never its key", () => {
    const pem = certificate(`https://pub-1.assets.pda.example/a/${ASSET}`);
    expect(pem).to.include("PRIVATE KEY");
    const found = presentedBy(pem);
    expect(found).to.include({ kind: "device", assetId: ASSET });
    expect(JSON.stringify(found)).to.not.include("PRIVATE KEY");
    const body = /-----BEGIN CERTIFICATE-----([^-]+)/.exec(pem)?.[1] ?? "";
    expect(presentedBy(body)).to.include({ kind: "device", assetId: ASSET });
    const der = Buffer.from(body, "base64");
    expect(presentedBy(textOfFile(der))).to.include({ kind: "device", assetId: ASSET });
    expect(presentedBy(textOfFile(Buffer.from(pem)))).to.deep.equal(found);
  });

  it("is a publisher's certificate when it names no asset", () => {
    expect(presentedBy(certificate())).to.include({ kind: "publisher" });
  });

  it("is the message of a tag, with or without its asset in the address", () => {
    const message = { piccData: "EF963FF7828658A599F3041510671E88", cmac: "94EED9EE65337086" };
    const query = `picc_data=${message.piccData}&cmac=${message.cmac}`;
    expect(presentedBy(`https://a.example/a/${ASSET}?${query}`)).to.deep.equal({
      kind: "tag",
      assetId: ASSET,
      message,
    });
    expect(presentedBy(`https://a.example/t?${query}&enc=CEE9A53E3E463EF1F459635736738962`)).to.deep.equal({
      kind: "tag",
      assetId: undefined,
      message: { ...message, encFileData: "CEE9A53E3E463EF1F459635736738962" },
    });
  });

  it("is a pass, an identity, a request or an identifier", () => {
    const pass = `${part({ typ: "pda-pass+jwt" })}.${part({ sub: ASSET })}.c2ln`;
    expect(presentedBy(pass)).to.deep.equal({ kind: "pass", assetId: ASSET, pass });
    const identity = `${part({})}.${part({ vct: "https://x.example/é" })}.s~ZA~${part({})}.${part({ nonce: "n" })}.s`;
    expect(presentedBy(identity)).to.deep.equal({
      kind: "identity",
      presentation: identity,
      nonce: "n",
      type: "https://x.example/é",
    });
    const body = { assetId: ASSET, proof: {} };
    expect(presentedBy(` ${JSON.stringify(body)}\n`)).to.deep.equal({ kind: "request", body });
    const [deviceCertificate = ""] =
      /-----BEGIN CERTIFICATE[^]*END CERTIFICATE-----\n/.exec(certificate()) ?? [];
    const byCertificate = { assetId: ASSET, deviceCertificate };
    expect(presentedBy(JSON.stringify(byCertificate))).to.deep.equal({
      kind: "request",
      body: byCertificate,
    });
    expect(presentedBy(` ${ASSET} `)).to.deep.equal({ kind: "asset", assetId: ASSET });
  });

  it("is refused as a request that has a private key, in PEM, in base64 or as a JWK", () => {
    const pem = certificate();
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const jwk = privateKey.export({ format: "jwk" });
    const der = privateKey.export({ type: "pkcs8", format: "der" });
    for (const body of [
      { assetId: ASSET, deviceCertificate: pem },
      { assetId: ASSET, deviceCertificate: der.toString("base64") },
      { assetId: ASSET, proof: {}, key: { jwk } },
      { assetId: ASSET, proof: { keys: [jwk] } },
    ]) {
      const texts = [
        JSON.stringify(body),
        JSON.stringify(body, undefined, 2).replaceAll("-----", "\\u002d----"),
      ];
      for (const text of texts) {
        expect(presentedBy(text), text).to.deep.equal({ kind: "privateKey" });
        expect(hasPrivateKey(text), text).to.equal(true);
      }
    }
    const { d: _private, ...publicJwk } = jwk;
    const signature = sign("sha256", der, privateKey).toString("base64");
    const harmless = { assetId: ASSET, proof: { jwk: publicJwk, signature } };
    expect(presentedBy(JSON.stringify(harmless))).to.deep.equal({ kind: "request", body: harmless });
  });

  it("is nothing that can be verified otherwise, and nothing of an empty text", () => {
    for (const text of ["", "  \n"]) expect(presentedBy(text)).to.equal(undefined);
    const receipt = `${part({ typ: "pda-receipt+jwt" })}.${part({ sub: ASSET })}.c2ln`;
    for (const text of ["hello", "{}", "[1]", "MII", "a.b.c", "~", "https://a.example/?cmac=1", receipt])
      expect(presentedBy(text), text).to.deep.equal({ kind: "unknown" });
    const key = /-----BEGIN PRIVATE KEY-----([^-]+)/.exec(certificate())?.[1] ?? "";
    expect(key.trim()).to.match(/^MI/);
    for (const text of [key, textOfFile(Buffer.from(key, "base64"))])
      expect(presentedBy(text)).to.deep.equal({ kind: "unknown" });
    expect(presentedBy("-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----")).to.deep.equal({
      kind: "unknown",
    });
  });
});

describe("the end of a certificate", () => {
  const now = Date.parse("2026-11-01T00:00:00Z");
  it("is soon from thirty days before it", () => {
    for (const [end, expiry] of [
      ["2026-12-01T00:00:00.001Z", { is: "fine" }],
      ["2026-12-01T00:00:00Z", { is: "soon", days: 30 }],
      ["2026-11-01T00:00:00Z", { is: "soon", days: 0 }],
      ["2026-10-31T23:59:59.999Z", { is: "ended" }],
    ] as const)
      expect(expiryOf(end, now), end).to.deep.equal(expiry);
  });
});

describe("a typed asset", () => {
  it("has the facts of its lines, or none when a line is wrong", () => {
    expect(metadataOf("")).to.deep.equal({});
    expect(metadataOf("a = 1\n\n b=x = y \nempty =")).to.deep.equal({ a: "1", b: "x = y", empty: "" });
    for (const text of ["a", "= 1", "a=1\na=2", "__proto__=1", `${"k".repeat(41)}=1`])
      expect(metadataOf(text), text).to.equal(undefined);
    const fifty = Array.from({ length: 50 }, (_, at) => `k${at}=${at}`);
    expect(Object.keys(metadataOf(fifty.join("\n")) ?? {})).to.have.length(50);
    expect(metadataOf([...fifty, "more=1"].join("\n"))).to.equal(undefined);
  });

  it("has only the terms of a ticket that are given", () => {
    const none = { notBefore: "", notAfter: "", gateGroups: "", useCount: "", redeemers: "" };
    expect(termsOf(none)).to.equal(undefined);
    expect(
      termsOf({ ...none, notBefore: "2026-12-31T18:00", gateGroups: "north, vip.1 north", useCount: "3" }),
    ).to.deep.equal({
      notBeforeTime: new Date("2026-12-31T18:00").toISOString(),
      gateGroups: ["north", "vip.1"],
      useCount: 3,
    });
  });
});
