import { duel } from "../duel.ts";
import type { Bench } from "./setting.ts";
import { controlOf, createOne, creating, oursOf } from "./targets.ts";

/** Durable creation of payments over TLS, against the plain control. */
export const paymentsCreateControl: Bench = {
  name: "payments.create/control",
  async run(setting) {
    const ours = oursOf(setting);
    const theirs = controlOf(setting, await setting.control());
    for (const target of [ours, theirs]) await createOne(setting, target);
    return duel(creating(setting, ours), creating(setting, theirs), {
      bench: this.name,
      against: "Express 5 + grpc-js unary + Knex",
      target: 8,
      seconds: setting.seconds,
    });
  },
};
