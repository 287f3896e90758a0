// Parses chain-agnostic identifiers: accounts (CAIP-10) and assets (CAIP-19) of a network (CAIP-2).
import { ChainError } from "./error.ts";

const NAMESPACE = "[-a-z0-9]{3,8}";
const REFERENCE = "[-_a-zA-Z0-9]{1,32}";
const account = new RegExp(`^(${NAMESPACE}:${REFERENCE}):([-.%a-zA-Z0-9]{1,128})$`);
const asset = new RegExp(`^(${NAMESPACE}:${REFERENCE})/(${NAMESPACE}):([-.%a-zA-Z0-9]{1,128})$`);

/** Returns the address part of a CAIP-10 account on the given network. @throws ChainError INVALID_ACCOUNT */
export function addressOf(text: string, network: string): string {
  const [, onNetwork, address] = account.exec(text) ?? [];
  if (address === undefined) {
    throw ChainError.because("INVALID_ACCOUNT", "the account must have the form network:address (CAIP-10)");
  }
  if (onNetwork !== network) {
    throw ChainError.because("INVALID_ACCOUNT", `the account must be on network ${network}`);
  }
  return address;
}

/** Returns kind and reference of a CAIP-19 asset on the given network. @throws ChainError INVALID_ASSET */
export function assetOf(text: string, network: string): { kind: string; reference: string } {
  const [, onNetwork, kind, reference] = asset.exec(text) ?? [];
  if (kind === undefined || reference === undefined) {
    throw ChainError.because(
      "INVALID_ASSET",
      "the asset must have the form network/kind:reference (CAIP-19)",
    );
  }
  if (onNetwork !== network) {
    throw ChainError.because("INVALID_ASSET", `the asset must be on network ${network}`);
  }
  return { kind, reference };
}
