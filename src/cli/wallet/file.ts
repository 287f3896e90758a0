// The file of a wallet: the holder's private key and the wallet that it belongs to. Only its owner may read it.
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { readIfThere } from "../../files/read.ts";
import { privateDirectory, writeAtomically, writeNew } from "../../pki/files.ts";
import { CommandError } from "../failure.ts";

const walletFile = z.strictObject({
  /** Base address of the service that has the wallet. */
  service: z.string(),
  /** Idempotency key under which the wallet is created, so that a lost answer is found again. */
  creationKey: z.string(),
  /** Absent until the service has answered. */
  walletId: z.string().optional(),
  /** The holder's private key, JWK. */
  privateKey: z.strictObject({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  }),
});

/** Content of a wallet's file. */
export type WalletFile = z.output<typeof walletFile>;

/** Returns the path of a wallet's file. */
export function walletPath({ dataDir }: Config, name: string): string {
  return join(dataDir, "wallets", `${name}.json`);
}

/** Writes a wallet's file, readable by its owner only. */
export function writeWallet(file: string, wallet: WalletFile): void {
  privateDirectory(dirname(file));
  writeAtomically(file, textOf(wallet));
}

/** Writes a wallet's file unless it exists: of several commands, one makes the key. */
export function writeNewWallet(file: string, wallet: WalletFile): void {
  privateDirectory(dirname(file));
  writeNew(file, textOf(wallet));
}

const textOf = (wallet: WalletFile): string => `${JSON.stringify(wallet, null, 2)}\n`;

/** Reads a wallet's file; returns undefined when it does not exist. @throws CommandError when the file holds no wallet */
export function readWallet(file: string): WalletFile | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const { data } = walletFile.safeParse(parsed(text));
  if (data) return data;
  throw new CommandError(`${file} does not hold a wallet`, "restore the file, or choose another --name");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
