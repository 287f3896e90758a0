import { join } from "node:path";
import { EXIT_FAILED } from "../files/advised.ts";
import { PkiError } from "./problem.ts";

/** The processes of the product that identify each other by certificate. */
export const TIERS = ["gateway", "core", "worker", "chain-adapter"] as const;
export type Tier = (typeof TIERS)[number];

const SERVICE_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns the SPIFFE id of a tier: `spiffe://<trustDomain>/<tier>`. */
export function tierId(trustDomain: string, tier: Tier): string {
  return `spiffe://${trustDomain}/${tier}`;
}

/** Returns the SPIFFE id of an internal service that calls the core: `spiffe://<trustDomain>/service/<name>`. */
export function serviceId(trustDomain: string, name: string): string {
  return `spiffe://${trustDomain}/service/${name}`;
}

/** Returns the kind of peer that has this SPIFFE id; undefined unless it is a tier or an internal service of this trust domain. */
export function peerOf(trustDomain: string, spiffeId: string | undefined): Tier | "service" | undefined {
  const domain = `spiffe://${trustDomain}/`;
  if (!spiffeId?.startsWith(domain)) return undefined;
  const path = spiffeId.slice(domain.length);
  if (path.startsWith("service/")) return SERVICE_NAME.test(path.slice(8)) ? "service" : undefined;
  return TIERS.find((tier) => tier === path);
}

/** Checks a service name. @throws PkiError unless the name is a DNS label in lower case */
export function checkServiceName(name: string): string {
  if (!SERVICE_NAME.test(name)) {
    throw new PkiError(
      `"${name}" cannot be a service name`,
      'use 1 to 63 lower-case letters, digits and hyphens, like "till-backend"',
      EXIT_FAILED,
    );
  }
  return name;
}

/** Paths of a certificate and its key. */
export interface KeyFiles {
  cert: string;
  key: string;
}

/** The files of one PKI folder. */
export interface Layout {
  dir: string;
  tierDir: string;
  trustDir: string;
  servicesDir: string;
  grants: string;
  /** Names of services whose grant was taken away. */
  revokedServices: string;
  root: KeyFiles;
  trustRoot: KeyFiles;
  /** The gateway's public HTTPS certificate. */
  https: KeyFiles;
  tier(tier: Tier): KeyFiles;
  service(name: string): KeyFiles;
}

/**
 * Returns the paths: `<dir>/tier` for the tier root and its certificates, `<dir>/services`, `<dir>/grants.json`, `<dir>/trust` for the
 * trust root.
 */
export function layout(dir: string): Layout {
  const pair = (folder: string, stem: string): KeyFiles => ({
    cert: join(folder, `${stem}.crt`),
    key: join(folder, `${stem}.key`),
  });
  const tierDir = join(dir, "tier");
  const trustDir = join(dir, "trust");
  const servicesDir = join(dir, "services");
  return {
    dir,
    tierDir,
    trustDir,
    servicesDir,
    grants: join(dir, "grants.json"),
    revokedServices: join(dir, "revoked-services.json"),
    root: pair(tierDir, "root"),
    trustRoot: pair(trustDir, "root"),
    https: pair(tierDir, "https"),
    tier: (tier) => pair(tierDir, tier),
    service: (name) => pair(servicesDir, checkServiceName(name)),
  };
}
