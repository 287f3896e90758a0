import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";
import ipaddr from "ipaddr.js";

/** Ranges whose addresses are no address of one machine. */
const NO_MACHINE: ReadonlySet<string> = new Set(["unspecified", "broadcast", "multicast"]);

/** Tells whether URLs and certificates mean the same by the host. Browsers read some names, such as 127.1, as addresses. */
function isPlain(host: string): boolean {
  const url = `https://${host.includes(":") ? `[${host}]` : host}/`;
  return URL.canParse(url) && new URL(url).hostname.replace(/^\[(.*)\]$/, "$1") === host;
}

/** Reads the host of `--public-host`. @throws InvalidArgumentError */
export function publicHostOption(text: string): string {
  const isAddress = isIP(text) !== 0 && !NO_MACHINE.has(ipaddr.parse(text).range());
  const isName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text);
  if ((isAddress || (isIP(text) === 0 && isName)) && isPlain(text)) return text;
  throw new InvalidArgumentError(
    "It must be a lower-case host name or an IP address of this machine, in its shortest form and without a port.",
  );
}
