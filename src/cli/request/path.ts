import { CommandError } from "../failure.ts";

const prefix = "/api/v1/";
const nowhere = "https://service.invalid";

/**
 * Returns the path of a request with its query, below /api/v1, from a path with or without that beginning or its slash.
 * @throws CommandError for what is no path of the interface, such as an address of another service
 */
export function apiPath(text: string): string {
  // Without a scheme and without the two slashes of an authority it can name no other service.
  const url = /^(\/(?![/\\])|[\w-]+([/?]|$))/.test(text) ? URL.parse(text, nowhere) : null;
  if (url?.origin !== nowhere || url.hash !== "")
    throw new CommandError(
      `"${text}" is not a path of the interface`,
      "write one such as /payments?status=pending; the service is chosen with --url or --profile",
    );
  const { pathname, search } = url;
  if (pathname.startsWith(prefix)) return pathname + search;
  if (/^\/api(\/|$)/.test(pathname))
    throw new CommandError(`"${text}" is not below ${prefix}`, "write a path such as /payments");
  return prefix + pathname.slice(1) + search;
}
