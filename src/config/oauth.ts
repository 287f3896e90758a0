import { z } from "zod";
import { CONSOLE_CLIENT, oauthClient } from "./oauth-client.ts";

const text = (max: number) => z.string().min(1).max(max);

/** An issuer's identifier: an https address without query and fragment (RFC 8414 section 2). */
const issuerAddress = z
  .url({ protocol: /^https$/, hostname: /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)$/i })
  .max(500)
  .regex(/^[^?#@]*$/, "must be an https address without user, query and fragment");
/** What stands for an issuer in names of callers. */
const nameOf = (address: string): string => new URL(address).href;
const tenant = text(40).regex(
  /^(operator|merchant|publisher|(mer|pub)_[0-7][0-9a-hjkmnp-tv-z]{25})$/,
  "must be merchant, publisher, operator, or the identifier of a merchant or a publisher",
);
const issuer = z.strictObject({
  issuer: issuerAddress,
  /** What `aud` of a token must contain; the public address of this service when unset. */
  audience: text(500).optional(),
  /** Address of the issuer's keys; when unset, the issuer's metadata (RFC 8414) names it. */
  jwksUri: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  /** Roots that the issuer's TLS certificate is checked by, in PEM; those of the system when unset. */
  caFile: text(1024).optional(),
  /** For whom its tokens may speak. */
  tenants: z.array(tenant).min(1).max(1000).default(["merchant", "publisher"]),
});

/** Who gives access tokens. */
export const oauth = z.strictObject({
  /** Issuers of OAuth access tokens (RFC 9068) that are accepted. A text stands for an issuer with the defaults. */
  issuers: z
    .array(z.union([issuerAddress.transform((address) => issuer.parse({ issuer: address })), issuer]))
    .max(20)
    .refine(
      (all) => new Set(all.map((one) => nameOf(one.issuer))).size === all.length,
      "must not name an issuer twice, also not with and without a slash behind the host",
    )
    .default([]),
  /**
   * What access tokens must be bound to: nothing (`optional`), a client certificate or a key (`required`), or a key with DPoP (`dpop`).
   */
  tokenBinding: z.enum(["optional", "required", "dpop"]).default("optional"),
  server: z
    .strictObject({
      /** The embedded authorisation server gives access tokens to clients; on in a sandbox and off in production when unset. */
      enabled: z.boolean().optional(),
      /**
       * Programs that may act for people who sign in. In a sandbox one for command lines when unset, else none.
       */
      clients: z
        .array(oauthClient)
        .max(20)
        .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "must not name a client twice")
        .refine(
          (all) => !all.some(({ id }) => id === CONSOLE_CLIENT),
          `must not name ${CONSOLE_CLIENT}, the service's own`,
        )
        .optional(),
    })
    .prefault({}),
});

/** The console, and where people sign in to it. */
export const consoleSettings = z.strictObject({
  /**
   * Serves the console, and lets people who sign in use it; when unset, on where `signIn` is set, and in a sandbox that
   * does not name its programs in `oauth.server.clients`. Needs `oauth.server.enabled` or `signIn`.
   */
  enabled: z.boolean().optional(),
  /** Where people sign in to the console, in place of the embedded authorisation server. */
  signIn: z
    .strictObject({
      /** One of `oauth.issuers`. A policy for pages has no name for hosts in brackets (CSP Level 3 section 2.3.1). */
      issuer: issuerAddress.regex(/^[^[]*$/, "must name its host by a name or an IPv4 address"),
      /** `client_id` of the console there. */
      clientId: text(255).regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces"),
      /** What the console asks for; every scope of this service when unset. The issuer may know more of them, such as `offline_access`. */
      scopes: z
        .array(text(200).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be a scope (RFC 6749 section 3.3)"))
        .min(1)
        .max(100)
        .optional(),
    })
    .optional(),
});
