import { dirname } from "node:path";
import { type Logger, logger } from "../logger.ts";
import { checkMaterial, checkPublicMaterial, type Expectation, type Material } from "./check.ts";
import { readPrivateKey, readText } from "./files.ts";
import { type KeyFiles, layout, type Tier, tierId } from "./names.ts";
import { type Reloading, reloading } from "./reloading.ts";

/** The certificate that identifies this process to its peers. The certificate follows its files. */
export interface TierIdentity extends Reloading<Material> {
  /** `spiffe://<trustDomain>/<tier>`. */
  readonly spiffeId: string;
}

export interface TierIdentityOptions {
  /** The PKI folder (`config.pki.dir`). */
  dir: string;
  log?: Logger;
  /** Interval in milliseconds at which the files are read, in case a notification of a change is lost. */
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
    // All three files form one text, so that a change of any file is seen.
    read: () =>
      JSON.stringify({ ...readPair(source), ca: readText(root.cert, "the tier root", "run: pda pki init") }),
    parse: (text) => checkMaterial(JSON.parse(text), { ...expected, ...source, now: new Date() }),
  });
}

/**
 * Loads the identity of a tier from `<dir>/tier/<tier>.{crt,key}` and the tier root.
 * A bad file that appears later is logged, and the old certificate stays in use.
 * @throws PkiError when the process must not start: the certificate is expired, not yet valid, from another root, for another SPIFFE id,
 * or not of its key
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

/** The certificate and key of a public HTTPS socket. */
export type PublicMaterial = Omit<Material, "ca">;

/**
 * Loads the public HTTPS certificate: the files of `gateway.tls` when they are set, otherwise the development certificate of `pda pki`.
 * @throws PkiError as `loadTierIdentity`
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
    renew: "set gateway.tls.certFile and gateway.tls.keyFile to a valid certificate and its key",
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
