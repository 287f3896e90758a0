// What the holder does with the wallet. Each signs a statement (docs/wallets.md) and sends it.
import { type components, signPayment, signStatement } from "@pda/client/browser";
import { keyed } from "../../intent.ts";
import { newNonce } from "./keys.ts";
import { sendSigned } from "./signed.ts";
import type { Wallet } from "./wallet.ts";

type Schemas = components["schemas"];
/** A payment as the wallet sees it. */
export type PaymentRequest = Schemas["PaymentRequest"];

/** Agrees to a payment. A repeat pays nothing twice: a payment is paid once. */
export async function pay({ walletId, keys, api }: Wallet, request: PaymentRequest): Promise<PaymentRequest> {
  const path = { walletId, paymentId: request.paymentId };
  const body = { authorization: await signPayment(keys, request) };
  return (
    await api.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", { params: { path }, body })
  ).data;
}

/** Refuses a payment, so that the merchant need not wait. */
export async function decline(
  { walletId, keys, api }: Wallet,
  request: PaymentRequest,
): Promise<PaymentRequest> {
  const path = { walletId, reference: request.reference };
  const body = { refusal: await signPayment(keys, request, "pda-decline+jws") };
  const address = "/api/v1/wallets/{walletId}/payment-requests/{reference}/decline";
  return (await api.POST(address, { params: { path }, body })).data;
}

/** A transfer of value to another wallet. */
export interface Gift {
  readonly toWalletId: string;
  readonly amount: string;
  readonly assetType: string;
}

/** Gives value to another wallet. A repeat with the same key moves nothing twice. */
export function give(
  { walletId, keys, api }: Wallet,
  gift: Gift,
  key: string,
): Promise<Schemas["WalletTransaction"]> {
  const sign = () => {
    const claims = { aud: location.origin, nonce: newNonce(), walletId, ...gift };
    return signStatement(keys, { typ: "pda-value-transfer+jws", claims });
  };
  return sendSigned(key, sign, async (authorization) => {
    const params = { path: { walletId }, ...keyed(key) };
    const body = { ...gift, authorization };
    return (await api.POST("/api/v1/wallets/{walletId}/value-transfers", { params, body })).data;
  });
}

/** Registers the key that may start a recovery. */
export async function setRecoveryKey(
  { walletId, keys, api }: Wallet,
  recoveryKey: Schemas["HolderKey"],
  thumbprint: string,
): Promise<void> {
  const claims = { aud: location.origin, nonce: newNonce(), walletId, recoveryKey: thumbprint };
  const authorization = await signStatement(keys, { typ: "pda-recovery-key+jws", claims });
  const body = { recoveryKey, authorization };
  await api.POST("/api/v1/wallets/{walletId}/recovery-key", { params: { path: { walletId } }, body });
}

/** Ends a recovery that the holder does not want. */
export async function veto({ walletId, keys, api }: Wallet, recoveryId: string): Promise<void> {
  const claims = { aud: location.origin, nonce: newNonce(), walletId, recoveryId };
  const body = { authorization: await signStatement(keys, { typ: "pda-veto+jws", claims }) };
  const path = { walletId, recoveryId };
  await api.POST("/api/v1/wallets/{walletId}/recoveries/{recoveryId}/veto", { params: { path }, body });
}
