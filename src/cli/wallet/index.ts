// `pda wallet create`, `show`, `fund`, `lookup` and `pay`: a holder's wallet on the command line.
import { randomUUID, webcrypto } from "node:crypto";
import { type components, createPdaClient, type PdaClient } from "../../../clients/typescript/src/index.ts";
import { holderKey, newKeyPair, signPayment } from "../../../clients/typescript/src/sandbox/keys.ts";
import type { Config } from "../../config.ts";
import { shellWord } from "../../files/shell.ts";
import { CommandError } from "../failure.ts";
import { jsonText, plain } from "../output/plain.ts";
import { baseUrlOf, callOptionsOf } from "../service.ts";
import { readWallet, type WalletFile, walletPath, writeNewWallet, writeWallet } from "./file.ts";
import { keysOf, openWallet, type WalletOptions, walletKeyOf } from "./open.ts";
import { walletFailure } from "./problem.ts";

type PaymentRequest = components["schemas"]["PaymentRequest"];

/** Calls the service by the wallet's key. @throws CommandError for every refusal */
async function asHolder<T>(
  config: Config,
  options: WalletOptions,
  wallet: WalletFile,
  call: (api: PdaClient) => Promise<T>,
): Promise<T> {
  const baseUrl = baseUrlOf(config, options);
  await using api = createPdaClient({
    baseUrl,
    apiKey: "",
    ...callOptionsOf(config, options, walletKeyOf(wallet)),
  });
  try {
    return await call(api);
  } catch (error) {
    throw walletFailure(error, baseUrl);
  }
}

/** Prints names and values in two columns; leaves out what is absent. */
function print(rows: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(rows))
    if (value) console.log(`${name.padEnd(11)}  ${plain(value)}`);
}

/**
 * `pda wallet create`. The key is stored before the wallet is created, so that no wallet is ever without its key.
 * @throws CommandError when the name has a wallet, or may have one at another service
 */
export async function createWallet(config: Config, options: WalletOptions): Promise<void> {
  const { name } = options;
  const file = walletPath(config, name);
  const service = baseUrlOf(config, options);
  const wallet = await keptOrNew(file, service);
  if (wallet.walletId !== undefined)
    throw new CommandError(
      `a wallet with the name "${name}" exists already: ${file}`,
      "use it, or choose another --name",
    );
  // The file would name one service and hold the wallet of another.
  if (wallet.service !== service)
    throw new CommandError(
      `the wallet "${name}" was begun at ${wallet.service}, not at ${service}, and may exist there`,
      `go on there with the --url or --profile of the first run, or choose another --name; if that address is wrong, remove ${shellWord(file)}`,
    );
  const keys = await keysOf(wallet);
  const { walletId, keyThumbprint } = await asHolder(config, options, wallet, async (api) => {
    const body = { holderKey: await holderKey(keys) };
    const params = { header: { "Idempotency-Key": wallet.creationKey } };
    return (await api.POST("/api/v1/wallets", { params, body })).data;
  });
  writeWallet(file, { ...wallet, walletId });
  print({ wallet: walletId, key: keyThumbprint, "kept in": file });
}

/** Returns the wallet of the file. Another command may write the file at the same moment; then its key counts. */
async function keptOrNew(file: string, service: string): Promise<WalletFile> {
  const kept = readWallet(file);
  if (kept) return kept;
  const made = await newWallet(service);
  writeNewWallet(file, made);
  return readWallet(file) ?? made;
}

async function newWallet(service: string): Promise<WalletFile> {
  const { privateKey } = await newKeyPair();
  const { x = "", y = "", d = "" } = await webcrypto.subtle.exportKey("jwk", privateKey);
  return { service, creationKey: randomUUID(), privateKey: { kty: "EC", crv: "P-256", x, y, d } };
}

/** `pda wallet show`. @throws CommandError */
export async function showWallet(
  config: Config,
  options: WalletOptions & { readonly json?: boolean },
): Promise<void> {
  const open = openWallet(config, options);
  const path = { walletId: open.walletId };
  const wallet = await asHolder(
    config,
    options,
    open,
    async (api) => (await api.GET("/api/v1/wallets/{walletId}", { params: { path } })).data,
  );
  if (options.json) return console.log(jsonText(wallet));
  const { walletId, keyThumbprint, createTime, recoveryKeyThumbprint, recoveryId } = wallet;
  print({
    wallet: walletId,
    key: keyThumbprint,
    created: createTime,
    "recovery key": recoveryKeyThumbprint,
    recovery: recoveryId,
    "kept in": walletPath(config, options.name),
  });
}

/** `pda wallet fund`: asks a sandbox for test value. @throws CommandError outside of a sandbox, or when the asset type does not exist */
export async function fundWallet(
  config: Config,
  options: WalletOptions,
  { amount, assetType }: { readonly amount: string; readonly assetType: string },
): Promise<void> {
  const open = openWallet(config, options);
  const path = { walletId: open.walletId };
  const body = { assetType, amount };
  const funded = await asHolder(
    config,
    options,
    open,
    async (api) =>
      (await api.POST("/api/v1/sandbox/wallets/{walletId}/fund", { params: { path }, body })).data,
  );
  print({ amount: `${funded.amount} ${assetType}`, transaction: funded.transactionId });
}

function lookUp(api: PdaClient, walletId: string, reference: string): Promise<PaymentRequest> {
  const path = { walletId, reference };
  return api
    .GET("/api/v1/wallets/{walletId}/payment-requests/{reference}", { params: { path } })
    .then(({ data }) => data);
}

function printRequest(request: PaymentRequest, json = false): void {
  if (json) return console.log(jsonText(request));
  const { paymentId, merchantName, merchantId, amount, assetType, status } = request;
  print({
    payment: paymentId,
    merchant: `${merchantName} (${merchantId})`,
    amount: `${amount} ${assetType}`,
    description: request.description,
    status,
    transaction: request.transactionId,
    expires: status === "pending" ? request.expireTime : undefined,
  });
}

/** Options of the commands about a payment request. */
export type RequestOptions = WalletOptions & { readonly json?: boolean };

/** `pda wallet lookup`. @throws CommandError */
export async function lookUpRequest(
  config: Config,
  options: RequestOptions,
  reference: string,
): Promise<void> {
  const wallet = openWallet(config, options);
  const request = await asHolder(config, options, wallet, (api) => lookUp(api, wallet.walletId, reference));
  printRequest(request, options.json);
}

/** `pda wallet pay`: signs what the payment request asks for, and pays it. @throws CommandError */
export async function payRequest(config: Config, options: RequestOptions, reference: string): Promise<void> {
  const wallet = openWallet(config, options);
  const { walletId } = wallet;
  const keys = await keysOf(wallet);
  const paid = await asHolder(config, options, wallet, async (api) => {
    const request = await lookUp(api, walletId, reference);
    const body = { authorization: await signPayment(keys, request) };
    const path = { walletId, paymentId: request.paymentId };
    const answer = await api.POST("/api/v1/wallets/{walletId}/payments/{paymentId}/authorize", {
      params: { path },
      body,
    });
    return answer.data;
  });
  printRequest(paid, options.json);
}
