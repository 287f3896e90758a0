// Signatures of HTTP requests (RFC 9421) and digests of their content (RFC 9530).
import { createPublicKey, generateKeyPairSync, hash, sign as signBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { type SignableRequest, signatureBase } from "../../../src/trust/http-signature/base.ts";
import { isDigestOf } from "../../../src/trust/http-signature/content-digest.ts";
import { HttpSignatureError, readRequestSignature } from "../../../src/trust/http-signature/read.ts";
import { isOneSignedBy } from "../../../src/trust/http-signature/verify.ts";

type Fields = Readonly<Record<string, string>>;

const request = (method: string, targetUri: string, fields: Fields): SignableRequest => ({
  method,
  targetUri,
  field: (name) => fields[name],
});

/** Reads the signature of a request and verifies it by the key, as the gateway and the core do together. */
async function verifies(
  asked: SignableRequest,
  key: Parameters<typeof isOneSignedBy>[2]["key"],
): Promise<boolean> {
  const read = readRequestSignature(asked.field("signature-input"), asked.field("signature"));
  return isOneSignedBy([signatureBase(read, asked)], read.signature, { key, stated: read.parameters.alg });
}

function reasonOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof HttpSignatureError) return error.reason;
    throw error;
  }
  return "accepted";
}

const pem = (base64: string) =>
  createPublicKey(`-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----`);

/** Keys and messages of RFC 9421 appendix B, as published. */
const rfc = {
  ed25519: pem("MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs="),
  p256: pem(
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf\nw0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==",
  ),
  /** B.2.6: Signing a Request Using ed25519. */
  b26: {
    date: "Tue, 20 Apr 2021 02:07:55 GMT",
    "content-type": "application/json",
    "content-digest":
      "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:",
    "content-length": "18",
    "signature-input":
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature:
      "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:",
  },
  /** B.3: TLS-Terminating Proxies, the request that the proxy signs. */
  b3: {
    "client-cert":
      ":MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVkaWF0ZSBDQTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnXXfaUgmnMtOXU/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNVHSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQGV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=:",
    "signature-input":
      'ttrp=("@path" "@query" "@method" "@authority" "client-cert");created=1618884473;keyid="test-key-ecc-p256"',
    signature:
      "ttrp=:xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHsIg6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw==:",
  },
} as const;
const date = "Tue, 20 Apr 2021 02:07:55 GMT";
/** Appendices B.1.2, B.2.1, B.2.3 and B.4. */
const more = {
  rsaPss: pem(
    `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
2wIDAQAB`,
  ),
  b21: {
    "signature-input":
      'sig-b21=();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    signature:
      "sig-b21=:d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==:",
  },
  b23: {
    date,
    "signature-input":
      'sig-b23=("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
    signature:
      "sig-b23=:bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==:",
  },
  b4: {
    accept: "application/json, */*",
    "signature-input":
      'transform=("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"',
    signature:
      "transform=:ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==:",
  },
} as const;
const b26 = (fields: Fields = {}) =>
  request("POST", "https://example.com/foo?param=Value&Pet=dog", { ...rfc.b26, ...fields });
const b3 = (fields: Fields = {}) =>
  request("POST", "https://service.internal.example/foo?param=Value&Pet=dog", { ...rfc.b3, ...fields });

