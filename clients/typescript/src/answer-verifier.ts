// Verifies that an answer is the service's own, and the answer to this request (HTTP Message Signatures, RFC 9421 section 5).
import { createHash, randomBytes, verify } from "node:crypto";
import { type AnswerKeys, UnreadableKeySet } from "./answer-keys.ts";
import type { Outgoing } from "./credential.ts";
import type { ReadKeySet, Verdict, Verify } from "./verify.ts";

const clockToleranceSeconds = 300;
/** The only form in which the service writes `Signature-Input`: component identifiers, and the parameters. */
const inputForm = /^sig=(\(([^()]*)\)(?:;[a-z]+=(?:\d{1,15}|"[^"\\]*"))+)$/;
const signatureForm = /^sig=:([A-Za-z0-9+/]+={0,2}):$/;
/** Fields of a request that bind its answer to it, where the request has them. */
const binding = ["signature", "x-request-id"];

/** Asks for a signed answer in `Accept-Signature`. The nonce makes the answer one to this attempt. */
export function askForSignature(request: Outgoing, keys: AnswerKeys): Verify {
  const nonce = randomBytes(16).toString("base64url");
  request.headers.delete("Accept-Signature");
  const bound = binding.filter((name) => request.headers.has(name)).map((name) => `"${name}";req`);
  const components = ['"@status"', '"content-digest"', '"@method";req', '"@target-uri";req', ...bound];
  request.headers.set(
    "Accept-Signature",
    `sig=(${components.join(" ")});created;nonce="${nonce}";tag="pda-answer"`,
  );
  return async (response, readKeys) => {
    try {
      return await verdictOn(response, { request, components, nonce, keys, readKeys });
    } catch (error) {
      if (!(error instanceof UnreadableKeySet)) throw error;
      return `with a signature that cannot be checked, because ${error.message}: give the service's keys to verifyAnswers`;
    }
  };
}

interface Question {
  readonly request: Outgoing;
  /** What the signature has to cover. */
  readonly components: readonly string[];
  readonly nonce: string;
  readonly keys: AnswerKeys;
  readonly readKeys: ReadKeySet;
}

async function verdictOn(
  response: Response,
  { request, components, nonce, keys, readKeys }: Question,
): Promise<Verdict> {
  const { headers } = response;
  const input = headers.get("Signature-Input");
  const signature = headers.get("Signature");
  if (input === null || signature === null)
    return "without the signature that the client asked for: call the service itself, not a proxy or cache that answers in its place";
  const [, params = "", list = ""] = inputForm.exec(input) ?? [];
  const [, signed] = signatureForm.exec(signature) ?? [];
  if (params === "" || signed === undefined)
    return "with a signature that this client cannot read: call the service itself, or use a newer client";
  const { created, nonce: answered, tag, keyid = "" } = parametersOf(params);

  const covered = list.split(" ");
  const needed = headers.has("Content-Type") ? [...components, '"content-type"'] : components;
  const uncovered = needed.find((name) => !covered.includes(name));
  if (uncovered !== undefined) return `with a signature that does not cover ${uncovered}: ${changed}`;
  if (tag !== "pda-answer" || answered !== nonce) return `with the signature of another answer: ${changed}`;
  if (!(Math.abs(Number(created) - Date.now() / 1000) <= clockToleranceSeconds))
    return `with a signature that was made more than ${clockToleranceSeconds} s before or after the time of this clock: set the clock`;
  const content = createHash("sha256").update(new Uint8Array(await response.clone().arrayBuffer()));
  if (headers.get("Content-Digest") !== `sha-256=:${content.digest("base64")}:`)
    return `with a content that is not the signed one: ${changed}`;

  const base = baseOf(covered, params, request, response);
  const key = await keys.get(keyid, readKeys);
  if (!key)
    return `with a signature of the key ${keyid}, which is none of the service's keys: take the pinned keys from /.well-known/jwks.json again if the service has new ones; otherwise ${changed}`;
  const bytes = Buffer.from(signed, "base64");
  if (!verify("sha256", Buffer.from(base), { key, dsaEncoding: "ieee-p1363" }, bytes))
    return `with a wrong signature: ${changed}`;
  return undefined;
}

const changed =
  "something on the way has changed the request or the answer; make an address of the service itself the base address, without a proxy that changes either";

/** Texts and numbers of the parameters, by name. */
function parametersOf(params: string): Partial<Record<string, string>> {
  const found = params.matchAll(/;([a-z]+)=(?:"([^"]*)"|(\d+))/g);
  return Object.fromEntries([...found].map(([, name, text, number]) => [name, text ?? number]));
}

/** Returns the signature base (section 2.5). A component that this client does not know has no value, so that no signature fits. */
function baseOf(
  covered: readonly string[],
  params: string,
  { method, url, headers }: Outgoing,
  response: Response,
): string {
  const derived: Readonly<Record<string, string>> = {
    '"@status"': String(response.status),
    '"@method";req': method,
    '"@target-uri";req': url,
  };
  const lines = covered.map((identifier) => {
    const [, name = "", ofRequest] = /^"([a-z0-9-]+)"(;req)?$/.exec(identifier) ?? [];
    const field = name === "" ? null : (ofRequest ? headers : response.headers).get(name);
    return `${identifier}: ${derived[identifier] ?? field ?? ""}`;
  });
  return [...lines, `"@signature-params": ${params}`].join("\n");
}
