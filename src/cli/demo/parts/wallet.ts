import type { Demo } from "../demo.ts";
import { expectEqual, expectForm } from "../expect.ts";
import { holderKey, type KeyPair, newKeyPair } from "../keys.ts";
import type { PublisherState } from "./publisher.ts";

/** A wallet and its holder's key. */
export interface WalletState {
  readonly walletId: string;
  readonly keys: KeyPair;
}

/** 2: a holder creates a key and a wallet, and the publisher issues value to the wallet. */
export async function walletPart(
  demo: Demo,
  { publisherId, assetType }: PublisherState,
): Promise<WalletState> {
  demo.part("2  A holder creates a wallet with its own key and gets value");
  const api = demo.operator;

  const keys = await newKeyPair();
  const walletId = await demo.step(
    "create a wallet with a P-256 key; the private key stays here",
    async () => {
      const { data } = await api.POST("/api/v1/wallets", { body: { holderKey: await holderKey(keys) } });
      expectForm("keyThumbprint", data.keyThumbprint, /^[\w-]{43}$/);
      return data.walletId;
    },
  );

  await demo.step("the publisher issues value to the wallet", async () => {
    const { data } = await api.POST("/api/v1/publishers/{publisherId}/issuances", {
      params: { path: { publisherId } },
      body: { walletId, assetType, amount: "100.000000" },
    });
    expectEqual("amount", data.amount, "100");
  });

  await demo.step("read the wallet's balance", async () => {
    const { data } = await api.GET("/api/v1/wallets/{walletId}/balances", { params: { path: { walletId } } });
    expectEqual("balances", data.items, [{ assetType, amount: "100" }]);
  });
  return { walletId, keys };
}
