import { addressTest } from "../domain/access/source-network.ts";
import { Failure } from "./failure.ts";

/**
 * Compiles the networks of a credential to the check of a caller's address. A credential without networks is accepted from everywhere.
 * @param networks in canonical CIDR form
 * @returns a function that throws Failure NETWORK_NOT_ALLOWED
 */
export function sourceCheck(networks: readonly string[]): (address: string) => void {
  const isAllowed = addressTest(networks);
  return (address) => {
    if (!isAllowed(address)) throw new Failure("NETWORK_NOT_ALLOWED", { message: messageOf(address) });
  };
}

const messageOf = (address: string): string =>
  `The API key may not be used from ${address === "" ? "an unknown address" : address}. Call from one of its networks, or use another key.`;
