import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";

/** Reads the host of `--public-host`. @throws InvalidArgumentError */
export function publicHostOption(text: string): string {
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text);
  if (isIP(text) !== 0 || isName) return text;
  throw new InvalidArgumentError("It must be a lower-case host name or an IP address, without a port.");
}
