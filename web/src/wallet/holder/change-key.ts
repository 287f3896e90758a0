// Gives the wallet a new key.
import { holderKey, PdaError, signStatement } from "@pda/client/browser";
import { newHolderKeys, newNonce, thumbprintOf } from "./keys.ts";
import { alone, readRecord, writeRecord } from "./record.ts";
import { isKeyOf, takeNextKeys, type Wallet } from "./wallet.ts";

/**
 * Replaces the wallet's key. The new key is stored before the service is asked, and the old one stays until the service has answered, so that
 * an interruption at any moment loses neither. Called again after an interruption, it goes on with the same new key.
 * @throws errors of the client; both keys are then still here
 */
export async function changeKey({ walletId, keys, api }: Wallet): Promise<Wallet> {
  const nextKeys = await alone(async () => {
    const record = await readRecord();
    if (record?.walletId !== walletId)
      throw new Error("another tab has changed the wallet: load the page again");
    const next = record.nextKeys ?? (await newHolderKeys());
    await writeRecord({ ...record, nextKeys: next });
    return next;
  });
  const [oldKey, newKey] = await Promise.all([thumbprintOf(keys), thumbprintOf(nextKeys)]);
  const claims = { aud: location.origin, nonce: newNonce(), walletId, oldKey, newKey };
  const statement = { typ: "pda-rotate+jws", claims };
  try {
    await api.POST("/api/v1/wallets/{walletId}/keys/rotate", {
      params: { path: { walletId } },
      body: {
        holderKey: await holderKey(nextKeys),
        authorization: await signStatement(keys, statement),
        proof: await signStatement(nextKeys, statement),
      },
    });
  } catch (error) {
    // An earlier request may have taken effect whose answer was lost: the service then knows the new key, and refuses the old one.
    if (!(error instanceof PdaError) || !(await isKeyOf(walletId, nextKeys))) throw error;
  }
  return takeNextKeys();
}
