import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskey, Passkey } from "../../../store/passkeys.ts";
import { relyingPartyOf } from "../../../trust/relying-party.ts";

/** Seconds for which a challenge counts. */
export const CHALLENGE_SECONDS = 300;
/** Algorithms of COSE: ES256, EdDSA and RS256. */
const ALGORITHMS = [-7, -8, -257];
/** As the store has it. */
const [WEBAUTHN_ID_BYTES_MAX, PUBLIC_KEY_BYTES_MAX, TRANSPORTS_MAX] = [1_023, 2_048, 8];
const TIMEOUT_MS = CHALLENGE_SECONDS * 1_000;

/** A challenge, and the options of the browser's call with it as JSON. */
export interface Offer {
  readonly challenge: string;
  readonly options: string;
}

/** What a registration tells about the new passkey. */
export type Registered = Pick<NewPasskey, "webauthnId" | "publicKey" | "signCount" | "transports" | "aaguid">;

/** Stands for a passkey that does not exist, so that the answer comes after the same work. Its private key is forgotten at once. */
const nobody = {
  publicKey: coseKey(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" })),
};

/** Makes and judges WebAuthn ceremonies of this service (Level 3 sections 7.1 and 7.2). The person is always verified. */
export class WebAuthn {
  readonly #origin: string;
  readonly #rpId: string;

  /** @param publicUrl base address of the service. Without a host name no answer fits */
  constructor(publicUrl: string) {
    const { origin, id } = relyingPartyOf(publicUrl) ?? { origin: "", id: "" };
    this.#origin = origin;
    this.#rpId = id;
  }

  /** Offers a sign-in. The offer is the same for everybody. */
  async offerSignIn(): Promise<Offer> {
    const made = await generateAuthenticationOptions({
      rpID: this.#rpId,
      challenge: randomBytes(32),
      userVerification: "required",
      timeout: TIMEOUT_MS,
    });
    return { challenge: made.challenge, options: JSON.stringify(made) };
  }

  /** Offers to add a passkey to a line of keys. @param name of the key, which the browser shows */
  async offerRegistration(
    firstCredentialId: string,
    name: string,
    passkeys: readonly Passkey[],
  ): Promise<Offer> {
    const made = await generateRegistrationOptions({
      rpName: this.#rpId,
      rpID: this.#rpId,
      userID: userHandleOf(firstCredentialId),
      userName: name,
      userDisplayName: name,
      challenge: randomBytes(32),
      attestationType: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: passkeys.map(({ webauthnId, transports }) => ({
        id: webauthnId.toString("base64url"),
        transports: transports as AuthenticatorTransport[],
      })),
      timeout: TIMEOUT_MS,
    });
    return { challenge: made.challenge, options: JSON.stringify(made) };
  }

  /** Judges the answer to a registration. @returns undefined for one that does not fit */
  async registered(answer: string, challenge: string): Promise<Registered | undefined> {
    return orUndefined(async () => {
      const response: RegistrationResponseJSON = JSON.parse(answer);
      if (hasCertificates(response)) return undefined;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified) return undefined;
      const { aaguid, credential } = registrationInfo;
      const webauthnId = Buffer.from(credential.id, "base64url");
      const publicKey = Buffer.from(credential.publicKey);
      if (webauthnId.length > WEBAUTHN_ID_BYTES_MAX || publicKey.length > PUBLIC_KEY_BYTES_MAX)
        return undefined;
      const transports = (credential.transports ?? [])
        .filter((each) => typeof each === "string" && each.length <= 32)
        .slice(0, TRANSPORTS_MAX);
      return { webauthnId, publicKey, signCount: credential.counter, transports, aaguid };
    });
  }

  /**
   * Judges the answer to a sign-in, except for the counter, which the store compares.
   * @param passkey the one that the answer names; undefined when none exists, and the answer then never fits
   * @returns the counter of the authenticator; undefined for an answer that does not fit
   */
  async used(answer: string, challenge: string, passkey: Passkey | undefined): Promise<number | undefined> {
    return orUndefined(async () => {
      const response: AuthenticationResponseJSON = JSON.parse(answer);
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpId,
        credential: {
          id: response.id,
          publicKey: new Uint8Array((passkey ?? nobody).publicKey),
          counter: 0,
        },
      });
      if (!verified || !passkey) return undefined;
      const isOwn =
        response.response.userHandle === userHandleOf(passkey.firstCredentialId).toString("base64url");
      return isOwn ? authenticationInfo.newCounter : undefined;
    });
  }
}

/** Returns the identifier of the passkey that an answer names; undefined for none that can exist. */
export function namedIn(answer: string): Buffer | undefined {
  try {
    const { id } = JSON.parse(answer);
    const bytes = typeof id === "string" ? Buffer.from(id, "base64url") : Buffer.alloc(0);
    return bytes.length >= 1 && bytes.length <= WEBAUTHN_ID_BYTES_MAX ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Identifies a line of keys to authenticators, and tells them nothing about it (WebAuthn Level 3 section 14.6.1). */
const userHandleOf = (firstCredentialId: string): Buffer<ArrayBuffer> =>
  Buffer.from(createHash("sha256").update(`pda passkey user v1 ${firstCredentialId}`).digest());

/** No attestation is asked for. The library would judge certificates, and would ask the network about their revocation. */
function hasCertificates({ response }: RegistrationResponseJSON): boolean {
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, "base64url")),
  );
  const format = decoded.get("fmt");
  return !(format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined));
}

/** The library throws an error for each answer that does not fit. */
async function orUndefined<T>(work: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** Returns a P-256 key as COSE_Key (RFC 9053 section 7.1). */
function coseKey({ x = "", y = "" }: { readonly x?: string; readonly y?: string }): Uint8Array {
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
}
