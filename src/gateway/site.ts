// The documentation for people: the built site at `/docs/`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { siteFolder } from "../config/built-folders.ts";
import { Failure } from "../rpc/failure.ts";
import { builtFile, CHECKED, FIXED, isServed } from "./built-file.ts";
import type { Download, DownloadOptions } from "./download.ts";
import { type Exchange, one } from "./exchange.ts";
import { prefers } from "./negotiate.ts";

/** What answers an exchange: a file, or the way to one. */
export interface Served {
  send(exchange: Exchange): Promise<void> | void;
}

/** A redirect, which depends on the media types that the caller takes. */
export class Redirect implements Served {
  readonly #status: 302 | 308;
  readonly #location: string;

  constructor(status: 302 | 308, location: string) {
    this.#status = status;
    this.#location = location;
  }

  send({ response, requestId, standing, headers }: Exchange): void {
    const own = [
      "X-Request-ID",
      requestId,
      "Location",
      this.#location,
      "Vary",
      "Accept",
      "Content-Length",
      "0",
    ];
    response.writeHead(this.#status, [...standing.list, ...headers, ...own]).end();
  }
}

/** Markdown for programs; browsers are led to the page, so that the addresses in the contract and in errors lead people to pages. */
class MarkdownOrPage implements Served {
  readonly #markdown: () => Download;
  readonly #page: Redirect;

  constructor(markdown: () => Download, page: string) {
    this.#markdown = markdown;
    this.#page = new Redirect(302, page);
  }

  send(exchange: Exchange): Promise<void> | void {
    const isBrowser = prefers(one(exchange.request.headers.accept), "text/html", "text/markdown");
    return isBrowser ? this.#page.send(exchange) : this.#markdown().send(exchange);
  }
}

/**
 * Allows a page scripts and styles of this host, and the scripts in the page itself by their hashes. Pictures of the style sheet stand in
 * it as data.
 * @param scripts hashes as CSP Level 3 section 2.3.1 writes them
 */
const policyOf = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(" ")}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(";");

/** What the generator of the site calls the page for an unknown address. */
const MISSING = "404.html";

/** The site, as it was built; without a build its start says how to make one. */
export interface Site {
  readonly files: ReadonlyMap<string, () => Served>;
  /** The page for an address that the site does not have. Absent without a build. */
  readonly missing?: () => Served;
  /** How Markdown is served that is also a page. */
  readonly copy: DownloadOptions;
  /** Returns what answers for a file: the file, and for browsers its page, if it has one. */
  orPage(path: string, file: () => Download): () => Served;
}

/** Reads which files the site has; each file is read when it is first asked for. */
export function readSite(): Site {
  const copy = { vary: "Accept" };
  const files = new Map<string, () => Served>();
  const orPage = (path: string, file: () => Download): (() => Served) => {
    const page = path.replace(/(?:index)?\.md$/, "");
    const answer = files.has(page) && path !== page ? new MarkdownOrPage(file, page) : undefined;
    return () => answer ?? file();
  };
  files.set("/docs", () => new Redirect(308, "/docs/"));
  if (!existsSync(join(siteFolder, "policy.json"))) {
    files.set("/docs/", () => {
      throw new Failure("ROUTE_NOT_FOUND", {
        message: "This installation does not have the documentation. Run make build/site where it is built.",
      });
    });
    return { files, copy, orPage };
  }
  const { scripts } = JSON.parse(readFileSync(join(siteFolder, "policy.json"), "utf8")) as {
    scripts: string[];
  };
  const policy = policyOf(scripts);
  const names = readdirSync(siteFolder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.\w+$/.test(name),
  );
  const fileOf = (name: string, options: DownloadOptions): (() => Download) =>
    builtFile(siteFolder, name, options);
  const served = names.filter((name) => isServed(name));
  for (const name of served.filter((each) => each.endsWith(".html") && each !== MISSING)) {
    const page = name.slice(0, -".html".length).replace(/(^|\/)index$/, "$1");
    files.set(`/docs/${page}`, fileOf(name, { policy, cacheControl: CHECKED }));
  }
  for (const name of served.filter((each) => !/\.(?:html|md)$/.test(each))) {
    const options = name.startsWith("assets/") ? FIXED : { cacheControl: CHECKED };
    files.set(`/docs/${name}`, fileOf(name, options));
  }
  // Programs ask for it there (llmstxt.org).
  files.set("/llms.txt", () => new Redirect(308, "/docs/llms.txt"));
  for (const name of served.filter((each) => each.endsWith(".md")))
    files.set(`/docs/${name}`, orPage(`/docs/${name}`, fileOf(name, copy)));
  const missing = fileOf(MISSING, { policy, cacheControl: "no-store", vary: "Accept", status: 404 });
  return { files, copy, orPage, missing };
}
