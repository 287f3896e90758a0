// Keys, requests and certificates as somebody else's software makes them.
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** A P-256 private key, PEM. */
export function newKey(curve = "prime256v1"): string {
  return run(["ecparam", "-name", curve, "-genkey", "-noout"]);
}

/** A certification request, PEM. */
export function newRequest(key: string, subject = "/CN=whoever asks"): string {
  using directory = temporaryDirectory();
  return run(["req", "-new", "-key", file(directory.path, "key.pem", key), "-subj", subject]);
}

/** An RSA request, PEM. */
export function newRsaRequest(): string {
  using directory = temporaryDirectory();
  const key = run(["genrsa", "2048"]);
  return run(["req", "-new", "-key", file(directory.path, "key.pem", key), "-subj", "/CN=rsa"]);
}

/** A key, and the certificate of a TLS server that it has signed itself, PEM. */
export function selfSigned(host: string): { cert: string; key: string } {
  using directory = temporaryDirectory();
  const key = newKey();
  const from = ["req", "-x509", "-key", file(directory.path, "key.pem", key)];
  const extensions = ["basicConstraints=critical,CA:FALSE", `subjectAltName=DNS:${host}`];
  const cert = run([
    ...from,
    "-subj",
    `/CN=${host}`,
    "-days",
    "2",
    ...extensions.flatMap((each) => ["-addext", each]),
  ]);
  return { cert, key };
}

/** What a device certificate of a publisher's own making says. */
export interface DeviceContent {
  /** The publisher's CA certificate and its private key, PEM. */
  readonly ca: string;
  readonly caKey: string;
  readonly publisherId: string;
  readonly serialNumber: string;
  readonly uri: string;
  /** `YYYYMMDDhhmmssZ`. */
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly keyUsage?: string;
  readonly extendedKeyUsage?: string;
  readonly policy?: string;
  readonly authorityKeyIdentifier?: string;
  /** Its own serial number, hexadecimal; a random one unless given. */
  readonly number?: string;
  /** Its private key, PEM; a new one unless given. */
  readonly key?: string;
}

/** Of the extended key usage and the policy that the product's devices have. */
const ARC = "2.25.177773484101631252159251390410241964301";

/** A device certificate that a publisher signs with its own CA key, PEM. */
export function signDevice(content: DeviceContent): string {
  using directory = temporaryDirectory();
  const at = (name: string, text: string): string => file(directory.path, name, text);
  const out = join(directory.path, "out.pem");
  const config = `
[ca]
default_ca = device
[device]
database = ${at("index.txt", "")}
serial = ${at("serial", content.number ?? randomBytes(16).toString("hex").replace(/^./, "4"))}
new_certs_dir = ${directory.path}
certificate = ${at("ca.pem", content.ca)}
private_key = ${at("ca.key", content.caKey)}
default_md = sha256
policy = names
x509_extensions = extensions
[names]
UID = supplied
serialNumber = supplied
[extensions]
basicConstraints = critical,CA:FALSE
keyUsage = ${content.keyUsage ?? "critical,digitalSignature"}
extendedKeyUsage = ${content.extendedKeyUsage ?? `${ARC}.2.1`}
certificatePolicies = ${content.policy ?? `${ARC}.1.1`}
subjectAltName = URI:${content.uri}
subjectKeyIdentifier = hash
authorityKeyIdentifier = ${content.authorityKeyIdentifier ?? "keyid"}
`;
  const subject = `/UID=${content.publisherId}/serialNumber=${content.serialNumber}`;
  const request = at("request.pem", newRequest(content.key ?? newKey(), subject));
  const dates = [
    ...(content.notBefore ? ["-startdate", content.notBefore] : []),
    ...(content.notAfter ? ["-enddate", content.notAfter] : ["-days", "365"]),
  ];
  run(["ca", "-batch", "-notext", "-config", at("ca.cnf", config), "-in", request, "-out", out, ...dates]);
  return readFileSync(out, "utf8");
}

/** A self-signed CA of a stranger and its key. */
export function foreignCa(subject: string): { ca: string; key: string } {
  using directory = temporaryDirectory();
  const key = newKey();
  const ca = run([
    "req",
    "-x509",
    "-new",
    "-key",
    file(directory.path, "key.pem", key),
    "-subj",
    subject,
    "-days",
    "365",
    "-addext",
    "keyUsage=critical,keyCertSign",
  ]);
  return { ca, key };
}

/** What openssl says of a chain: PEM of the leaf and those above it, and of the trusted root. */
export function verify(chain: string, root: string): { ok: boolean; output: string } {
  using directory = temporaryDirectory();
  const [leaf = "", ...above] = chain.split(/(?<=-----END CERTIFICATE-----\n)/);
  const args = ["verify", "-x509_strict", "-trusted", file(directory.path, "root.pem", root)];
  if (above.join("").trim() !== "")
    args.push("-untrusted", file(directory.path, "above.pem", above.join("")));
  const { status, stdout, stderr } = spawnSync("openssl", [...args, file(directory.path, "leaf.pem", leaf)], {
    encoding: "utf8",
  });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

/** The certificate as openssl prints it. */
export function printed(certificate: string): string {
  using directory = temporaryDirectory();
  return run(["x509", "-noout", "-text", "-in", file(directory.path, "certificate.pem", certificate)]);
}

/** The public key inside a certificate or of a private key, PEM. */
export function publicKeyOf(what: "x509" | "pkey", pem: string): string {
  using directory = temporaryDirectory();
  const input = file(directory.path, "input.pem", pem);
  return what === "x509"
    ? run(["x509", "-noout", "-pubkey", "-in", input])
    : run(["pkey", "-pubout", "-in", input]);
}

function file(directory: string, name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

function run(args: readonly string[]): string {
  return execFileSync("openssl", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** What openssl says of a chain for TLS clients, with the CRLs (DER) of everyone above the leaf where they are given. */
export function judgedAsClient(
  chain: string,
  root: string,
  crls?: readonly Uint8Array[],
): { ok: boolean; output: string } {
  using directory = temporaryDirectory();
  const at = (name: string, text: string): string => file(directory.path, name, text);
  const crlOf = (der: Uint8Array): string =>
    execFileSync("openssl", ["crl", "-inform", "DER"], { input: der, encoding: "utf8" });
  const [leaf = "", ...above] = chain.split(/(?<=-----END CERTIFICATE-----\n)/);
  const args = ["verify", "-x509_strict", "-purpose", "sslclient", "-trusted", at("root.pem", root)];
  if (crls) args.push("-crl_check_all", "-CRLfile", at("crls.pem", crls.map(crlOf).join("")));
  args.push("-untrusted", at("above.pem", above.join("")), at("leaf.pem", leaf));
  const { status, stdout, stderr } = spawnSync("openssl", args, { encoding: "utf8" });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}
