import { createPublicKey } from "node:crypto";
import { z } from "zod";
import { operatorScopes } from "../domain/access/scope.ts";

/** Answers go to these addresses on the person's own machine, on any port (RFC 8252 section 7.3). */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]"]);

function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri) || /[#*\s]/.test(uri)) return false;
  const { protocol, hostname, port, username, password } = new URL(uri);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK_HOSTS.has(hostname) && port === "");
}

/** Members that every key may have. What they say of the key must be true. */
const keyMembers = {
  kid: z.string().min(1).max(100).optional(),
  use: z.literal("sig").optional(),
  key_ops: z.tuple([z.literal("verify")]).optional(),
};
const number = z
  .string()
  .max(683)
  .regex(/^[A-Za-z0-9_-]+$/, "must be base64url");

/** Public keys of the algorithms of FAPI 2.0. The type of the key decides the algorithm. A private key has a member more, and is refused. */
const jwk = z
  .discriminatedUnion("kty", [
    z.strictObject({
      ...keyMembers,
      kty: z.literal("EC"),
      crv: z.literal("P-256"),
      x: number,
      y: number,
      alg: z.literal("ES256").default("ES256"),
    }),
    z.strictObject({
      ...keyMembers,
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      x: number,
      alg: z.literal("EdDSA").default("EdDSA"),
    }),
    z.strictObject({
      ...keyMembers,
      kty: z.literal("RSA"),
      n: number,
      e: number,
      alg: z.literal("PS256").default("PS256"),
    }),
  ])
  .refine(isUsable, "must be a public key: on P-256, Ed25519, or RSA with 2048 to 4096 bits");

function isUsable(key: Record<string, unknown>): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key, format: "jwk" });
    const bits = asymmetricKeyDetails?.modulusLength ?? 0;
    return asymmetricKeyType !== "rsa" || (bits >= 2048 && bits <= 4096);
  } catch {
    return false;
  }
}

/** A program that acts for people: a client of the embedded authorisation server. */
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
  /**
   * The program's public keys (RFC 7517). With keys the program is a confidential client, which authenticates by `private_key_jwt`. Without,
   * it is a public client.
   */
  jwks: z
    .strictObject({
      keys: z
        .array(jwk)
        .min(1)
        .max(5)
        .refine(
          (keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length,
          "must have a kid of its own for each of several keys",
        ),
    })
    .optional(),
  /** Scopes that the program may ask for; every scope when unset. */
  scopes: z
    .array(
      z.string().refine((one) => operatorScopes.includes(one), "must be a scope of docs/reference/scopes.md"),
    )
    .min(1)
    .max(64)
    .optional(),
});

/** A client in the settings. */
export type OAuthClientSettings = z.output<typeof oauthClient>;

/** The client of a sandbox: any program on the person's own machine, such as one in a terminal. */
export const COMMAND_LINE: OAuthClientSettings = {
  id: "command-line",
  name: "A program on this machine",
  redirectUris: ["http://127.0.0.1/callback", "http://[::1]/callback"],
};

/** `client_id` of the service's own console. */
export const CONSOLE_CLIENT = "console";

/** The console: a program of the service itself, so that nobody is asked whether it may act. */
export const consoleClient = (publicUrl: string): OAuthClientSettings => ({
  id: CONSOLE_CLIENT,
  name: "Console",
  redirectUris: [`${publicUrl}/console/signed-in`],
});
