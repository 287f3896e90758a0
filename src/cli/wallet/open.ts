import { createPrivateKey, type KeyObject, webcrypto } from "node:crypto";
import type { KeyPair } from "../../../clients/typescript/src/sandbox/keys.ts";
import type { Config } from "../../config.ts";
import { CommandError } from "../failure.ts";
import { baseUrlOf, type ServiceOptions } from "../service.ts";
import { readWallet, type WalletFile, walletPath } from "./file.ts";

/** Options of every `pda wallet` command. */
export interface WalletOptions extends ServiceOptions {
  /** Name of the wallet on this machine. */
  readonly name: string;
}

/** A wallet whose key is on this machine. */
export interface OpenWallet extends WalletFile {
  readonly walletId: string;
}

/** Reads the wallet of this name. @throws CommandError when it does not exist, or belongs to another service */
export function openWallet(config: Config, options: WalletOptions): OpenWallet {
  const { name } = options;
  const file = walletPath(config, name);
  const wallet = readWallet(file);
  const create = `pda wallet create --name ${name}`;
  if (wallet?.walletId === undefined)
    throw new CommandError(`no wallet has the name "${name}": ${file}`, `create it: ${create}`);
  const service = baseUrlOf(config, options);
  if (wallet.service !== service)
    throw new CommandError(
      `the wallet "${name}" belongs to the service at ${wallet.service}, not to ${service}`,
      `name that service with --url, or create another wallet with --name`,
    );
  return { ...wallet, walletId: wallet.walletId };
}

/** Returns the private key that signs the wallet's calls. */
export function walletKeyOf({ privateKey }: WalletFile): KeyObject {
  return createPrivateKey({ key: privateKey, format: "jwk" });
}

/** Returns the holder's key pair for signing. */
export async function keysOf({ privateKey }: WalletFile): Promise<KeyPair> {
  const { d: _secret, ...publicKey } = privateKey;
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const load = (key: webcrypto.JsonWebKey, usage: webcrypto.KeyUsage) =>
    webcrypto.subtle.importKey("jwk", key, algorithm, true, [usage]);
  return { privateKey: await load(privateKey, "sign"), publicKey: await load(publicKey, "verify") };
}
