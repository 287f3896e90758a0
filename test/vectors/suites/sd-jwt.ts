import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { readDisclosure } from "../../../src/trust/sd-jwt/disclosure.ts";
import { SdJwtError } from "../../../src/trust/sd-jwt/error.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { isSignedBy } from "../../../src/trust/jws.ts";
import { keyBindingProblem } from "../../../src/trust/sd-jwt/key-binding.ts";
import { processedPayload } from "../../../src/trust/sd-jwt/payload.ts";
import { readPresentation } from "../../../src/trust/sd-jwt/presentation.ts";
import { readData, type Suite, Tally } from "../suite.ts";

const FILE = "sd-jwt/presentations.json";

interface File {
  /** Of every issuer-signed JWT. */
  readonly issuerKey: JsonWebKey;
  readonly disclosures: readonly { readonly disclosure: string; readonly digest: string }[];
  readonly presentations: readonly {
    readonly source: string;
    readonly presentation: string;
    /** Processed payload, as the reference implementation has it. */
    readonly processed: JsonObject;
  }[];
}

/**
 * Presentations of the reference implementation of RFC 9901: digests, signatures, processed payloads, key binding; and
 * each of them spoilt.
 */
export const suite: Suite = {
  name: "sd-jwt",
  run() {
    const tally = new Tally();
    const file = readData<File>(FILE);
    const key = createPublicKey({ key: file.issuerKey, format: "jwk" });
    for (const { disclosure, digest } of file.disclosures)
      tally.count(`disclosure ${digest}`, true, readDisclosure(disclosure).digest === digest);
    for (const { source, presentation, processed } of file.presentations) {
      tally.count(source, true, holds(presentation, key, processed), "as it stands");
      for (const [how, spoilt] of spoil(presentation, file))
        tally.count(`${source}, ${how}`, false, holds(spoilt, key, null));
    }
    return tally;
  },
};

function holds(text: string, key: KeyObject, expected: JsonObject | null): boolean {
  try {
    const presentation = readPresentation(text, typeOf(text));
    const claims = processedPayload(presentation.credential.payload, presentation.disclosures);
    const right = expected === null || isDeepStrictEqual(claims, expected);
    return right && isSignedBy(presentation.credential, key) && isBound(text, presentation, claims);
  } catch (error) {
    if (error instanceof SdJwtError) return false;
    throw error;
  }
}

/** Every key binding JWT is of the same second, and for the same verifier. */
function isBound(
  text: string,
  presentation: ReturnType<typeof readPresentation>,
  claims: JsonObject,
): boolean {
  if (text.endsWith("~")) return true;
  const expected = {
    audience: "https://verifier.example.org",
    nonce: "1234567890",
    now: new Date(1748536865_000),
  };
  return keyBindingProblem(presentation, { claims, ...expected }) === undefined;
}

/** The examples are of a kind of their own, except for the one of a verifiable credential. */
function typeOf(text: string): string {
  return JSON.parse(Buffer.from(text.split(".", 1)[0] as string, "base64url").toString()).typ;
}

function* spoil(text: string, { disclosures, presentations }: File): Generator<[string, string]> {
  const [jwt = "", ...rest] = text.split("~");
  const [proof = "", shown] = [rest.at(-1), rest.slice(0, -1)];
  const joined = (credential: string, list: readonly string[], binding = proof): string =>
    [credential, ...list, binding].join("~");
  yield ["a disclosure twice", joined(jwt, [...shown, shown[0] as string])];
  const foreign = disclosures.find(
    ({ disclosure }) => !presentations.some((p) => p.presentation.includes(disclosure)),
  );
  const unknown = foreign?.disclosure ?? Buffer.from('["salt", "name", "value"]').toString("base64url");
  yield ["a disclosure of something else", joined(jwt, [...shown, unknown])];
  yield ["the end of the signature changed", joined(`${jwt.slice(0, -4)}AAAA`, shown)];
  const [head = "", body = "", signature = ""] = jwt.split(".");
  const other = Buffer.from(`{"x":1,${Buffer.from(body, "base64url").toString().slice(1)}`).toString(
    "base64url",
  );
  yield ["a claim added", joined(`${head}.${other}.${signature}`, shown)];
  yield ["no separator", text.replaceAll("~", "")];
  if (proof === "") return;
  // With fewer disclosures the text would be as it stands.
  if (shown.length > 0)
    yield ["a disclosure left out after the holder has signed", joined(jwt, shown.slice(1))];
  if (shown.length > 1) yield ["another order after the holder has signed", joined(jwt, shown.toReversed())];
  const [proofHead, proofBody = "", proofSignature] = proof.split(".");
  const later = Buffer.from(
    Buffer.from(proofBody, "base64url").toString().replace("1748536865", "1748536866"),
  );
  yield ["another time", joined(jwt, shown, `${proofHead}.${later.toString("base64url")}.${proofSignature}`)];
}
