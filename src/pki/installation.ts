import { X509Certificate } from "node:crypto";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { isIP, isIPv6 } from "node:net";
import { join } from "node:path";
import { EXIT_FAILED } from "../files/advised.ts";
import { fileProblem } from "../files/error.ts";
import { isThere, readIfThere } from "../files/read.ts";
import { type Credential, createRoot, issueLeaf, type LeafRequest } from "./authority.ts";
import {
  privateDirectory,
  readPrivateKey,
  readText,
  requireNoKey,
  writeAtomically,
  writeNewRoot,
} from "./files.ts";
import { checkGrant, type Grant, readGrants, writeGrants } from "./grants.ts";
import { checkServiceName, type KeyFiles, type Layout, layout, serviceId, TIERS, tierId } from "./names.ts";
import { PkiError } from "./problem.ts";
import { noteRevoked, requireNotRevoked } from "./revoked-names.ts";

const ROOT_DAYS = 3652;
const TIER_DAYS = 30;
/** Browsers and curl accept public certificates of at most 398 days. The development certificate lives as long as a tier's. */
const HTTPS_DAYS = 30;
const SERVICE_DAYS = 30;
/** `pda up` renews at half of the lifetime, so the alert CertificateExpiresSoon means that a renewal did not happen. */
export const RENEW_WITHIN_DAYS = 15;
const DAY_MS = 86_400_000;
const LOOPBACK = { dns: ["localhost"], ip: ["127.0.0.1", "::1"] };

export interface InstallationOptions {
  /** The PKI folder (`config.pki.dir`). */
  dir: string;
  trustDomain: string;
  /** Host names and addresses in addition to the loopback ones, for tiers on several machines. */
  hosts?: readonly string[];
  now?: Date;
}

/** One certificate of the installation, or the problem that makes it unusable. */
export type Listed = { name: string; file: string } & (
  | { id: string; notAfter: Date }
  | { problem: PkiError }
);

/** A renewed certificate, and the reason for its renewal. */
export interface Renewed {
  /** SPIFFE id of the tier, or `public HTTPS`. */
  name: string;
  /** Reason for the renewal, as text for people. */
  reason: string;
  notAfter: Date;
}

function save(files: KeyFiles, made: Credential): void {
  // The key first: a reader between the two writes sees a mismatch, keeps the old pair and looks again.
  writeAtomically(files.key, made.key, 0o600);
  writeAtomically(files.cert, made.cert, 0o600);
}

/** Reads the tier root with its key. @throws PkiError */
export function loadRoot(files: Layout): Credential {
  // One of several machines has the key. A new root here would be known to no other machine.
  const elsewhere =
    "run the command on the machine that has this key, and copy the new certificates and keys from there; if no machine has it: pda pki init --replace-root";
  return {
    cert: readText(files.root.cert, "the tier root", "run: pda pki init"),
    key: readPrivateKey(files.root.key, "the key of the tier root", elsewhere),
  };
}

function hostNames(hosts: readonly string[] = []): { dns: string[]; ip: string[] } {
  const isAddress = (host: string) => isIP(host) !== 0;
  // Two spellings of an IPv6 address must not give two names (RFC 5952).
  const canonical = (host: string) =>
    isIPv6(host) ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host;
  return {
    dns: [...new Set([...LOOPBACK.dns, ...hosts.filter((host) => !isAddress(host))])],
    ip: [...new Set([...LOOPBACK.ip, ...hosts.filter(isAddress).map(canonical)])],
  };
}

/** Returns the certificates that `pda pki` makes for the product itself: one for each tier, and the public HTTPS certificate. */
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
 * Makes the missing parts of an installation, and leaves existing parts as they are.
 * The parts are the folders (0700), the tier root (P-256, 10 years), the certificates of the tiers and of the gateway's HTTPS (P-256, 30
 * days), and an empty list of grants.
 * @returns the names of the parts that were made. @throws PkiError for a key of the tier root without its certificate
 */
export async function initialise(options: InstallationOptions): Promise<string[]> {
  const files = layout(options.dir);
  for (const dir of [files.dir, files.tierDir, files.trustDir, files.servicesDir]) privateDirectory(dir);
  const made: string[] = [];
  if (!isThere(files.root.cert)) {
    requireNoKey(files.root, "the tier root");
    // The processes would refuse a certificate of the former root at every start.
    for (const own of ownCertificates(files, options)) rmSync(own.files.cert, { force: true });
    writeNewRoot(files.root, await createRoot(`${options.trustDomain} tier root`, ROOT_DAYS, options.now));
    made.push("tier root");
  }
  const root = loadRoot(files);
  for (const own of ownCertificates(files, options)) {
    if (isThere(own.files.cert) && isThere(own.files.key)) continue;
    save(own.files, await issueLeaf(root, own.request));
    made.push(own.request.spiffeId ?? "public HTTPS");
  }
  if (!isThere(files.grants)) writeGrants(options.dir, []);
  return made;
}

