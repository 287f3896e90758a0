import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent, request } from "undici";
import { DpopCredential } from "../../../clients/typescript/src/dpop.ts";
import { jwtOf, thumbprintOf } from "../../../clients/typescript/src/caller-key.ts";
import { ProcessKey } from "../../../clients/typescript/src/private-key.ts";
import { duel } from "../duel.ts";
import { newSigningKey } from "../provision.ts";
import type { Contender } from "../turn.ts";
import type { Bench, Setting } from "./setting.ts";
import { Supply } from "./supply.ts";
import { createMany, httpContender, oursOf, readPayments, reading, readRequest } from "./targets.ts";

/** As long as the service takes a JWT. */
const tokenSeconds = 300;

/** Makes requests with one token, each with a proof of its own. */
type Prove = (url: string) => Promise<Headers>;

/** Signs a token that is bound to its key, and asks the service for the nonce of the proofs. */
async function newToken({ product, made }: Setting): Promise<Prove> {
  const { publicKeyId, privateKey, audience } = await newSigningKey(product, made);
  const key = new ProcessKey(privateKey, "the bench");
  const iat = Math.floor(Date.now() / 1000);
  const token = await jwtOf(
    key,
    { typ: "pda-access+jwt", kid: publicKeyId },
    {
      iss: publicKeyId,
      sub: publicKeyId,
      aud: audience,
      jti: randomUUID(),
      iat,
      exp: iat + tokenSeconds,
      cnf: { jkt: await thumbprintOf(key) },
    },
  );
  const credential = new DpopCredential(() => token, key);
  const prove: Prove = async (url) => {
    const headers = new Headers();
    await credential.authorise({ method: "GET", url, headers, body: null });
    return headers;
  };
  const url = `${audience}/api/v1/payments`;
  const dispatcher = new Agent({ connect: { ca: product.ca, minVersion: "TLSv1.3" } });
  try {
    const { statusCode, headers } = await request(url, {
      dispatcher,
      headers: Object.fromEntries(await prove(url)),
    });
    const nonce = String(headers["dpop-nonce"]);
    const challenge = String(headers["www-authenticate"]);
    const answer = new Response(null, {
      status: statusCode,
      headers: { "dpop-nonce": nonce, "www-authenticate": challenge },
    });
    if (!credential.isChallengedBy(answer))
      throw new Error(`no nonce for proofs: ${statusCode} ${challenge}`);
  } finally {
    await dispatcher.destroy();
  }
  return prove;
}

/** Reads payments with one bound token, and proofs that were signed before the turn, each used once. They are accepted for minutes. */
async function readingWithProofs(setting: Setting, paymentIds: readonly string[]): Promise<Contender> {
  const { product, seconds, dir } = setting;
  const file = join(dir, "proofs");
  const supply = new Supply(seconds);
  const contender = httpContender(
    setting,
    { ...oursOf(setting), name: "DPoP" },
    { requests: { file }, once: true, headers: {}, keyed: false },
  );
  const base = `https://localhost:${product.port}`;
  return {
    ...contender,
    prepare: async () => {
      const prove = await newToken(setting);
      const lines: string[] = [];
      while (lines.length < supply.size) {
        const asked = readRequest(paymentIds[lines.length % paymentIds.length] as string);
        const headers = Object.fromEntries(await prove(base + asked.path));
        lines.push(JSON.stringify({ ...asked, headers }));
      }
      await writeFile(file, lines.join("\n"));
    },
    turn: async () => supply.seen(await contender.turn()),
  };
}

/** Reading a payment with a token that is bound to a P-256 key and a DPoP proof for each request, against reading it with the merchant's API key. */
export const authDpop: Bench = {
  name: "auth.dpop/api-key",
  async run(setting) {
    const ours = oursOf(setting);
    const paymentIds = ((await createMany(setting, ours, readPayments)) as { paymentId: string }[]).map(
      ({ paymentId }) => paymentId,
    );
    return duel(
      await readingWithProofs(setting, paymentIds),
      reading(setting, { ...ours, name: "API key" }, paymentIds),
      { bench: this.name, against: "the same with an API key", target: 0.5, seconds: setting.seconds },
    );
  },
};
