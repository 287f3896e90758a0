import { duel } from "../duel.ts";
import type { Bench } from "./setting.ts";
import { controlOf, oursOf, readingNew } from "./targets.ts";

/** Reading a payment over TLS, against the plain control. */
export const paymentsGetControl: Bench = {
  name: "payments.get/control",
  async run(setting) {
    const ours = await readingNew(setting, oursOf(setting));
    const theirs = async () => readingNew(setting, controlOf(setting, await setting.control()));
    return duel(ours, theirs, {
      bench: this.name,
      against: "Express 5 + grpc-js unary + Knex",
      target: null,
      seconds: setting.seconds,
    });
  },
};
