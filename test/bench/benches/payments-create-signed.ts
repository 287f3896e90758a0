import { createPrivateKey, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { signed } from "../../support/http-signing.ts";
import { countRows } from "../database.ts";
import { duel } from "../duel.ts";
import { newSigningKey } from "../provision.ts";
import type { Contender } from "../turn.ts";
import type { Bench, Setting } from "./setting.ts";
import { Supply } from "./supply.ts";
import { authorised, createRequest, creating, httpContender, oursOf } from "./targets.ts";

/** Creates payments with requests that were signed before the turn, each used once. They are accepted for five minutes. */
async function creatingSigned(setting: Setting): Promise<Contender> {
  const { product, made, seconds, dir } = setting;
  const target = oursOf(setting);
  const { publicKeyId: keyId, privateKey, audience } = await newSigningKey(product, made);
  const key = createPrivateKey(privateKey as string);
  const file = join(dir, "signed");
  const supply = new Supply(seconds);
  const { Authorization: authorization } = authorised(target);
  const contender = httpContender(
    setting,
    { ...target, name: "signed" },
    { requests: { file }, once: true, headers: {}, keyed: false },
  );
  const request = () => {
    const { method, path, body = "" } = createRequest(target);
    const headers = { authorization, "idempotency-key": randomUUID() };
    return {
      method,
      path,
      body,
      headers: signed({ method, url: audience + path, headers, body }, { key, keyId }),
    };
  };
  return {
    ...contender,
    prepare: () =>
      writeFile(file, Array.from({ length: supply.size }, () => JSON.stringify(request())).join("\n")),
    turn: async () => supply.seen(await contender.turn()),
    stored: () => countRows(target.databaseUrl, target.table),
  };
}

/** Creating payments by requests that a registered P-256 key signs beside the API key, against creating them by the API key alone. */
export const paymentsCreateSigned: Bench = {
  name: "payments.create/signed",
  async run(setting) {
    return duel(await creatingSigned(setting), creating(setting, { ...oursOf(setting), name: "unsigned" }), {
      bench: this.name,
      against: "the same unsigned",
      target: 0.6,
      seconds: setting.seconds,
    });
  },
};
