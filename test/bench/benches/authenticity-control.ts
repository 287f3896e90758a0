import { startBare } from "../control/start.ts";
import { duel } from "../duel.ts";
import { callOnce } from "../http.ts";
import type { Bench } from "./setting.ts";
import { httpContender, oursOf } from "./targets.ts";

const path = "/api/v1/verification/authenticity";

/** Verifying an asset by its device certificate over TLS, against a bare Express that answers the same JSON without looking. */
export const authenticityControl: Bench = {
  name: "authenticity/control",
  async run(setting) {
    const { processes, product, made, seconds } = setting;
    const ours = oursOf(setting);
    const { assetId, deviceCertificate } = made;
    const plan = {
      method: "POST",
      headers: { Authorization: `Bearer ${ours.apiKey}` },
      body: JSON.stringify({ assetId, deviceCertificate }),
    } as const;
    const answer = await callOnce({ ...plan, port: ours.port, ca: product.ca, path });
    if ((answer.data as { trusted?: boolean }).trusted !== true) {
      throw new Error(`the asset is not trusted: ${JSON.stringify(answer.data)}`);
    }
    const bare = await startBare(processes, { path, answer, https: product.pki.https });
    const load = { ...plan, paths: [path], keyed: false };
    try {
      return await duel(
        httpContender(setting, ours, load),
        httpContender(setting, { name: "bare Express", ...bare }, load),
        { bench: this.name, against: "bare Express 5 answering the same JSON", target: null, seconds },
      );
    } finally {
      await bare.close();
    }
  },
};
