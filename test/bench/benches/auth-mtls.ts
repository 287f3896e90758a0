import { duel } from "../duel.ts";
import { newClientCertificate } from "../provision.ts";
import type { Bench } from "./setting.ts";
import { createMany, oursOf, reading, readPayments } from "./targets.ts";

/** Reading a payment as TLS client with a merchant's certificate, against reading it with the merchant's API key. */
export const authMtls: Bench = {
  name: "auth.mtls/api-key",
  async run(setting) {
    const { product, made, seconds } = setting;
    const ours = oursOf(setting);
    const paymentIds = ((await createMany(setting, ours, readPayments)) as { paymentId: string }[]).map(
      ({ paymentId }) => paymentId,
    );
    const client = await newClientCertificate(product, made);
    return duel(
      reading(setting, { ...ours, name: "certificate" }, paymentIds, { headers: {}, client }),
      reading(setting, { ...ours, name: "API key" }, paymentIds),
      { bench: this.name, against: "the same with an API key", target: 0.5, seconds },
    );
  },
};
