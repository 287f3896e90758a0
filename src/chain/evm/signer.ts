import { pbkdf2Sync } from "node:crypto";
import type { LocalAccount } from "viem";
import { HDKey, hdKeyToAccount, privateKeyToAccount } from "viem/accounts";
import { publiclyKnownKey, readKeyFile, type SignerSource } from "../signer-key.ts";

/** The public mnemonic of every development node. Everyone knows its keys. */
export const developmentMnemonic = "test test test test test test test test test test test junk";
/** Number of accounts that development nodes fund. */
const DEVELOPMENT_ACCOUNTS = 10;

/** Source of the signing key; `key` is a key of 32 bytes as hexadecimal digits, as a file has it. `0x` is optional. */
export type EvmSignerSource = SignerSource | { readonly kind: "key"; readonly key: string };

function fromKey(text: string): LocalAccount {
  const digits = text.trim().replace(/^0x/, "");
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) {
    throw new Error("the signer key is not 32 bytes, written as 64 hexadecimal digits");
  }
  try {
    return privateKeyToAccount(`0x${digits}`);
  } catch {
    // The cause is left out because its text would show the key.
    throw new Error("the signer key is not a valid secp256k1 private key");
  }
}

let developmentRoot: HDKey | undefined;

/** Returns the i-th account of the development mnemonic. Its seed (BIP 39) comes from OpenSSL, a hundred times as fast as in JavaScript. */
export function developmentAccount(index: number): LocalAccount {
  developmentRoot ??= HDKey.fromMasterSeed(pbkdf2Sync(developmentMnemonic, "mnemonic", 2048, 64, "sha512"));
  return hdKeyToAccount(developmentRoot, { addressIndex: index });
}

const isDevelopment = (account: LocalAccount): boolean =>
  Array.from({ length: DEVELOPMENT_ACCOUNTS }, (_, i) => developmentAccount(i).address).includes(
    account.address,
  );

/**
 * Loads the signing account. Its key stays in this process and never appears in an error.
 * @throws Error if the key is unreadable, readable by others or malformed, or if it is publicly known and `development` is false
 */
export function loadSigner(source: EvmSignerSource, development: boolean): LocalAccount {
  const account =
    source.kind === "development"
      ? developmentAccount(0)
      : fromKey(source.kind === "file" ? readKeyFile(source.path) : source.key);
  if (!development && isDevelopment(account)) {
    throw publiclyKnownKey();
  }
  return account;
}
