// A person's browser: keeps cookies by name and path, follows no redirect by itself, and says where a form comes from.
import type { Product } from "../../support/product.ts";
import { exchange, type Received } from "./http.ts";

interface Cookie {
  readonly value: string;
  readonly path: string;
  /** Everything behind the value. */
  readonly attributes: string;
}

export class Browser {
  readonly #product: Pick<Product, "baseUrl" | "ca"> & { readonly from?: string };
  readonly cookies = new Map<string, Cookie>();

  /** @param from own address, one of 127.0.0.0/8: of the refusals of one address, only ten in a minute have a record each */
  constructor({ baseUrl, ca }: Pick<Product, "baseUrl" | "ca">, from?: string) {
    this.#product = { baseUrl, ca, ...(from === undefined ? {} : { from }) };
  }

  /** Opens an address of the service, or a path. @param headers by which browsers say who led them there */
  open(address: string, headers: Record<string, string> = {}): Promise<Received> {
    return this.#send("GET", address, headers);
  }

  /** Presses the button of a form of this service, or of a page of another origin. */
  press(
    address: string,
    headers: Record<string, string> = { Origin: this.#product.baseUrl },
  ): Promise<Received> {
    return this.#send("POST", address, {
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": "0",
      ...headers,
    });
  }

  async #send(method: string, address: string, headers: Record<string, string>): Promise<Received> {
    const { pathname, search } = new URL(address, this.#product.baseUrl);
    const cookies = [...this.cookies].filter(([, { path }]) => pathname.startsWith(path));
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join("; ");
    const sent = { method, headers: { ...headers, ...(cookie === "" ? {} : { Cookie: cookie }) } };
    const received = await exchange(this.#product, pathname + search, sent);
    for (const line of received.headers["set-cookie"] ?? []) this.#keep(line);
    return received;
  }

  #keep(line: string): void {
    const [, name = "", value = "", attributes = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    const path = /; path=([^;]+)/i.exec(attributes)?.[1] ?? "/";
    if (value === "" || /expires=Thu, 01 Jan 1970/i.test(attributes)) this.cookies.delete(name);
    else this.cookies.set(name, { value, path, attributes });
  }
}
