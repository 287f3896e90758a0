import { LRUCache } from "lru-cache";
import { z } from "zod";
import { tenantScopes } from "../domain/access/scope.ts";
import { type Logger, logger } from "../logger.ts";
import { readText, writeAtomically } from "./files.ts";
import { layout } from "./names.ts";
import { EXIT_CONFIG, EXIT_FAILED } from "../files/advised.ts";
import { PkiError } from "./problem.ts";
import { type Reloading, reloading } from "./reloading.ts";

/**
 * The rights of an internal service. The service may call the methods whose scope is listed. A restriction limits it to one tenant, and to the
 * scopes that a key of the tenant can have: the others reach beyond any tenant.
 */
export interface Grant {
  /** `spiffe://<trustDomain>/service/<name>`: the only URI name of the service's certificate. */
  readonly spiffeId: string;
  readonly scopes: readonly string[];
  /** `mer_…`. When set, the service may only access this merchant. */
  readonly merchantId?: string;
  /** `pub_…`. When set, the service may only access this publisher. */
  readonly publisherId?: string;
}

/** The grants of an installation, which follow `grants.json`. */
export interface Grants extends Disposable {
  /** Returns the grant of a caller. A caller without a grant may do nothing. */
  find(spiffeId: string): Grant | undefined;
  all(): readonly Grant[];
  close(): void;
}

const typeId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`), `must be a ${prefix}_… identifier`);

const grantSchema = z.strictObject({
  spiffeId: z
    .string()
    .max(300)
    .regex(/^spiffe:\/\/[a-z0-9.-]+\/service\/[a-z0-9-]+$/, "must be spiffe://<trust domain>/service/<name>"),
  scopes: z
    .array(
      z
        .string()
        .max(64)
        .regex(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/, "must look like payments.write"),
    )
    .max(100),
  merchantId: typeId("mer").optional(),
  publisherId: typeId("pub").optional(),
});

/** Tells whether a scope reaches no further than the tenant of a grant. */
function isWithinTenant(
  { merchantId, publisherId }: Omit<Grant, "scopes" | "spiffeId">,
  scope: string,
): boolean {
  const { merchant, publisher } = tenantScopes;
  return (
    (merchantId === undefined || merchant.includes(scope)) &&
    (publisherId === undefined || publisher.includes(scope))
  );
}

const fileSchema = z.strictObject({ grants: z.array(grantSchema).max(10_000) });

const ADVICE = "correct grants.json, or write the grant again: pda pki issue <name> --scope <scope>";

function problemOf(error: z.ZodError, exitCode = EXIT_CONFIG): PkiError {
  const issue = error.issues[0];
  const message = `grant: ${issue?.path.join(".")}: ${issue?.message}`;
  return new PkiError(message, "see: pda pki issue --help", exitCode);
}

function parseGrants(text: string): readonly Grant[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PkiError("grants.json is not JSON", ADVICE);
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) throw problemOf(parsed.error);
  const grants = parsed.data.grants.map((grant) => ({
    ...grant,
    scopes: grant.scopes.filter((scope) => isWithinTenant(grant, scope)),
  }));
  if (new Set(grants.map((grant) => grant.spiffeId)).size !== grants.length) {
    throw new PkiError("grants.json names a service twice", ADVICE);
  }
  return grants;
}

/** Reads the grants from the file. @throws PkiError when the file is missing or not usable */
export function readGrants(dir: string): readonly Grant[] {
  return parseGrants(readText(layout(dir).grants, "the list of grants", "run: pda pki init"));
}

/** Replaces the list of grants. @throws PkiError when a grant is not well formed */
export function writeGrants(dir: string, grants: readonly Grant[]): void {
  const sorted = [...grants].sort((a, b) => (a.spiffeId < b.spiffeId ? -1 : 1));
  const checked = fileSchema.safeParse({ grants: sorted });
  if (!checked.success) throw problemOf(checked.error);
  writeAtomically(layout(dir).grants, `${JSON.stringify(checked.data, null, 2)}\n`);
}

/** Checks a grant, so that a command can refuse it before it makes a certificate. @throws PkiError unless the grant is well formed */
export function checkGrant(grant: Grant): Grant {
  const checked = grantSchema.safeParse(grant);
  if (!checked.success) throw problemOf(checked.error, EXIT_FAILED);
  const wider = grant.scopes.find((scope) => !isWithinTenant(grant, scope));
  if (wider !== undefined)
    throw new PkiError(
      `grant: ${wider} reaches beyond one merchant or publisher`,
      "leave the scope out, or grant it to a service without --merchant and --publisher",
      EXIT_FAILED,
    );
  return checked.data;
}

/** How often the file is read at most because a service has no grant. A grant that was just given counts at the service's first call. */
const LOOK_MS = 100;
const LOOKED_MAX = 1_000;

/**
 * Loads the grants and follows changes of the file. A service whose grant is removed loses its rights within seconds, without a restart.
 * A bad file that appears later is logged, and the old list stays in use.
 * @throws PkiError at the start when the file is not usable
 */
export function loadGrants(options: { dir: string; log?: Logger; pollMs?: number }): Grants {
  const { dir, log = logger("pki"), pollMs } = options;
  const file: Reloading<Map<string, Grant>> = reloading({
    dir,
    what: "the list of grants",
    log,
    pollMs,
    read: () => readText(layout(dir).grants, "the list of grants", "run: pda pki init"),
    parse: (text) => new Map(parseGrants(text).map((grant) => [grant.spiffeId, grant])),
  });
  const looked = new LRUCache<string, true>({ max: LOOKED_MAX, ttl: LOOK_MS });
  const lookedUp = (spiffeId: string): Grant | undefined => {
    if (looked.has(spiffeId)) return undefined;
    looked.set(spiffeId, true);
    file.look();
    return file.current().get(spiffeId);
  };
  return {
    find: (spiffeId) => file.current().get(spiffeId) ?? lookedUp(spiffeId),
    all: () => [...file.current().values()],
    close: file.close,
    [Symbol.dispose]: file.close,
  };
}
