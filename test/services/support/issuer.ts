// An issuer of OAuth access tokens as a deployment would trust one: an https server with metadata and keys, which signs with jose.
import { createHash, randomUUID, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import { createRoot, type Credential, issueLeaf } from "../../../src/pki/authority.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

/** A key of an issuer. */
interface IssuerKey {
  readonly pair: Pair;
  readonly algorithm: string;
  readonly kid: string;
}

/** What the issuer answers in place of a document. */
export type Misbehaviour = "hang" | "fail" | "redirect" | "huge" | "nonsense" | "empty";

/** What differs in a token from a good one. */
export interface TokenChange {
  readonly claims?: JWTPayload;
  /** Claims that are left out. */
  readonly without?: readonly string[];
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: IssuerKey;
}

/** A trusted issuer. */
export class TestIssuer implements AsyncDisposable {
  readonly #server: Server;
  readonly #folder: ReturnType<typeof temporaryDirectory>;
  #keys: IssuerKey[] = [];
  /** The path of each request. */
  readonly asked: string[] = [];
  misbehaviour: Misbehaviour | undefined;
  /** Metadata is only where OpenID Connect Discovery has it. */
  openIdOnly = false;
  /** What the metadata names as its issuer, in place of the issuer. */
  named: string | undefined;
  /** Where the metadata says that the keys are, and where they are. */
  keysPath = { named: "/keys", served: "/keys" };

  /** A client certificate under the root of the issuer's own TLS, with the thumbprint that RFC 8705 section 3.1 says. */
  readonly clientCertificate: { readonly cert: string; readonly key: string; readonly thumbprint: string };

  private constructor(server: Server, folder: ReturnType<typeof temporaryDirectory>, client: Credential) {
    this.#server = server;
    this.#folder = folder;
    const { raw } = new X509Certificate(client.cert);
    this.clientCertificate = { ...client, thumbprint: createHash("sha256").update(raw).digest("base64url") };
  }

  static async start(): Promise<TestIssuer> {
    const root = await createRoot("issuer", 1);
    const names = { commonName: "localhost", dns: ["localhost"], ip: [] };
    const server = createServer(await issueLeaf(root, { ...names, usages: ["server"], days: 1 }));
    const client = await issueLeaf(root, { ...names, commonName: "client", usages: ["client"], days: 1 });
    const issuer = new TestIssuer(server, temporaryDirectory(), client);
    writeFileSync(issuer.caFile, root.cert);
    server.on("request", (request, response) => {
      const path = request.url ?? "";
      issuer.asked.push(path);
      if (issuer.misbehaviour === "hang") return;
      const answer = (status: number, body: string, headers = {}) =>
        response.writeHead(status, headers).end(body);
      if (issuer.misbehaviour === "fail") answer(500, "");
      else if (issuer.misbehaviour === "redirect") answer(302, "", { location: `${issuer.url}/elsewhere` });
      else if (issuer.misbehaviour === "huge") answer(200, " ".repeat(1_000_000));
      else if (issuer.misbehaviour === "nonsense") answer(200, "<html>");
      else if (issuer.misbehaviour === "empty") answer(200, "{}");
      else
        void issuer
          .#document(path)
          .then((document) => answer(document ? 200 : 404, JSON.stringify(document ?? {})));
    });
    server.listen(0, "localhost");
    await once(server, "listening");
    await issuer.rotate();
    return issuer;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Its identifier: an address with a path, so that both forms of well-known addresses differ. */
  get issuer(): string {
    return `${this.url}/tenant`;
  }

  get caFile(): string {
    return join(this.#folder.path, "ca.pem");
  }

  /** Replaces all keys by a new one. */
  async rotate(algorithm = "ES256"): Promise<IssuerKey> {
    const key = await newKey(algorithm);
    this.#keys = [key];
    return key;
  }

  /** Returns a good access token, apart from what is changed. */
  async token(
    tenant: string,
    { claims, without = [], header, key = this.#keys[0] }: TokenChange = {},
  ): Promise<string> {
    if (!key) throw new Error("the issuer has no key");
    const now = Math.floor(Date.now() / 1000);
    const all: JWTPayload = {
      iss: this.issuer,
      aud: "https://localhost:8443",
      sub: "client-1",
      client_id: "client-1",
      iat: now,
      exp: now + 300,
      jti: randomUUID(),
      scope: "payments.read",
      pda_tenant: tenant,
      ...claims,
    };
    const kept = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
    return new SignJWT(kept)
      .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: "at+jwt", ...header })
      .sign(key.pair.privateKey);
  }

  async #document(path: string): Promise<object | undefined> {
    const metadata = { issuer: this.named ?? this.issuer, jwks_uri: this.url + this.keysPath.named };
    if (path === "/.well-known/oauth-authorization-server/tenant")
      return this.openIdOnly ? undefined : metadata;
    if (path === "/tenant/.well-known/openid-configuration") return metadata;
    if (path === this.keysPath.served) return { keys: await Promise.all(this.#keys.map(publicKey)) };
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#folder[Symbol.dispose]();
  }
}

/** Returns a key that no issuer has published. */
export async function newKey(algorithm = "ES256"): Promise<IssuerKey> {
  return { pair: await generateKeyPair(algorithm, { extractable: true }), algorithm, kid: randomUUID() };
}

const publicKey = async ({ pair, algorithm, kid }: IssuerKey): Promise<JWK> => ({
  ...(await exportJWK(pair.publicKey)),
  kid,
  alg: algorithm,
  use: "sig",
});
