import { duel } from "../duel.ts";
import type { Bench } from "./setting.ts";
import { controlOf, oursOf, reading } from "./targets.ts";

/** Payments that are read in turn. */
const payments = 100;

/** Reading a payment over TLS, against the plain control. */
export const paymentsGetControl: Bench = {
  name: "payments.get/control",
  async run(setting) {
    const ours = await reading(setting, oursOf(setting), payments);
    const theirs = await reading(setting, controlOf(setting, await setting.control()), payments);
    return duel(ours, theirs, {
      bench: this.name,
      against: "Express 5 + grpc-js unary + Knex",
      target: null,
      seconds: setting.seconds,
    });
  },
};
