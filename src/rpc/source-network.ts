import { addressTest } from "../domain/access/source-network.ts";
import { Failure } from "./failure.ts";

/** What the networks belong to, for people. */
type Credential = "API key" | "public key";

/**
 * Compiles the networks of a credential to the check of a caller's address. A credential without networks is accepted from everywhere.
 * @param networks in canonical CIDR form
 * @returns a function that throws Failure NETWORK_NOT_ALLOWED
 */
export function sourceCheck(
  networks: readonly string[],
  credential: Credential = "API key",
): (address: string) => void {
  const isAllowed = addressTest(networks);
  return (address) => {
    if (!isAllowed(address))
      throw new Failure("NETWORK_NOT_ALLOWED", { message: messageOf(credential, address) });
  };
}

const messageOf = (credential: Credential, address: string): string =>
  `The ${credential} may not be used from ${address === "" ? "an unknown address" : address}. Call from one of its networks, or use another key.`;
