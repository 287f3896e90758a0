// An authenticator in software, as a browser with a passkey: it answers the ceremonies of WebAuthn, also wrongly on purpose.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
const bytesOf = (text: string | undefined): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text ?? "", "base64url"));

/** What an answer says, unless a test changes it. */
export interface Said {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly flags?: number;
  readonly userHandle?: string;
  readonly id?: string;
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

/** One passkey on P-256. */
export class Authenticator {
  readonly id = randomBytes(32).toString("base64url");
  counter = 0;
  userHandle = "";
  readonly #key: KeyObject;
  readonly #public: { readonly x?: string; readonly y?: string };
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = privateKey;
    this.#public = publicKey.export({ format: "jwk" });
  }

  /** Answers `navigator.credentials.create`. @param options JSON of the service */
  registration(options: string, said: Said = {}): string {
    const { user } = JSON.parse(options) as Options;
    this.userHandle = user?.id ?? "";
    const client = this.#clientData(options, "webauthn.create", said);
    const { x, y } = this.#public;
    const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]);
    const id = bytesOf(said.id ?? this.id);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
    const authData = Buffer.concat([this.#data(said, ATTESTED), attested]);
    const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return this.#answer(said, {
      clientDataJSON: client.toString("base64url"),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Answers `navigator.credentials.get`. @param options JSON of the service */
  assertion(options: string, said: Said = {}): string {
    if (said.counter === undefined && this.counter > 0) this.counter += 1;
    const client = this.#clientData(options, "webauthn.get", said);
    const authData = this.#data(said, 0);
    const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), this.#key);
    return this.#answer(said, {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle: said.userHandle ?? this.userHandle,
    });
  }

  #clientData(options: string, type: string, said: Said): Buffer {
    const { challenge } = JSON.parse(options) as Options;
    const data = { type, challenge, origin: this.#origin, crossOrigin: false };
    const { origin = data.origin, type: saidType = type, challenge: saidChallenge = challenge } = said;
    return Buffer.from(JSON.stringify({ ...data, origin, type: saidType, challenge: saidChallenge }));
  }

  #data(
    { rpId = new URL(this.#origin).hostname, flags = PRESENT | VERIFIED, counter }: Said,
    more: number,
  ): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags | more);
    rest.writeUInt32BE(counter ?? this.counter, 1);
    return Buffer.concat([sha256(rpId), rest]);
  }

  #answer({ id = this.id }: Said, response: object): string {
    return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} });
  }
}
