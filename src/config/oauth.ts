import { z } from "zod";
import { CONSOLE_CLIENT, oauthClient } from "./oauth-client.ts";
import { text } from "./values.ts";

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
  issuers: z
    .array(z.union([issuerAddress.transform((address) => issuer.parse({ issuer: address })), issuer]))
    .max(20)
    .refine(
      (all) => new Set(all.map((one) => nameOf(one.issuer))).size === all.length,
      "must not name an issuer twice, also not with and without a slash behind the host",
    )
    .default([])
    .describe(
      "issuers of OAuth access tokens (RFC 9068) that are accepted, in the file; `PDA_OAUTH_ISSUERS` takes addresses, for issuers with the defaults: see [authentication](authentication.md#access-tokens-of-oauth-issuers)",
    ),
  tokenBinding: z
    .enum(["optional", "required", "dpop"])
    .default("optional")
    .describe(
      "what access tokens must be bound to: nothing (`optional`), a client certificate or a key (`required`), or a key with DPoP (`dpop`)",
    ),
  server: z
    .strictObject({
      enabled: z
        .boolean()
        .optional()
        .describe(
          "whether the [embedded authorisation server](authentication.md#the-embedded-authorisation-server) gives access tokens; unset is `true` in a sandbox, `false` in production",
        ),
      clients: z
        .array(oauthClient)
        .max(20)
        .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "must not name a client twice")
        .refine(
          (all) => !all.some(({ id }) => id === CONSOLE_CLIENT),
          `must not name ${CONSOLE_CLIENT}, the service's own`,
        )
        .optional()
        .describe(
          "programs that may act for people who sign in, in the file; unset in a sandbox is one for programs on the person's machine, else none. The console is one more where it is on. With `jwks` a program must authenticate, and `scopes` limits it: see [people](authentication.md#the-programs-of-people)",
        ),
    })
    .prefault({}),
});

/** The console, and where people sign in to it. */
export const consoleSettings = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe(
      "whether [the console](../guides/console.md) is on. It needs `oauth.server.enabled` or `console.signIn`; unset is `true` with `console.signIn`, and in a sandbox that does not set `oauth.server.clients`",
    ),
  /** Where people sign in to the console, in place of the embedded authorisation server. */
  signIn: z
    .strictObject({
      // A policy for pages has no name for hosts in brackets (CSP Level 3 section 2.3.1).
      issuer: issuerAddress
        .regex(/^[^[]*$/, "must name its host by a name or an IPv4 address")
        .describe(
          "where people sign in to the console, in place of the embedded authorisation server: one of `oauth.issuers`. See [Sign in at your own server](../guides/console.md#sign-in-at-your-own-server)",
        ),
      clientId: text(255)
        .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
        .describe("`client_id` of the console there"),
      scopes: z
        .array(text(200).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be a scope (RFC 6749 section 3.3)"))
        .min(1)
        .max(100)
        .optional()
        .describe(
          "scopes that the console asks for, also such as `offline_access`, which only the issuer knows; unset is every scope of this service",
        ),
    })
    .optional(),
});