/**
 * Moves the tier root and its certificates to `tier.<time>`, so that `initialise` makes new ones.
 * @returns that folder, and the host names of the former certificates; undefined when the installation has no tier root
 */
export function retireRoot(dir: string, now = new Date()): { aside: string; hosts: string[] } | undefined {
  const files = layout(dir);
  if (!isThere(files.tierDir)) return undefined;
  const hosts = [...TIERS.map((tier) => files.tier(tier)), files.https].flatMap(({ cert }) => hostsOf(cert));
  const aside = join(dir, `tier.${now.toISOString().replaceAll(/[:.]/g, "-")}`);
  renameSync(files.tierDir, aside);
  return { aside, hosts: [...new Set(hosts)] };
}

/** Returns the names of the public HTTPS certificate that `pda pki` has made; those of the loopback interface at least. */
export function publicHosts(dir: string): { dns: string[]; ip: string[] } {
  return hostNames(hostsOf(layout(dir).https.cert));
}

/** Tells whether the public HTTPS certificate lacks one of these names. */
export function lacksHost(dir: string, hosts: readonly string[]): boolean {
  const [wanted, known] = [hostNames(hosts), publicHosts(dir)];
  return (
    wanted.dns.some((name) => !known.dns.includes(name)) || wanted.ip.some((at) => !known.ip.includes(at))
  );
}

/** Reads the certificate of a file; undefined when the file does not exist. @throws the system's error when the file cannot be read */
function certificateOf(file: string): X509Certificate | "damaged" | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return new X509Certificate(text);
  } catch {
    return "damaged";
  }
}

/** Returns the host names and addresses of a certificate, so that its successor keeps them. */
function hostsOf(file: string): string[] {
  const found = certificateOf(file);
  const names = found instanceof X509Certificate ? (found.subjectAltName?.split(", ") ?? []) : [];
  return names.flatMap((name) => /^(?:DNS|IP Address):(.+)$/.exec(name)?.[1] ?? []);
}

const isIssuedBy = (certificate: X509Certificate, root: X509Certificate): boolean =>
  certificate.checkIssued(root) && certificate.verify(root.publicKey);

/** Returns the end of a usable certificate, and the reason to tell people when the certificate is renewed. */
function standing(file: string, root: X509Certificate, now: Date): { until?: Date; reason: string } {
  const found = certificateOf(file);
  if (found === undefined) return { reason: "it was missing" };
  if (found === "damaged") return { reason: "its file held no certificate" };
  if (!isIssuedBy(found, root)) return { reason: "the present tier root did not issue it" };
  const until = found.validToDate;
  return { until, reason: `it ${until > now ? "ends" : "expired"} on ${until.toISOString()}` };
}

/**
 * Renews the certificates of the tiers and of the gateway's HTTPS that end within `withinDays` or that another root issued.
 * Renews all of them when `withinDays` is undefined. Running tiers load the new certificates without a restart.
 * @throws the system's error for a certificate that cannot be read, because its successor would lose its names
 */
export async function renew(options: InstallationOptions & { withinDays?: number }): Promise<Renewed[]> {
  const files = layout(options.dir);
  const root = loadRoot(files);
  const rootCertificate = new X509Certificate(root.cert);
  const now = options.now ?? new Date();
  const needed = new Date(now.getTime() + (options.withinDays ?? 0) * 86_400_000);
  const renewed: Renewed[] = [];
  for (const own of ownCertificates(files, options)) {
    const { until, reason } = standing(own.files.cert, rootCertificate, now);
    if (options.withinDays !== undefined && until && until > needed) continue;
    const hosts = hostNames([...(options.hosts ?? []), ...hostsOf(own.files.cert)]);
    const made = await issueLeaf(root, { ...own.request, ...hosts });
    save(own.files, made);
    const notAfter = new X509Certificate(made.cert).validToDate;
    renewed.push({ name: own.request.spiffeId ?? "public HTTPS", reason, notAfter });
  }
  return renewed;
}

