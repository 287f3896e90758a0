import { dirname } from "node:path";
import { type Logger, logger } from "../logger.ts";
import { checkMaterial, checkPublicMaterial, type Expectation, type Material } from "./check.ts";
import { readPrivateKey, readText } from "./files.ts";
import { type KeyFiles, layout, type Tier, tierId } from "./names.ts";
import { type Reloading, reloading } from "./reloading.ts";

/** The certificate by which this process is known, following its files. */
export interface TierIdentity extends Reloading<Material> {
  /** `spiffe://<trustDomain>/<tier>`. */
  readonly spiffeId: string;
}

export interface TierIdentityOptions {
  /** The PKI folder (`config.pki.dir`). */
  dir: string;
  log?: Logger;
  /** How often the files are read when nothing is heard of a change. */
  pollMs?: number;
}

interface Source {
  files: KeyFiles;
  what: string;
  renew: string;
}

const RENEW = "run: pda pki renew";

function readPair({ files, what, renew }: Source) {
  return {
    cert: readText(files.cert, what, renew),
    key: readPrivateKey(files.key, `the key of ${what}`, renew),
  };
}

function follow(
  options: TierIdentityOptions,
  source: Source,
  expected: Pick<Expectation, "spiffeId" | "usages">,
) {
  const { root, tierDir } = layout(options.dir);
  return reloading<Material>({
    dir: tierDir,
    what: source.what,
    log: options.log ?? logger("pki"),
    pollMs: options.pollMs,
    // All three files as one text, so that a change of any of them is seen.
    read: () =>
      JSON.stringify({ ...readPair(source), ca: readText(root.cert, "the tier root", "run: pda pki init") }),
    parse: (text) => checkMaterial(JSON.parse(text), { ...expected, ...source, now: new Date() }),
  });
}

/**
 * The identity of a tier from `<dir>/tier/<tier>.{crt,key}` and the tier root.
 * @throws PkiError when the certificate is expired, not yet valid, from a foreign root, for another SPIFFE id, or not of its key:
 * the process must not start then. A bad file that appears later is logged and the old one stays in use.
 */
export function loadTierIdentity(
  options: TierIdentityOptions & { tier: Tier; trustDomain: string },
): TierIdentity {
  const spiffeId = tierId(options.trustDomain, options.tier);
  const source = {
    files: layout(options.dir).tier(options.tier),
    what: `the ${options.tier} certificate`,
    renew: RENEW,
  };
  return Object.assign(follow(options, source, { spiffeId, usages: ["client", "server"] }), { spiffeId });
}

/** What a public HTTPS socket needs. */
export type PublicMaterial = Omit<Material, "ca">;

/**
 * The certificate that the public sees: the files of `gateway.tls` when they are set, else the development one of `pda pki`.
 * @throws PkiError as `loadTierIdentity`.
 */
export function loadHttpsCertificate(
  options: TierIdentityOptions & { certFile?: string; keyFile?: string },
): Reloading<PublicMaterial> {
  const { certFile, keyFile, log = logger("pki"), pollMs } = options;
  const what = "the public HTTPS certificate";
  if (!certFile || !keyFile) {
    const source = { files: layout(options.dir).https, what, renew: RENEW };
    return follow(options, source, { spiffeId: undefined, usages: ["server"] });
  }
  const source = {
    files: { cert: certFile, key: keyFile },
    what,
    renew:
      "put a valid certificate and its key there (settings gateway.tls.certFile and gateway.tls.keyFile)",
  };
  return reloading<PublicMaterial>({
    dir: dirname(certFile),
    what,
    log,
    pollMs,
    read: () => JSON.stringify(readPair(source)),
    parse: (text) => checkPublicMaterial(JSON.parse(text), { ...source, now: new Date() }),
  });
}
