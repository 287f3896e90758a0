// Changes credentials that are good, and shows them to what production calls: nothing may crash, and nothing changed may be accepted.
import { createPublicKey, generateKeyPairSync, hash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { requireSignedBody, signatureReader } from "../../../src/gateway/request-signature.ts";
import { Failure } from "../../../src/rpc/failure.ts";
import { readAccessToken, verifyAccessToken } from "../../../src/trust/access-token.ts";
import { readWantedSignature, signedAnswer } from "../../../src/trust/http-signature/answer.ts";
import { isDigestOf } from "../../../src/trust/http-signature/content-digest.ts";
import { isOneSignedBy } from "../../../src/trust/http-signature/verify.ts";
import { accessToken, callerKey } from "../../support/access-tokens.ts";
import { contentDigest, signed } from "../../support/http-signing.ts";
import { Draw } from "../../unit/trust/support/mutate.ts";

/** What a run has seen. */
interface Seen {
  /** Cases that were read as well formed. */
  readonly read: number;
  /** Cases that were accepted because the change did not matter. */
  readonly accepted: number;
}

const pieces =
  `"@method" "@target-uri" "content-digest" "authorization" ;req ;sf ;bs ;key="a" ;created=1 ;created=99999999999999999999 ;expires=1 ;nonce="x" ;alg="" ;keyid="" ;tag="pda" sig= sig2= , ; : = ( ) ?0 ?1 1.5 -1 \\" \\\\ :AAAA: sha-256= sha-512= md5= {} . .. eyJhbGciOiJub25lIn0 AAAA \u0000 \u00e9 \r\n \t`.split(
    " ",
  );

/** Changes a text in one to three places. */
function changed(text: string, draw: Draw): string {
  let result = text;
  for (let left = 1 + draw.below(3); left > 0; left -= 1) {
    const at = draw.below(result.length + 1);
    const to = at + draw.below(12);
    const piece = draw.of(pieces);
    switch (draw.below(6)) {
      case 0:
        result = result.slice(0, at) + String.fromCharCode(draw.below(256)) + result.slice(at + 1);
        break;
      case 1:
        result = result.slice(0, at) + result.slice(to);
        break;
      case 2:
        result = result.slice(0, at) + piece + result.slice(at);
        break;
      case 3:
        result = result.slice(0, to) + result.slice(at);
        break;
      case 4:
        result = result.slice(0, at) + piece + result.slice(to);
        break;
      default:
        result = result.slice(0, at);
    }
  }
  return result;
}

const publicUrl = "https://pay.example";
const body = '{"amount":"1"}';

/** Signed requests: fields, target and body. Accepted means that the gateway read it and that the key fits, as gateway and core decide. */
async function fuzzRequests(cases: number, seed: number): Promise<Seen> {
  const draw = new Draw(seed);
  const { privateKey } = generateKeyPairSync("ed25519");
  const key = createPublicKey(privateKey);
  const read = signatureReader({ publicUrl, requestSigning: "optional" });
  const url = "/api/v1/payments?a=b";
  const plain = { authorization: "Bearer key", "idempotency-key": "one" };
  const seen = { read: 0, accepted: 0 };
  let good: Record<string, string> = {};
  for (let index = 0; index < cases; index += 1) {
    if (index % 10_000 === 0)
      good = signed(
        { method: "POST", url: publicUrl + url, headers: plain, body },
        { key: privateKey, keyId: "pky_1" },
      );
    const names = [...Object.keys(good), "body", "url", "method"];
    const name = draw.of(names);
    const all: Record<string, string> = { ...good, body, url, method: "POST" };
    const before = all[name] as string;
    all[name] = changed(before, draw);
    const { body: content = "", url: target = "", method = "", ...headers } = all;
    const request = {
      method,
      url: target,
      headers: { ...headers, host: "localhost:8443", "content-length": String(content.length) },
      rawHeaders: Object.entries(headers).flat(),
    } as unknown as IncomingMessage;
    try {
      const found = read(request);
      if (!found) continue;
      seen.read += 1;
      requireSignedBody(found, Buffer.from(content, "latin1"));
      const { bases, signature, algorithm: stated } = found;
      if (!(await isOneSignedBy(bases, signature, { key, stated }))) continue;
    } catch (error) {
      if (error instanceof Failure) continue;
      throw new Error(`case ${index} of seed ${seed}: ${name} = ${JSON.stringify(all[name])}`, {
        cause: error,
      });
    }
    seen.accepted += 1;
    // Blanks around a value, the label, and digests that are ignored say nothing; whatever else is accepted must be as it was signed.
    const same = (value: string): string => value.trim().replace(/^[a-z*][a-z0-9_.*-]*=/, "");
    if (all[name]?.trim() !== before && (!name.startsWith("signature") || same(all[name]) !== same(before)))
      throw new Error(`accepted, case ${index} of seed ${seed}: ${name} = ${JSON.stringify(all[name])}`);
  }
  return seen;
}

/** `Accept-Signature` and `Content-Digest`. What is read must be writable again as one header of its kind. */
function fuzzFields(cases: number, seed: number): Seen {
  const draw = new Draw(seed);
  const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const wanted = 'sig=("@status" "content-digest" "@method";req);created;nonce="abc";keyid="key"';
  const digest = `${contentDigest(body)}, sha-512=:${hash("sha512", body, "base64")}:`;
  const digests = [hash("sha256", body, "buffer"), hash("sha512", body, "buffer")];
  const request = { method: "GET", targetUri: publicUrl, field: () => undefined };
  const seen = { read: 0, accepted: 0 };
  for (let index = 0; index < cases; index += 1) {
    const field = changed(index % 2 === 0 ? wanted : digest, draw);
    const fault = (what: string): Error =>
      new Error(`${what}, case ${index} of seed ${seed}: ${JSON.stringify(field)}`);
    if (index % 2 === 0) {
      const read = readWantedSignature(field);
      if (!read) continue;
      seen.read += 1;
      // Every tenth only, because signing takes longer than reading.
      if (seen.read % 10 !== 0) continue;
      const headers = signedAnswer(read, request, { httpStatus: 200, content: "" }, { keyId: "key", key });
      if (headers?.some((text) => !/^[\x20-\x7e]+$/.test(text))) throw fault("not a header");
      if (headers && !/^[a-z*][a-z0-9_.*-]*=\("@status" .*;tag="pda-answer"$/.test(headers[3] as string))
        throw fault("another form");
    } else if (isDigestOf(field, Buffer.from(body))) {
      seen.accepted += 1;
      // Base64 may lack its padding, so bytes are compared.
      const bytes = Array.from(field.matchAll(/=:([^:]*):/g), ([, text = ""]) => Buffer.from(text, "base64"));
      if (!bytes.some((given) => digests.some((right) => given.equals(right)))) throw fault("accepted");
      if (isDigestOf(field, Buffer.from(`${body} `))) throw fault("accepted for another body");
    }
  }
  return seen;
}

/** JWTs of registered keys. A changed one is never accepted, because its text has one form only. */
async function fuzzTokens(cases: number, seed: number): Promise<Seen> {
  const draw = new Draw(seed);
  const pair = callerKey("EdDSA");
  const key = createPublicKey(pair.publicKey);
  const kid = "pky_01h455vb4pex5vsknk084sn02q";
  let good = "";
  const seen = { read: 0, accepted: 0 };
  for (let index = 0; index < cases; index += 1) {
    if (index % 10_000 === 0) good = await accessToken(pair, { kid, aud: publicUrl });
    const parts = good.split(".");
    const part = draw.below(2);
    const decoded = Buffer.from(parts[part] as string, "base64url").toString();
    parts[part] = Buffer.from(changed(decoded, draw)).toString("base64url");
    const text = index % 2 === 0 ? parts.join(".") : changed(good, draw);
    const read = readAccessToken(text);
    if (typeof read === "string") continue;
    seen.read += 1;
    const verdict = await verifyAccessToken(read, { key, audience: publicUrl }, new Date());
    if (!verdict?.accepted) continue;
    seen.accepted += 1;
    if (text !== good) throw new Error(`accepted, case ${index} of seed ${seed}: ${JSON.stringify(text)}`);
  }
  return seen;
}

/** A seed, from the environment or by chance. */
const fuzzSeed = (): number => Number(process.env.FUZZ_SEED ?? randomBytes(4).readUInt32LE());

/** Defines the tests of a run. `FUZZ_SEED` repeats one; the seed is in the titles. @param cases in all */
export function describeFuzz(cases: number): void {
  const seed = fuzzSeed();
  describe(`changed credentials (FUZZ_SEED=${seed})`, function () {
    this.timeout(600_000);
    it(`never crash the reader of signed requests, and are not accepted: ${cases * 0.4} cases`, async () => {
      const { read, accepted } = await fuzzRequests(cases * 0.4, seed);
      // Else the cases would be so wrong that they test only the first check.
      expect(read).to.be.above(cases * 0.02);
      expect(accepted).to.be.above(0);
    });
    it(`never crash the readers of structured fields: ${cases * 0.3} cases`, () => {
      const { read, accepted } = fuzzFields(cases * 0.3, seed);
      expect(read).to.be.above(cases * 0.005);
      expect(accepted).to.be.above(0);
    });
    it(`never crash the reader of JWTs, and are not accepted: ${cases * 0.3} cases`, async () => {
      const { read } = await fuzzTokens(cases * 0.3, seed);
      expect(read).to.be.above(cases * 0.005);
    });
  });
}
