// The one place of the demo that knows what an account looks like on the development network.
import { randomBytes } from "node:crypto";

/** A fresh account on a network (CAIP-10). Nobody has its key: what is paid out there is only looked at. */
export function randomAccount(network: string): string {
  return `${network}:0x${randomBytes(20).toString("hex")}`;
}
