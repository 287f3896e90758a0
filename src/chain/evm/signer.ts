import { readFileSync, statSync } from "node:fs";
import type { LocalAccount } from "viem";
import { mnemonicToAccount, privateKeyToAccount } from "viem/accounts";
import { shellWord } from "../../files/shell.ts";

/** The public mnemonic of every development node. Its keys are known to everyone. */
export const developmentMnemonic = "test test test test test test test test test test test junk";
/** Accounts that development nodes fund. */
const DEVELOPMENT_ACCOUNTS = 10;

/** Where the signing key comes from. */
export type SignerSource =
  /** 32 bytes as hexadecimal digits, `0x` optional. */
  | { readonly kind: "key"; readonly key: string }
  /** A file that holds such a key, readable by its owner only. */
  | { readonly kind: "file"; readonly path: string }
  /** The first account of the development mnemonic. */
  | { readonly kind: "development" };

function readKeyFile(path: string): string {
  const { mode } = statSync(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new Error(`the signer key file ${path} is open to other users; run: chmod 600 ${shellWord(path)}`);
  }
  return readFileSync(path, "utf8");
}

function fromKey(text: string): LocalAccount {
  const digits = text.trim().replace(/^0x/, "");
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) {
    throw new Error("the signer key is not 32 bytes as 64 hexadecimal digits");
  }
  try {
    return privateKeyToAccount(`0x${digits}`);
  } catch {
    // The cause would show the key.
    throw new Error("the signer key is not a secp256k1 private key");
  }
}

/** The i-th account of the development mnemonic. */
export function developmentAccount(index: number): LocalAccount {
  return mnemonicToAccount(developmentMnemonic, { addressIndex: index });
}

const isDevelopment = (account: LocalAccount): boolean =>
  Array.from({ length: DEVELOPMENT_ACCOUNTS }, (_, i) => developmentAccount(i).address).includes(
    account.address,
  );

/**
 * The signing account. Its key stays in this process and is never part of an error.
 * @throws Error on an unreadable, open or malformed key, and on a publicly known one unless `development`
 */
export function loadSigner(source: SignerSource, development: boolean): LocalAccount {
  const account =
    source.kind === "development"
      ? developmentAccount(0)
      : fromKey(source.kind === "file" ? readKeyFile(source.path) : source.key);
  if (!development && isDevelopment(account)) {
    throw new Error("the signer key is a publicly known development key, which is refused in production");
  }
  return account;
}
