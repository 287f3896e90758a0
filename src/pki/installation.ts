import { X509Certificate } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { isIP, isIPv6 } from "node:net";
import { join } from "node:path";
import { type Credential, createRoot, issueLeaf, type LeafRequest } from "./authority.ts";
import { privateDirectory, readPrivateKey, readText, writeAtomically } from "./files.ts";
import { checkGrant, type Grant, readGrants, writeGrants } from "./grants.ts";
import { checkServiceName, type KeyFiles, type Layout, layout, serviceId, TIERS, tierId } from "./names.ts";
import { PkiError } from "./problem.ts";

const ROOT_DAYS = 3652;
const TIER_DAYS = 30;
/** Browsers and curl accept public certificates of at most 398 days; the development one lives as long as a tier's. */
const HTTPS_DAYS = 30;
const SERVICE_DAYS = 30;
const LOOPBACK = { dns: ["localhost"], ip: ["127.0.0.1", "::1"] };

export interface InstallationOptions {
  /** The PKI folder (`config.pki.dir`). */
  dir: string;
  trustDomain: string;
  /** Host names and addresses beside the loopback ones, for tiers on several machines. */
  hosts?: readonly string[];
  now?: Date;
}

/** One certificate of the installation. */
export interface Listed {
  name: string;
  file: string;
  id: string;
  notAfter: Date;
}

function save(files: KeyFiles, made: Credential): void {
  // The key first: a reader that comes between the two sees a mismatch, keeps the old pair and looks again.
  writeAtomically(files.key, made.key, 0o600);
  writeAtomically(files.cert, made.cert, 0o600);
}

function loadRoot(files: Layout): Credential {
  const advice = "run: pda pki init";
  return {
    cert: readText(files.root.cert, "the tier root", advice),
    key: readPrivateKey(files.root.key, "the key of the tier root", advice),
  };
}

function hostNames(hosts: readonly string[] = []): { dns: string[]; ip: string[] } {
  const isAddress = (host: string) => isIP(host) !== 0;
  // One spelling of an IPv6 address, so that it is not named twice (RFC 5952).
  const canonical = (host: string) =>
    isIPv6(host) ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host;
  return {
    dns: [...new Set([...LOOPBACK.dns, ...hosts.filter((host) => !isAddress(host))])],
    ip: [...new Set([...LOOPBACK.ip, ...hosts.filter(isAddress).map(canonical)])],
  };
}

/** What `pda pki` makes for the product itself: a certificate for each tier, and the public HTTPS one. */
function ownCertificates(
  files: Layout,
  { trustDomain, hosts, now }: InstallationOptions,
): { files: KeyFiles; request: LeafRequest }[] {
  const names = hostNames(hosts);
  return [
    ...TIERS.map((tier) => ({
      files: files.tier(tier),
      request: {
        commonName: tier,
        spiffeId: tierId(trustDomain, tier),
        ...names,
        usages: ["client", "server"] as const,
        days: TIER_DAYS,
        now,
      },
    })),
    {
      files: files.https,
      request: { commonName: "localhost", ...names, usages: ["server"] as const, days: HTTPS_DAYS, now },
    },
  ];
}

/**
 * Makes what is missing of an installation: folders (0700), the tier root (P-256, 10 years), the certificates of the tiers (P-256,
 * 30 days) and the gateway's HTTPS certificate, and an empty list of grants. What is there stays as it is.
 * @returns the names of what was made.
 */
export async function initialise(options: InstallationOptions): Promise<string[]> {
  const files = layout(options.dir);
  for (const dir of [files.dir, files.tierDir, files.trustDir, files.servicesDir]) privateDirectory(dir);
  const made: string[] = [];
  if (!existsSync(files.root.cert)) {
    // A certificate of a root that is gone would be refused at every start.
    for (const own of ownCertificates(files, options)) rmSync(own.files.cert, { force: true });
    save(files.root, await createRoot(`${options.trustDomain} tier root`, ROOT_DAYS, options.now));
    made.push("tier root");
  }
  const root = loadRoot(files);
  for (const own of ownCertificates(files, options)) {
    if (existsSync(own.files.cert) && existsSync(own.files.key)) continue;
    save(own.files, await issueLeaf(root, own.request));
    made.push(own.request.spiffeId ?? "public HTTPS");
  }
  if (!existsSync(files.grants)) writeGrants(options.dir, []);
  return made;
}

/** Puts the tier root and everything under it aside (`tier.<time>`), so that `initialise` makes a new one. */
export function retireRoot(dir: string, now = new Date()): string | undefined {
  const files = layout(dir);
  if (!existsSync(files.tierDir)) return undefined;
  const aside = join(dir, `tier.${now.toISOString().replaceAll(/[:.]/g, "-")}`);
  renameSync(files.tierDir, aside);
  return aside;
}

function certificateOf(file: string): X509Certificate | undefined {
  try {
    return new X509Certificate(readFileSync(file));
  } catch {
    // Missing or unreadable as a certificate: the callers make a new one or list it as unusable.
    return undefined;
  }
}

