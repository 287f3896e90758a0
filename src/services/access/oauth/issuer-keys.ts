import { readFileSync } from "node:fs";
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { Agent, fetch } from "undici";
import { z } from "zod";

/** Most bytes of a document of an issuer. */
const documentBytesMax = 262_144;
const fetchMs = 3_000;
/** A token with an unknown `kid` has the keys read anew, at most this often, so that strangers cannot make the service ask an issuer. */
const unknownKeyPauseMs = 5_000;
/** Keys are read anew after this time, so that a key which the issuer has withdrawn is forgotten. */
const keysAgeMs = 300_000;
/**
 * Metadata is read again after this time when the keys that it names cannot be read, or lack a key, because the issuer may have moved them. A
 * token with an unknown key makes the service ask no sooner.
 */
const metadataAgeMs = 300_000;
/** After a failure the metadata, or the keys, are not asked for again before this time. */
const failurePauseMs = 2_000;

/** Where the keys of an issuer are. */
export interface KeySource {
  /** The issuer's identifier, an https address. */
  readonly issuer: string;
  /** Address of the key set. When absent, the issuer's metadata names it. */
  readonly jwksUri?: string | undefined;
  /** PEM file with the roots that the issuer's TLS certificate is checked by, in place of the system's. */
  readonly caFile?: string | undefined;
}

/** The members of an issuer's metadata that are used (RFC 8414 section 2; OpenID Connect Discovery section 3 has the same). */
const metadataForm = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https$/ }).max(500) });

/** A key set (RFC 7517 section 5), as far as it shows that the answer is one. */
const keySetForm = z.object({ keys: z.array(z.looseObject({})) });

/** The keys of an issuer do not arrive, so nobody can say whether a token is good. */
class KeysAway extends Error {
  override readonly name = "KeysAway";
}

/** The public keys of an issuer. They are read when they are first needed, cached, and read again for a key that is not among them. */
export class IssuerKeys implements AsyncDisposable {
  readonly #source: KeySource;
  readonly #agent: Agent;
  #keys: Promise<JWTVerifyGetKey> | undefined;
  /** The address of the keys that the metadata names. */
  #jwksUri: string | undefined;
  /** When the metadata may be read again, on the clock of `performance.now()`. */
  #metadataFrom = Number.POSITIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(source: KeySource) {
    this.#source = source;
    const { caFile } = source;
    this.#agent = new Agent({
      connect: { timeout: fetchMs, ...(caFile === undefined ? {} : { ca: readFileSync(caFile) }) },
      keepAliveTimeout: 1_000,
    });
  }

  /** Returns the key of a token's header. @throws KeysAway, and an error of jose when the issuer has no such key */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = this.#known();
    const keyOf = await known;
    try {
      return await this.#keyIn(keyOf, header, token);
    } catch (error) {
      await this.#readMetadataAgain();
      if (this.#keys === known) throw error;
      return this.#keyIn(await this.#known(), header, token);
    }
  };

  async #keyIn(keyOf: JWTVerifyGetKey, ...wanted: Parameters<JWTVerifyGetKey>) {
    try {
      return await keyOf(...wanted);
    } catch (error) {
      if (isOfToken(error)) throw error;
      // jose throws errors of its own for a key that cannot be used, too. They say nothing about the token.
      throw new KeysAway(`the keys of ${this.#source.issuer} cannot be read`, { cause: error });
    }
  }

  #known(): Promise<JWTVerifyGetKey> {
    this.#keys ??= this.#read().catch((cause: unknown) => {
      setTimeout(() => (this.#keys = undefined), failurePauseMs).unref();
      throw new KeysAway(`the metadata of ${this.#source.issuer} cannot be read`, { cause });
    });
    return this.#keys;
  }

  async #read(): Promise<JWTVerifyGetKey> {
    const { jwksUri } = this.#source;
    if (jwksUri !== undefined) return this.#keysAt(jwksUri);
    this.#jwksUri = await this.#jwksUriInMetadata();
    this.#metadataFrom = performance.now() + metadataAgeMs;
    return this.#keysAt(this.#jwksUri);
  }

  /** Reads the metadata again when it is old. The known keys stay until others were read. Never rejects. */
  async #readMetadataAgain(): Promise<void> {
    if (performance.now() < this.#metadataFrom) return;
    this.#reading ??= this.#move()
      .then(
        () => metadataAgeMs,
        () => failurePauseMs,
      )
      .then((pauseMs) => {
        this.#metadataFrom = performance.now() + pauseMs;
        this.#reading = undefined;
      });
    await this.#reading;
  }

  /** Takes the keys from the address that the metadata names now. */
  async #move(): Promise<void> {
    const url = await this.#jwksUriInMetadata();
    if (url === this.#jwksUri) return;
    const keys = this.#keysAt(url);
    await keys.reload();
    this.#keys = Promise.resolve(keys);
    this.#jwksUri = url;
  }

  #keysAt(url: string) {
    /** Of this address, so that one that cannot be read does not keep another from being read. */
    const pause = { until: 0 };
    return createRemoteJWKSet(new URL(url), {
      timeoutDuration: fetchMs,
      cooldownDuration: unknownKeyPauseMs,
      cacheMaxAge: keysAgeMs,
      [customFetch]: (address, { signal }) => this.#keySet(address, signal, pause),
    });
  }

  /** Reads the key set. After a failure each token would make the service ask again. @throws KeysAway */
  async #keySet(address: string, signal: AbortSignal, pause: { until: number }): Promise<Response> {
    if (performance.now() < pause.until) throw new KeysAway(`${address} could not be read just now`);
    try {
      const response = await this.#get(address, signal);
      if (response.status !== 200) throw new Error(`${address} answers ${response.status}`);
      return Response.json(keySetForm.parse(await response.json()));
    } catch (cause) {
      pause.until = performance.now() + failurePauseMs;
      throw new KeysAway(`${address} cannot be read`, { cause });
    }
  }

  /** Returns `jwks_uri` of the first metadata document that the issuer has. @throws when the document names another issuer */
  async #jwksUriInMetadata(): Promise<string> {
    const { issuer } = this.#source;
    let last: unknown;
    for (const address of metadataAddresses(issuer)) {
      const response = await this.#get(address, AbortSignal.timeout(fetchMs));
      if (response.status !== 200) {
        last = new Error(`${address} answers ${response.status}`);
        continue;
      }
      const metadata = metadataForm.parse(await response.json());
      // RFC 8414 section 3.3: else another issuer's keys could be put in place of this one's.
      if (metadata.issuer !== issuer) throw new Error(`${address} is of the issuer ${metadata.issuer}`);
      return metadata.jwks_uri;
    }
    throw last;
  }

  /** Reads a document whole, up to a limit and without following redirects. @throws KeysAway */
  async #get(address: string, signal: AbortSignal): Promise<Response> {
    try {
      const { status, body } = await fetch(address, {
        signal,
        dispatcher: this.#agent,
        redirect: "error",
        headers: { accept: "application/json" },
      });
      return new Response(await bytesOf(body ?? []), { status });
    } catch (cause) {
      throw new KeysAway(`${address} cannot be read`, { cause });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Tells whether the key set was read, and the token names no key of it, or not a single one. */
const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;

/** Returns where the metadata of an issuer may be: RFC 8414 section 3.1, then OpenID Connect Discovery section 4.1. */
function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

async function bytesOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > documentBytesMax) throw new Error(`more than ${documentBytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
