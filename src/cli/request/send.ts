// `pda get` and `pda post`: one request to the interface as the caller writes it.
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Config } from "../../config.ts";
import { callService } from "../call.ts";
import { CommandError } from "../failure.ts";
import { contentOf, type ServiceOptions } from "../service.ts";
import { apiPath } from "./path.ts";
import { jsonText } from "../output/plain.ts";

/** Options of `pda get` and `pda post`. */
export interface RequestOptions extends ServiceOptions {
  /** Headers by name. */
  readonly header?: Readonly<Record<string, string>>;
  /** JSON, `@` and a file, or `-` for standard input. */
  readonly data?: string;
  readonly idempotencyKey?: string;
}

/** What the typed client can do with a path that is known only now. */
interface LooseClient {
  GET(path: string, init: object): Promise<unknown>;
  POST(path: string, init: object): Promise<unknown>;
  DOWNLOAD(path: string, init: object): Promise<Response>;
}

/** Sends one request and prints the answer. @throws CommandError for every refusal */
export async function request(
  config: Config,
  verb: "GET" | "POST",
  { path, ...options }: RequestOptions & { readonly path: string },
): Promise<void> {
  const target = apiPath(path);
  const { header = {}, idempotencyKey } = options;
  const headers = {
    ...header,
    ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
  };
  const body = options.data === undefined ? {} : { body: await jsonOf(options.data) };
  const accept = Object.entries(header).find(([name]) => name.toLowerCase() === "accept")?.[1];
  await callService(config, options, { scope: "" }, async (typed) => {
    const api = typed as unknown as LooseClient;
    if (verb === "GET" && accept !== undefined && accept !== "application/json") {
      const { body: document } = await api.DOWNLOAD(target, { headers });
      if (document) await pipeline(document, process.stdout, { end: false });
      return;
    }
    const answer = await api[verb](target, { headers, ...body });
    console.log(jsonText(answer, process.stdout.isTTY ? 2 : 0));
  });
}

async function jsonOf(data: string): Promise<unknown> {
  const file = data.startsWith("@") ? data.slice(1) : undefined;
  const content = data === "-" ? await text(process.stdin) : file === undefined ? data : contentOf(file);
  try {
    return JSON.parse(content) as unknown;
  } catch {
    const what = data === "-" ? "standard input" : (file ?? "the text after --data");
    throw new CommandError(`${what} is not JSON`, `write it as '{"amount":"12.50"}', @<file> or -`);
  }
}
