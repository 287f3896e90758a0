import { holderKey, type KeyPair, newKeyPair } from "../../../src/cli/demo/keys.ts";
import { signStatement } from "../../support/holder-signatures.ts";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { clientOf } from "../provision.ts";
import { timeKinds, timingLine, type Ask } from "../timing.ts";
import type { Bench, Setting } from "./setting.ts";

/** A wallet that owns all assets but the last, another one that owns none, and a key of a shop that may ask. */
async function holders({
  product,
  made,
}: Setting): Promise<{ owner: KeyPair; stranger: KeyPair; apiKey: string }> {
  await using api = clientOf(product);
  const { publisherId, merchantId } = made;
  const [owner, stranger] = [await newKeyPair(), await newKeyPair()];
  const [owning] = await Promise.all(
    [owner, stranger].map(async (keys) =>
      api.POST("/api/v1/wallets", { body: { holderKey: await holderKey(keys) } }),
    ),
  );
  const walletId = owning?.data.walletId ?? "";
  for (const { assetId } of made.devices.slice(0, -1))
    await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/owner", {
      params: { path: { publisherId, assetId } },
      body: { walletId },
    });
  const { data } = await api.POST("/api/v1/merchants/{merchantId}/api-keys", {
    params: { path: { merchantId } },
    body: { name: "gate", scopes: ["verification.read"] },
  });
  return { owner, stranger, apiKey: data.secret };
}

/** What whoever may ask for ownership learns from the time that an answer takes. */
export const timingOwnership: Bench = {
  name: "ownership.unknown/foreign",
  async run(setting) {
    const { product, made, seconds } = setting;
    const { owner, stranger, apiKey } = await holders(setting);
    const owned = made.devices.slice(0, -1).map(({ assetId }) => assetId);
    let count = 0;
    const asset = (): string => owned[count++ % owned.length] as string;
    const ask = async (call: Ask, by: KeyPair, assetId: string) => {
      const { nonce, audience: aud } = await call({
        method: "POST",
        path: "/api/v1/verification/challenges",
        body: JSON.stringify({ assetId }),
      });
      const proof = await signStatement(by, "pda-own+jws", { aud, nonce, assetId });
      const body = JSON.stringify({ assetId, proof });
      return { method: "POST", path: "/api/v1/verification/ownership", body } as const;
    };
    const nobody = await newKeyPair();
    const kinds = {
      unknown: (call: Ask) => ask(call, stranger, newId("asset")),
      foreign: (call: Ask) => ask(call, stranger, asset()),
      ownerless: (call: Ask) => ask(call, stranger, made.devices.at(-1)?.assetId ?? ""),
      withoutWallet: (call: Ask) => ask(call, nobody, asset()),
      own: (call: Ask) => ask(call, owner, asset()),
    };
    const place = { port: product.port, ca: product.ca, headers: { Authorization: `Bearer ${apiKey}` } };
    const against = "an asset that somebody else owns, one that nobody owns, and a key that has no wallet";
    const names = { bench: this.name, against, seconds };
    const times = await timeKinds(place, kinds, seconds);
    return timingLine(names, times, ["unknown", "foreign", "ownerless", "withoutWallet"]);
  },
};
