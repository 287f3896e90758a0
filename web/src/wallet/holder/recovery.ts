// Gets the wallet a new key when its key is lost. The recovery key and the new key sign; the custodian's key, of an operator, calls, because
// a lost key cannot sign requests.
import {
  type components,
  holderKey,
  PdaConnectionError,
  PdaError,
  signStatement,
  type WebKeyPair,
} from "@pda/client/browser";
import { newHolderKeys, newNonce, thumbprintOf } from "./keys.ts";
import { alone, readRecord, removeRecord, writeRecord } from "./record.ts";
import { sendSigned } from "./signed.ts";

type Schemas = components["schemas"];

/** Calls the service by an operator's key, which is in the memory of this page only. */
async function asOperator<T>(
  apiKey: string,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<T> {
  const address = `${location.origin}/api/v1${path}`;
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const sent = {
    method,
    headers,
    body: body && JSON.stringify(body),
    credentials: "omit",
    cache: "no-store",
  } as const;
  let response: Response;
  try {
    response = await fetch(address, { ...sent, body: sent.body ?? null });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new PdaConnectionError(
      { address, reason: "connection", detail, attempts: 1, idempotencyKey: undefined },
      error,
    );
  }
  const answer = await response.json();
  if (!response.ok) throw new PdaError(response.status, answer);
  return answer.data as T;
}

/** What a recovery needs. */
export interface Lost {
  readonly walletId: string;
  readonly recoveryKeys: WebKeyPair;
  readonly operatorKey: string;
}

/**
 * Starts a recovery by which this browser's new key gets the wallet. The key is stored before the service is asked, and forgotten if the
 * service refuses.
 */
export async function startRecovery({
  walletId,
  recoveryKeys,
  operatorKey,
}: Lost): Promise<Schemas["Recovery"]> {
  const path = `/wallets/${walletId}`;
  const { keyThumbprint: oldKey } = await asOperator<Schemas["Wallet"]>(operatorKey, "GET", path);
  return alone(async () => {
    const before = await readRecord();
    if (before?.walletId !== undefined && before.walletId !== walletId)
      throw new Error("This browser has another wallet. Forget that wallet first.");
    const keys = before?.nextKeys ?? (await newHolderKeys());
    const record = { keys, creationKey: crypto.randomUUID(), ...before, walletId, nextKeys: keys };
    await writeRecord(record);
    const newKey = await thumbprintOf(keys);
    const sign = async () => {
      const claims = { aud: location.origin, nonce: newNonce(), walletId, oldKey, newKey };
      const statement = { typ: "pda-recover+jws", claims };
      return {
        holderKey: await holderKey(keys),
        authorization: await signStatement(recoveryKeys, statement),
        proof: await signStatement(keys, statement),
      };
    };
    // The service would take a newly signed statement for another recovery, with a new delay.
    const recovery = await sendSigned(`recovery ${walletId} ${newKey}`, sign, (body) =>
      asOperator<Schemas["Recovery"]>(operatorKey, "POST", `${path}/recoveries`, body),
    ).catch(async (error: unknown) => {
      // A lost answer may have been a success. A refusal was none: a new key that was kept would be taken for that of the wallet.
      if (error instanceof PdaError && error.status < 500)
        await (before ? writeRecord(before) : removeRecord());
      throw error;
    });
    const { recoveryId, effectiveTime } = recovery;
    await writeRecord({ ...record, recoveryId, effectiveTime });
    return recovery;
  });
}

/** Returns the time of the service, which counts for the delay: the clock of a sandbox may be ahead of the browser's. */
export async function serviceTime(): Promise<number> {
  const response = await fetch(`${location.origin}/api/v1/server-info`, {
    credentials: "omit",
    cache: "no-store",
  });
  return Date.parse((await response.json()).timestamp);
}

/** Gives the wallet its new key, after the delay. */
export const completeRecovery = (operatorKey: string, walletId: string, recoveryId: string) =>
  asOperator<Schemas["Recovery"]>(
    operatorKey,
    "POST",
    `/wallets/${walletId}/recoveries/${recoveryId}/complete`,
    {},
  );