/**
 * Makes or renews the certificate of an internal service and stores its grant.
 * @returns its SPIFFE id and files. @throws PkiError for a bad name, scope or identifier and for a revoked name, before anything is made
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
  requireNotRevoked(dir, spiffeId, now ?? new Date());
  const grant: Grant = checkGrant({ spiffeId, scopes: [...new Set(scopes)].sort(), merchantId, publisherId });
  // A list that cannot be read is an error before anything is made.
  readGrants(dir);
  const made = await issueLeaf(loadRoot(files), {
    commonName: name,
    spiffeId,
    ...hostNames([...(options.hosts ?? []), ...hostsOf(files.service(name).cert)]),
    usages: ["client", "server"],
    days: SERVICE_DAYS,
    now,
  });
  // Grants may have been taken away while the certificate was made.
  requireNotRevoked(dir, spiffeId, now ?? new Date());
  privateDirectory(files.servicesDir);
  save(files.service(name), made);
  const others = readGrants(dir).filter((other) => other.spiffeId !== spiffeId);
  writeGrants(dir, [...others, grant]);
  return { spiffeId, files: files.service(name) };
}

const withoutGrant = (spiffeId: string) =>
  new PkiError(`${spiffeId} has no grant`, "see: pda pki list", EXIT_FAILED);

/** Makes a new certificate for a service, with its present names and grant. @throws PkiError when the service has no grant */
export async function renewService(options: InstallationOptions & { name: string }): Promise<KeyFiles> {
  const spiffeId = serviceId(options.trustDomain, checkServiceName(options.name));
  const grant = readGrants(options.dir).find((known) => known.spiffeId === spiffeId);
  if (!grant) throw withoutGrant(spiffeId);
  return (await issueService({ ...options, ...grant })).files;
}

/**
 * Removes a service's grant, so that its certificate gives no access any more. The name is not granted again while a certificate of it may
 * be valid.
 * @throws PkiError when the service has no grant
 */
export function revokeService(options: { dir: string; trustDomain: string; name: string; now?: Date }): void {
  const spiffeId = serviceId(options.trustDomain, checkServiceName(options.name));
  const grants = readGrants(options.dir);
  const rest = grants.filter((grant) => grant.spiffeId !== spiffeId);
  if (rest.length === grants.length) throw withoutGrant(spiffeId);
  const { dir, now = new Date() } = options;
  noteRevoked(dir, spiffeId, { now, until: new Date(now.getTime() + SERVICE_DAYS * DAY_MS) });
  writeGrants(dir, rest);
}

/** Returns the names of the files in a folder, or no names when the folder does not exist. */
function filesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Lists all existing certificates of the installation, the root first, each with its end or its problem. */
export function listCertificates(dir: string): Listed[] {
  const files = layout(dir);
  const services = filesIn(files.servicesDir)
    .filter((name) => name.endsWith(".crt"))
    .map((name) => ({
      name: `service ${name.slice(0, -4)}`,
      file: join(files.servicesDir, name),
      underRoot: true as const,
    }));
  const all: { name: string; file: string; underRoot?: true }[] = [
    { name: "tier root", file: files.root.cert },
    ...TIERS.map((tier) => ({ name: tier as string, file: files.tier(tier).cert })),
    { name: "public HTTPS", file: files.https.cert },
    { name: "trust root", file: files.trustRoot.cert },
    ...services,
  ];
  const root = certificateOrProblem(files.root.cert);
  return all.flatMap(({ name, file, underRoot }): Listed[] => {
    const found = certificateOrProblem(file);
    if (found === undefined) return [];
    if (found instanceof PkiError) return [{ name, file, problem: found }];
    if (underRoot && root instanceof X509Certificate && !isIssuedBy(found, root))
      return [{ name, file, problem: ofFormerRoot(file, name) }];
    const id = /URI:([^,]+)/.exec(found.subjectAltName ?? "")?.[1] ?? found.subject;
    return [{ name, file, id, notAfter: found.validToDate }];
  });
}

const ofFormerRoot = (file: string, name: string): PkiError =>
  new PkiError(
    `the present tier root did not issue ${file}`,
    `run: pda pki renew ${name.replace(/^service /, "")}`,
  );

function certificateOrProblem(file: string): X509Certificate | PkiError | undefined {
  try {
    const found = certificateOf(file);
    return found === "damaged"
      ? new PkiError(
          `${file} is not a PEM certificate`,
          "put the right file there, or make a new one: pda pki --help",
        )
      : found;
  } catch (error) {
    const problem = fileProblem(error);
    if (!problem) throw error;
    return new PkiError(problem.message, problem.advice);
  }
}