describe("signatures of HTTP requests", () => {
  it("verifies the examples of RFC 9421 appendix B.2.6 (Ed25519) and B.3 (ECDSA P-256)", async () => {
    expect(await verifies(b26(), rfc.ed25519)).to.equal(true);
    expect(await verifies(b3(), rfc.p256)).to.equal(true);
    expect(await verifies(b26(), rfc.p256)).to.equal(false);
    expect(await verifies(b3(), rfc.ed25519)).to.equal(false);
  });

  it("verifies the examples of B.2.1 and B.2.3 (RSA-PSS), and refuses those with parameters of components", async () => {
    expect(await verifies(b26(more.b21), more.rsaPss)).to.equal(true);
    expect(await verifies(b26(more.b23), more.rsaPss)).to.equal(true);
    expect(await verifies(b26({ ...more.b23, date: "Tue, 20 Apr 2021 02:07:56 GMT" }), more.rsaPss)).to.equal(
      false,
    );
    // B.2.2 covers @query-param, B.2.5 uses a shared secret: this service takes neither.
    expect(
      reasonOf(() =>
        readRequestSignature('sig-b22=("@authority" "@query-param";name="Pet");created=1', "sig-b22=:AAAA:"),
      ),
    ).to.equal("REQUEST_SIGNATURE_MALFORMED");
    const b25 = {
      date,
      "signature-input":
        'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
      signature: "sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:",
    };
    for (const key of [rfc.ed25519, rfc.p256, more.rsaPss])
      expect(await verifies(b26(b25), key)).to.equal(false);
  });

  it("tells harmless transformations from others, as in B.4", async () => {
    const b4 = (method: string, uri: string, fields: Fields = {}) =>
      verifies(request(method, uri, { ...more.b4, ...fields }), rfc.ed25519);
    const query = "?name1=Value1&Name2=value2";
    expect(await b4("GET", `https://example.org/demo${query}`)).to.equal(true);
    // An added parameter and header, and another spelling of the authority, are not covered.
    expect(
      await b4("GET", `https://example.org/demo${query}&param=added`, { "accept-language": "en-US" }),
    ).to.equal(true);
    expect(await b4("GET", `https://EXAMPLE.org/demo${query}`)).to.equal(true);
    expect(await b4("POST", `https://example.com/demo${query}`)).to.equal(false);
    expect(await b4("GET", `https://example.org/demo${query}`, { accept: "*/*, application/json" })).to.equal(
      false,
    );
  });

  it("makes the signature base of RFC 9421 appendix B.2.6", () => {
    const { "signature-input": input, signature } = rfc.b26;
    expect(signatureBase(readRequestSignature(input, signature), b26())).to.equal(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@method": POST',
        '"@path": /foo',
        '"@authority": example.com',
        '"content-type": application/json',
        '"content-length": 18',
        '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      ].join("\n"),
    );
  });

  it("derives components as RFC 9421 section 2.2 says", () => {
    const read = (components: string[]) => ({ components, params: "()" });
    const all = ["@method", "@target-uri", "@scheme", "@authority", "@path", "@query"];
    const base = (uri: string) =>
      signatureBase(read(all), request("GET", uri, {}))
        .split("\n")
        .slice(0, -1);
    expect(base("https://WWW.Example.com:8443/path?a=b&c")).to.deep.equal([
      '"@method": GET',
      '"@target-uri": https://WWW.Example.com:8443/path?a=b&c',
      '"@scheme": https',
      '"@authority": www.example.com:8443',
      '"@path": /path',
      '"@query": ?a=b&c',
    ]);
    expect(base("https://www.example.com").slice(4)).to.deep.equal(['"@path": /', '"@query": ?']);
    for (const name of ["@status", "@request-target", "@query-param", "@", "Date", "x y", ""])
      expect(
        reasonOf(() => signatureBase(read([name]), request("GET", "https://a.example/", { Date: "x" }))),
        name,
      ).to.equal("REQUEST_SIGNATURE_MALFORMED");
  });

  it("refuses a covered field that the request lacks, and a value that could pass for another line", () => {
    const cover = (value?: string) => () =>
      signatureBase(
        { components: ["x-request-id"], params: "()" },
        request("GET", "https://a.example/", value === undefined ? {} : { "x-request-id": value }),
      );
    expect(reasonOf(cover())).to.equal("REQUEST_SIGNATURE_INCOMPLETE");
    expect(reasonOf(cover('a\n"@method": GET'))).to.equal("REQUEST_SIGNATURE_MALFORMED");
    expect(reasonOf(cover("é"))).to.equal("REQUEST_SIGNATURE_MALFORMED");
    expect(reasonOf(cover("a"))).to.equal("accepted");
  });

  const good = { input: 'sig=("@method");created=1;keyid="k"', signature: "sig=:AAAA:" };
  const bad: Readonly<Record<string, { input?: string | undefined; signature?: string | undefined }>> = {
    "no Signature": { signature: undefined },
    "no Signature-Input": { input: undefined },
    "two signatures": { input: `${good.input}, b=()`, signature: `${good.signature}, b=:AAAA:` },
    "two signatures of one label": { input: `sig=("@path"), ${good.input}` },
    "two values of one label": { signature: `sig=:BBBB:, ${good.signature}` },
    "other labels": { signature: "other=:AAAA:" },
    nothing: { input: "", signature: "" },
    "no list": { input: "sig=1" },
    "no bytes": { signature: 'sig="AAAA"' },
    "an empty signature": { signature: "sig=::" },
    "bytes with a parameter": { signature: "sig=:AAAA:;a" },
    "a list as signature": { signature: "sig=(:AAAA:)" },
    "a component twice": { input: 'sig=("@method" "@method")' },
    "a component with a parameter": { input: 'sig=("x-a";bs)' },
    "a component of a request, in a request": { input: 'sig=("@method";req)' },
    "a component that is no text": { input: "sig=(date)" },
    "a parameter twice": { input: 'sig=("@method");created=1;created=1' },
    "an unknown parameter": { input: 'sig=("@method");kid="k"' },
    "a parameter of Object": { input: 'sig=("@method");constructor="k"' },
    "created that is no number": { input: 'sig=("@method");created="1"' },
    "created that is no integer": { input: 'sig=("@method");created=1.5' },
    "a key that is no text": { input: 'sig=("@method");keyid=k' },
    "another spelling": { input: 'sig=( "@method");created=1;keyid="k"' },
    "another spelling of a number": { input: 'sig=("@method");created=01;keyid="k"' },
    "base64 with a stray bit": { signature: "sig=:AAB=:" },
    "no structured field": { input: "sig=(" },
  };
  it("reads one signature", () => {
    const { components, parameters } = readRequestSignature(good.input, good.signature);
    expect(components).to.deep.equal(["@method"]);
    expect(parameters).to.deep.equal({ created: 1, keyid: "k" });
  });
  for (const [what, changed] of Object.entries(bad))
    it(`refuses ${what}`, () => {
      const { input, signature } = { ...good, ...changed };
      expect(reasonOf(() => readRequestSignature(input, signature))).to.equal("REQUEST_SIGNATURE_MALFORMED");
    });

  it("lets the key decide about the algorithm", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const base = '"@method": GET\n"@signature-params": ("@method")';
    const signature = signBytes("sha256", Buffer.from(base), { key: privateKey, dsaEncoding: "ieee-p1363" });
    const judged = (stated?: string) => isOneSignedBy([base], signature, { key: publicKey, stated });
    expect([await judged(), await judged("ecdsa-p256-sha256")]).to.deep.equal([true, true]);
    for (const stated of ["ed25519", "hmac-sha256", "rsa-pss-sha512", "none", "", "ES256"])
      expect(await judged(stated), stated).to.equal(false);
    const inDer = signBytes("sha256", Buffer.from(base), privateKey);
    expect(await isOneSignedBy([base], inDer, { key: publicKey, stated: undefined })).to.equal(false);
    for (const other of [
      generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey,
      generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey,
    ])
      expect(await isOneSignedBy([base], signature, { key: other, stated: undefined })).to.equal(false);
  });

  it("accepts no request of which anything was changed", async () => {
    for (const { fields, make, key } of [
      { fields: rfc.b26, make: b26, key: rfc.ed25519 },
      { fields: rfc.b3, make: b3, key: rfc.p256 },
    ]) {
      const covered = Object.keys(fields).filter((name) => name !== "content-digest");
      const changed = fc
        .record({
          name: fc.constantFrom(...covered),
          at: fc.nat(600),
          put: fc.string({ maxLength: 3 }),
          cut: fc.nat(2),
        })
        .map(({ name, at, put, cut }) => {
          const was = (fields as Fields)[name] ?? "";
          const index = at % was.length;
          return { name, was, is: was.slice(0, index) + put + was.slice(index + cut) };
        })
        .filter(({ was, is }) => was !== is.trim());
      await fc.assert(
        fc.asyncProperty(changed, async ({ name, is }) => {
          let accepted = false;
          try {
            accepted = await verifies(make({ [name]: is }), key);
          } catch (error) {
            if (!(error instanceof HttpSignatureError)) throw error;
          }
          // Only the label is not part of what is signed, and it must be the same in both fields.
          expect(accepted, is).to.equal(false);
        }),
        { numRuns: 3000 },
      );
      for (const [method, uri] of [
        ["PUT", make().targetUri],
        ["POST", make().targetUri.replace("/foo", "/fop")],
        ["POST", make().targetUri.replace("e.com", "e.org").replace("l.example", "l.test")],
      ] as const)
        expect(await verifies({ ...make(), method, targetUri: uri }, key)).to.equal(false);
    }
  });

  it("reads any text without failing otherwise", () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'sig=();", :@AB=1.-?%*'), maxLength: 60 }),
      fc.string({ unit: "binary", maxLength: 60 }),
    );
    fc.assert(
      fc.property(text, text, (input, signature) => {
        reasonOf(() => readRequestSignature(input, signature));
        reasonOf(() => readRequestSignature(good.input, signature));
        reasonOf(() => readRequestSignature(input, good.signature));
        isDigestOf(input, Buffer.from(signature));
      }),
      { numRuns: 5000 },
    );
  });
});

