import { duel } from "../duel.ts";
import { newSigningKey } from "../provision.ts";
import type { Bench } from "./setting.ts";
import { createMany, oursOf, reading, readPayments } from "./targets.ts";

/** Reading a payment with a JWT of a registered P-256 key for each request, against reading it with the merchant's API key. */
export const authJwt: Bench = {
  name: "auth.jwt/api-key",
  async run(setting) {
    const { product, made, seconds } = setting;
    const ours = oursOf(setting);
    const paymentIds = ((await createMany(setting, ours, readPayments)) as { paymentId: string }[]).map(
      ({ paymentId }) => paymentId,
    );
    const signingKey = await newSigningKey(product, made);
    return duel(
      reading(setting, { ...ours, name: "JWT" }, paymentIds, { headers: {}, signingKey }),
      reading(setting, { ...ours, name: "API key" }, paymentIds),
      { bench: this.name, against: "the same with an API key", target: 0.5, seconds },
    );
  },
};