/** The host names and addresses of a certificate, so that its successor has them too. */
function hostsOf(file: string): string[] {
  const names = certificateOf(file)?.subjectAltName?.split(", ") ?? [];
  return names.flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []);
}

function usable(file: string, root: X509Certificate, until: Date): boolean {
  const found = certificateOf(file);
  return (
    found !== undefined &&
    found.validToDate > until &&
    found.checkIssued(root) &&
    found.verify(root.publicKey)
  );
}

/**
 * Makes new certificates for the tiers and the gateway's HTTPS: those that end within `withinDays` or are not of the present root;
 * all of them when it is undefined. Running tiers pick them up without a restart.
 * @returns the names of what was renewed.
 */
export async function renew(options: InstallationOptions & { withinDays?: number }): Promise<string[]> {
  const files = layout(options.dir);
  const root = loadRoot(files);
  const rootCertificate = new X509Certificate(root.cert);
  const now = options.now ?? new Date();
  const until = new Date(now.getTime() + (options.withinDays ?? 0) * 86_400_000);
  const renewed: string[] = [];
  for (const own of ownCertificates(files, options)) {
    if (options.withinDays !== undefined && usable(own.files.cert, rootCertificate, until)) continue;
    const hosts = hostNames([...(options.hosts ?? []), ...hostsOf(own.files.cert)]);
    save(own.files, await issueLeaf(root, { ...own.request, ...hosts }));
    renewed.push(own.request.spiffeId ?? "public HTTPS");
  }
  return renewed;
}

/**
 * Makes (or renews) the certificate of an internal service and writes down what it may do.
 * @returns its SPIFFE id and files. @throws PkiError for a bad name, scope or identifier, before anything is made.
 */
export async function issueService(
  options: InstallationOptions & {
    name: string;
    scopes: readonly string[];
    merchantId?: string;
    publisherId?: string;
  },
): Promise<{ spiffeId: string; files: KeyFiles }> {
  const { dir, trustDomain, now, scopes, merchantId, publisherId } = options;
  const name = checkServiceName(options.name);
  const files = layout(dir);
  const spiffeId = serviceId(trustDomain, name);
  const grant: Grant = checkGrant({ spiffeId, scopes: [...new Set(scopes)].sort(), merchantId, publisherId });
  const others = readGrants(dir).filter((other) => other.spiffeId !== spiffeId);
  const made = await issueLeaf(loadRoot(files), {
    commonName: name,
    spiffeId,
    ...hostNames([...(options.hosts ?? []), ...hostsOf(files.service(name).cert)]),
    usages: ["client", "server"],
    days: SERVICE_DAYS,
    now,
  });
  privateDirectory(files.servicesDir);
  save(files.service(name), made);
  writeGrants(dir, [...others, grant]);
  return { spiffeId, files: files.service(name) };
}

/** Makes a new certificate for a service, with the names and the grant that it has. @throws PkiError when it has no grant. */
export async function renewService(options: InstallationOptions & { name: string }): Promise<KeyFiles> {
  const spiffeId = serviceId(options.trustDomain, checkServiceName(options.name));
  const grant = readGrants(options.dir).find((known) => known.spiffeId === spiffeId);
  if (!grant) throw new PkiError(`${spiffeId} has no grant`, "see: pda pki list");
  return (await issueService({ ...options, ...grant })).files;
}

/** Takes a service's grant away: from then on its certificate opens nothing. @throws PkiError when there is no such grant. */
export function revokeService(options: { dir: string; trustDomain: string; name: string }): void {
  const spiffeId = serviceId(options.trustDomain, checkServiceName(options.name));
  const grants = readGrants(options.dir);
  const rest = grants.filter((grant) => grant.spiffeId !== spiffeId);
  if (rest.length === grants.length) throw new PkiError(`${spiffeId} has no grant`, "see: pda pki list");
  writeGrants(options.dir, rest);
}

/** Every certificate of the installation with its end, the root first. */
export function listCertificates(dir: string): Listed[] {
  const files = layout(dir);
  const services = existsSync(files.servicesDir)
    ? readdirSync(files.servicesDir)
        .filter((name) => name.endsWith(".crt"))
        .sort()
        .map((name) => ({ name: `service ${name.slice(0, -4)}`, file: join(files.servicesDir, name) }))
    : [];
  const all = [
    { name: "tier root", file: files.root.cert },
    ...TIERS.map((tier) => ({ name: tier as string, file: files.tier(tier).cert })),
    { name: "public HTTPS", file: files.https.cert },
    { name: "trust root", file: files.trustRoot.cert },
    ...services,
  ];
  return all.flatMap(({ name, file }) => {
    const found = certificateOf(file);
    if (!found) return [];
    const id = /URI:([^,]+)/.exec(found.subjectAltName ?? "")?.[1] ?? found.subject;
    return [{ name, file, id, notAfter: found.validToDate }];
  });
}