describe("digests of content", () => {
  const content = Buffer.from('{"hello": "world"}\n');
  /** RFC 9530 appendix B.1 and D. */
  const sha256 = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";
  const of = (name: "sha-256" | "sha-512", bytes = content) =>
    `${name}=:${hash(name === "sha-256" ? "sha256" : "sha512", bytes, "base64")}:`;

  it("are those of RFC 9530 appendix B.1, and of both algorithms", () => {
    expect(isDigestOf(sha256, content)).to.equal(true);
    expect(isDigestOf(of("sha-512"), content)).to.equal(true);
    expect(isDigestOf(`${of("sha-512")}, ${sha256}`, content)).to.equal(true);
    expect(isDigestOf(`md5=:AAAA:, ${sha256}`, content)).to.equal(true);
    expect(isDigestOf(of("sha-256", Buffer.alloc(0)), Buffer.alloc(0))).to.equal(true);
  });

  it("are refused when one of them is wrong, and when none is by a safe algorithm", () => {
    const wrong = Buffer.from('{"hello": "World"}\n');
    for (const field of [
      "",
      "sha-256",
      "sha-256=:AAAA:",
      "md5=:AAAA:",
      "unixsum=1",
      'sha-256="RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg="',
      of("sha-256", wrong),
      `${sha256}, ${of("sha-512", wrong)}`,
      sha256.replace("sha-256", "sha-512"),
      `${sha256},`,
    ])
      expect(isDigestOf(field, content), field).to.equal(false);
  });
});
