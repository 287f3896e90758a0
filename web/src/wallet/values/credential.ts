// Reads SD-JWT verifiable credentials (RFC 9901), and the questions of those who want to see one.

/** A claim, or an element of a list, that the holder may show or keep back. */
export interface Disclosure {
  /** As the issuer has written it: base64url. */
  readonly text: string;
  /** Absent for an element of a list. */
  readonly name?: string;
  readonly value: unknown;
}

/** A credential of a holder. */
export interface Credential {
  /** Signed by the issuer: the part before the first tilde. */
  readonly jwt: string;
  readonly disclosures: readonly Disclosure[];
  /** The type (`vct`), such as `https://city.example/id/1`. */
  readonly type: string;
  /** The holder's key (`cnf`). */
  readonly holderKey: { readonly crv: string; readonly kty: string; readonly x: string; readonly y: string };
  /** In seconds since 1970. Absent for a credential without an end of its own. */
  readonly expiresAt?: number;
}

/** Reads JSON in base64url. @throws Error for other text */
function decoded(text: string): unknown {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) =>
    each.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads a credential as an issuer hands it out: without a proof of the holder. Whoever asks for it checks signature and issuer.
 * @returns undefined for another text, and for digests that are not by SHA-256
 */
export function readCredential(text: string): Credential | undefined {
  const [jwt = "", ...parts] = text.trim().split("~");
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwt) || parts.pop() !== "") return undefined;
  try {
    const [header, payload] = jwt.split(".").slice(0, 2).map(decoded);
    if (!isObject(header) || !isObject(payload)) return undefined;
    const { vct, exp, cnf, _sd_alg: algorithm = "sha-256" } = payload;
    if (algorithm !== "sha-256") return undefined;
    const key = isObject(cnf) ? cnf.jwk : undefined;
    if (typeof vct !== "string" || !isObject(key)) return undefined;
    const [crv, kty, x, y] = [key.crv, key.kty, key.x, key.y].map(String) as [string, string, string, string];
    return {
      jwt,
      disclosures: parts.map(readDisclosure),
      type: vct,
      holderKey: { crv, kty, x, y },
      ...(typeof exp === "number" ? { expiresAt: exp } : {}),
    };
  } catch {
    return undefined;
  }
}

/** @throws Error for another text */
function readDisclosure(text: string): Disclosure {
  const content = decoded(text);
  if (!Array.isArray(content) || content.length < 2 || content.length > 3) throw new Error("no disclosure");
  if (content.length === 2) return { text, value: content[1] };
  if (typeof content[1] !== "string") throw new Error("no disclosure");
  return { text, name: content[1], value: content[2] };
}

/** Writes the value of a claim for its holder. Digests of what stands in other disclosures say nothing to people. */
export function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value, (name, each) => (name === "_sd" || name === "..." ? undefined : each));
}

/** Whom a presentation is for, and what makes it count once. */
export interface Question {
  readonly audience: string;
  readonly nonce: string;
}

/**
 * Reads the question of a verifier: the JSON `{"audience": …, "nonce": …}`, a link with `client_id` and `nonce` (OpenID4VP), or audience and
 * nonce with a space between. @returns undefined for another text
 */
export function readQuestion(text: string): Question | undefined {
  const word = text.trim();
  const [audience, nonce] = word.startsWith("{")
    ? membersOf(word)
    : /^\S+\s+\S+$/.test(word)
      ? word.split(/\s+/)
      : URL.canParse(word)
        ? ["client_id", "nonce"].map((name) => new URL(word).searchParams.get(name))
        : [];
  if (typeof audience !== "string" || typeof nonce !== "string" || audience === "" || nonce === "")
    return undefined;
  return { audience, nonce };
}

function membersOf(json: string): unknown[] {
  try {
    const { audience, nonce } = JSON.parse(json) as Partial<Question>;
    return [audience, nonce];
  } catch {
    return [];
  }
}
