import { newId } from "../../../src/domain/identifier/identifier.ts";
import type { Asked } from "../load/plan.ts";
import type { Device } from "../provision.ts";
import { timeKinds, timingLine } from "../timing.ts";
import type { Bench } from "./setting.ts";
import { authenticityPath, authorised } from "./targets.ts";

/** What anyone can ask: an asset that does not exist, another asset than the certificate's, and the right one. */
export const timingAuthenticity: Bench = {
  name: "authenticity.unknown/known",
  async run({ product, made, seconds }) {
    let count = 0;
    const device = (): Device => made.devices[count++ % made.devices.length] as Device;
    const verify = (assetId: string, { certificate }: Device): Asked => ({
      method: "POST",
      path: authenticityPath,
      body: JSON.stringify({ assetId, deviceCertificate: certificate }),
    });
    const right = (own: Device): Asked => verify(own.assetId, own);
    const kinds = {
      unknown: () => verify(newId("asset"), device()),
      wrongBinding: () => verify(device().assetId, device()),
      right: () => right(device()),
    };
    const place = { port: product.port, ca: product.ca, headers: authorised(made) };
    const against = "the certificate with another asset that there is";
    const names = { bench: this.name, against, seconds };
    return timingLine(names, await timeKinds(place, kinds, seconds), ["unknown", "wrongBinding"]);
  },
};
