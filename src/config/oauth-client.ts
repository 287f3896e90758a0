import { z } from "zod";

/** Answers go to these addresses on the person's own machine, on any port (RFC 8252 section 7.3). */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);

function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || /[#*\s]/.test(uri)) return false;
  const { protocol, hostname, port, username, password } = new URL(uri);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK_HOSTS.has(hostname) && port === "");
}

/** A program that acts for people: a public client of the embedded authorisation server. */
export const oauthClient = z.strictObject({
  /** `client_id`. */
  id: z
    .string()
    .max(63)
    .regex(/^[a-z][a-z0-9-]*$/, "must be lower-case letters, digits and hyphens, and begin with a letter"),
  /** What people read when they allow the program to act. */
  name: z.string().min(1).max(100),
  /**
   * Where the program gets the answer, compared whole. `http://127.0.0.1/…` and `http://[::1]/…` stand for every port.
   */
  redirectUris: z
    .array(
      z
        .string()
        .max(500)
        .refine(
          isRedirectUri,
          "must be https://…, or http://127.0.0.1/… or http://[::1]/… without a port; no fragment, no *",
        ),
    )
    .min(1)
    .max(10),
});

/** A public client in the settings. */
export type OAuthClientSettings = z.output<typeof oauthClient>;

/** The client of a sandbox: any program on the person's own machine, such as one in a terminal. */
export const COMMAND_LINE: OAuthClientSettings = {
  id: "command-line",
  name: "A program on this machine",
  redirectUris: ["http://127.0.0.1/callback", "http://[::1]/callback"],
};
