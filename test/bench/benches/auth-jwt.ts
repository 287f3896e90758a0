import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { registeredKeyOf } from "../../../clients/typescript/src/registered-key.ts";
import { duel } from "../duel.ts";
import { newSigningKey } from "../provision.ts";
import type { Contender } from "../turn.ts";
import type { Bench, Setting } from "./setting.ts";
import { Supply } from "./supply.ts";
import { createMany, httpContender, oursOf, readPayments, reading, readRequest } from "./targets.ts";

/** Reads payments with JWTs that were signed before the turn, each used once. They are accepted for five minutes. */
async function readingWithTokens(setting: Setting, paymentIds: readonly string[]): Promise<Contender> {
  const { product, made, seconds, dir } = setting;
  const credential = registeredKeyOf(await newSigningKey(product, made), "", {});
  const authorise = async (): Promise<string | null> => {
    const headers = new Headers();
    await credential?.authorise({ method: "GET", url: "", headers, body: null });
    return headers.get("Authorization");
  };
  const file = join(dir, "tokens");
  const supply = new Supply(seconds);
  const contender = httpContender(
    setting,
    { ...oursOf(setting), name: "JWT" },
    { requests: { file }, once: true, headers: {}, keyed: false },
  );
  return {
    ...contender,
    prepare: async () => {
      const lines: string[] = [];
      while (lines.length < supply.size) {
        const asked = readRequest(paymentIds[lines.length % paymentIds.length] as string);
        lines.push(JSON.stringify({ ...asked, authorization: await authorise() }));
      }
      await writeFile(file, lines.join("\n"));
    },
    turn: async () => supply.seen(await contender.turn()),
  };
}

/** Reading a payment with a JWT of a registered P-256 key for each request, against reading it with the merchant's API key. */
export const authJwt: Bench = {
  name: "auth.jwt/api-key",
  async run(setting) {
    const ours = oursOf(setting);
    const paymentIds = ((await createMany(setting, ours, readPayments)) as { paymentId: string }[]).map(
      ({ paymentId }) => paymentId,
    );
    return duel(
      await readingWithTokens(setting, paymentIds),
      reading(setting, { ...ours, name: "API key" }, paymentIds),
      { bench: this.name, against: "the same with an API key", target: 0.5, seconds: setting.seconds },
    );
  },
};
