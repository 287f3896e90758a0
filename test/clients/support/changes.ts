// What somebody may do to answers on their way, and what a client that verifies them says.
import { generateKeyPairSync, hash, sign } from "node:crypto";
import type { Change, ProxiedAnswer, ProxiedRequest } from "./changing-proxy.ts";

/** A key of answers that the service does not have. */
const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
const otherKeyId = "other-key";

/** The other key as the published keys of answers are. */
export const otherKey = {
  ...other.publicKey.export({ format: "jwk" }),
  kid: otherKeyId,
  use: "sig",
  alg: "ecdsa-p256-sha256",
};

interface Over {
  readonly secondsAgo?: number;
  readonly tag?: string;
  readonly without?: string;
}

/** Signs an answer as the service does, with the other key. */
const signedByOther =
  ({ secondsAgo = 0, tag = "pda-answer", without }: Over = {}): Change =>
  (answer, { method, address, headers }) => {
    const wanted = String(headers["accept-signature"]);
    const nonce = /;nonce="([^"]+)"/.exec(wanted)?.[1];
    const digest = `sha-256=:${hash("sha256", answer.body, "base64")}:`;
    const lines = [
      ['"@status"', String(answer.status)],
      ['"content-digest"', digest],
      ['"content-type"', answer.headers["content-type"]],
      ['"@method";req', method],
      ['"@target-uri";req', address],
      ['"signature";req', headers.signature],
      ['"x-request-id";req', headers["x-request-id"]],
    ].filter(([name, value]) => value !== undefined && name !== without);
    const created = Math.floor(Date.now() / 1000) - secondsAgo;
    const names = lines.map(([name]) => name).join(" ");
    const params = `(${names});created=${created};nonce="${nonce}";keyid="${otherKeyId}";tag="${tag}"`;
    const base = [...lines, ['"@signature-params"', params]].map((line) => line.join(": ")).join("\n");
    const key = { key: other.privateKey, dsaEncoding: "ieee-p1363" } as const;
    const signature = `sig=:${sign("sha256", Buffer.from(base), key).toString("base64")}:`;
    return withHeaders(answer, { "content-digest": digest, "signature-input": `sig=${params}`, signature });
  };

const withHeaders = (answer: ProxiedAnswer, headers: Record<string, string | undefined>): ProxiedAnswer => ({
  ...answer,
  headers: Object.fromEntries(
    Object.entries({ ...answer.headers, ...headers }).filter(([, value]) => value !== undefined),
  ),
});

/** One byte in the middle of the content. */
const withBody = (answer: ProxiedAnswer): ProxiedAnswer => {
  const body = Buffer.from(answer.body);
  const middle = body.length >> 1;
  body[middle] = (body[middle] ?? 0) ^ 1;
  return { ...answer, body };
};

const withFittingDigest = (answer: ProxiedAnswer): ProxiedAnswer => {
  const changed = withBody(answer);
  return withHeaders(changed, {
    "content-digest": `sha-256=:${hash("sha256", changed.body, "base64")}:`,
  });
};

/** Gives the first answer again and again. */
const replaying = (): Change => {
  let first: ProxiedAnswer | undefined;
  return (answer) => (first ??= answer);
};

/** Signs the answer to another request, which has the nonce of the request that the client waits for. */
const redirected: Change = (answer, request: ProxiedRequest) =>
  signedByOther()(answer, { ...request, address: `${request.address}?assetType=USDX` });

/** A change, and what the error of a client says about it. Undefined: the client takes the answers. */
export interface Case {
  readonly change: () => Change;
  readonly says: RegExp | undefined;
  /** The client has the service's keys and the other one, in place of the published ones. */
  readonly pinned?: true;
}

const byStatus =
  (status: number, change: Change): Change =>
  (answer, request) =>
    answer.status === status ? change(answer, request) : answer;
const onlyKeySet =
  (change: Change): Change =>
  (answer, request) =>
    request.address.endsWith("/jwks.json") ? change(answer, request) : answer;
const butKeySet =
  (change: Change): Change =>
  (answer, request) =>
    request.address.endsWith("/jwks.json") ? answer : change(answer, request);
const always = (change: Change) => () => butKeySet(change);

/** By what each does. */
export const cases: Readonly<Record<string, Case>> = {
  nothing: { change: always((answer) => answer), says: undefined },
  "nothing, with pinned keys": { change: always((answer) => answer), says: undefined, pinned: true },
  "another key, which is pinned": { change: always(signedByOther()), says: undefined, pinned: true },
  "a byte of the body": { change: always(withBody), says: /200 .*content that is not the signed one/ },
  "a byte of the body, and its digest": { change: always(withFittingDigest), says: /wrong signature/ },
  "a byte of an error's body": {
    change: always(byStatus(404, withBody)),
    says: /404 .*content that is not the signed one/,
  },
  "the status": {
    change: always((answer) => ({ ...answer, status: answer.status + 1 })),
    says: /201 .*wrong signature/,
  },
  "the media type": {
    change: always((answer) => withHeaders(answer, { "content-type": "application/jsom" })),
    says: /wrong signature/,
  },
  "no signature left": {
    change: always((answer) => withHeaders(answer, { signature: undefined, "signature-input": undefined })),
    says: /without the signature/,
  },
  "no digest left": {
    change: always((answer) => withHeaders(answer, { "content-digest": undefined })),
    says: /content that is not the signed one/,
  },
  "a signature in another form": {
    change: always((answer) => withHeaders(answer, { signature: "sig=?1" })),
    says: /cannot read/,
  },
  "the answer of an earlier request": {
    change: () => butKeySet(replaying()),
    says: /signature of another answer/,
  },
  "another key": { change: always(signedByOther()), says: /key other-key, which is none of the service's/ },
  "the answer to another address": { change: always(redirected), says: /wrong signature/, pinned: true },
  "an old signature": {
    change: always(signedByOther({ secondsAgo: 301 })),
    says: /more than 300 s/,
    pinned: true,
  },
  "a signature from the future": {
    change: always(signedByOther({ secondsAgo: -330 })),
    says: /more than 300 s/,
    pinned: true,
  },
  "a signature for something else": {
    change: always(signedByOther({ tag: "other" })),
    says: /signature of another answer/,
    pinned: true,
  },
  ...Object.fromEntries(
    ['"@status"', '"content-digest"', '"content-type"', '"@method";req', '"signature";req'].map(
      (without): [string, Case] => [
        `a signature without ${without}`,
        {
          change: always(signedByOther({ without })),
          says: new RegExp(`does not cover ${without}`),
          pinned: true,
        },
      ],
    ),
  ),
  "a key set that cannot be read": {
    change: () => onlyKeySet((answer) => ({ ...answer, status: 403 })),
    says: /jwks\.json answered 403/,
  },
  "a key set that is none": {
    change: () => onlyKeySet((answer) => ({ ...answer, body: Buffer.from("{}") })),
    says: /jwks\.json is no JSON Web Key Set/,
  },
};
