import { startBare } from "../control/start.ts";
import { duel } from "../duel.ts";
import { callOnce } from "../http.ts";
import type { Bench, Setting } from "./setting.ts";
import { authenticityPath, authenticityRequests, authorised, httpContender, oursOf } from "./targets.ts";

/** Verifies the first asset. @returns the whole answer @throws Error when it is not trusted */
export async function verifyOne(setting: Pick<Setting, "product" | "made">): Promise<object> {
  const [first] = authenticityRequests(setting);
  if (!first) throw new Error("there is no device");
  const { port, ca } = setting.product;
  const answer = await callOnce({ ...first, port, ca, headers: authorised(setting.made) });
  if ((answer.data as { trusted?: boolean }).trusted !== true) {
    throw new Error(`the asset is not trusted: ${JSON.stringify(answer.data)}`);
  }
  return answer;
}

/**
 * Verifying assets by device certificates that were seen before, over TLS, against a bare Express that answers the same JSON without
 * looking.
 */
export const authenticityCached: Bench = {
  name: "authenticity.cached/express",
  async run(setting) {
    const { processes, product, seconds } = setting;
    const ours = oursOf(setting);
    const answer = await verifyOne(setting);
    const bare = await startBare(processes, { path: authenticityPath, answer, https: product.pki.https });
    const load = { requests: authenticityRequests(setting), headers: authorised(ours), keyed: false };
    try {
      return await duel(
        httpContender(setting, ours, load),
        httpContender(setting, { name: "bare Express", ...bare }, load),
        { bench: this.name, against: "bare Express 5 answering the same JSON", target: 0.6, seconds },
      );
    } finally {
      await bare.close();
    }
  },
};
