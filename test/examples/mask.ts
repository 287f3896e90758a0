// Recorded values that are new in every run, replaced by the same ones every time: an example then changes only when the service
// answers differently.
import { TypeID } from "typeid-js";
import type { Json } from "../../src/codegen/openapi/json.ts";

const identifier = /\b([a-z]{3})_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;
const localAddress = /https:\/\/(localhost|127\.0\.0\.1):\d+/g;
const receiverAddress = /http:\/\/127\.0\.0\.1:\d+/g;
const creditorReference = /\bRF\d{2}[0-9A-Z]{1,21}\b/g;
const dateTimeInText = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const randomAssetType = /^(USDX|NORF|EDITION)[A-Z0-9]+$/;
const exampleTime = "2026-01-15T09:30:00.000Z";
const fifteenMinutesLater = "2026-01-15T09:45:00.000Z";
const tenYearsLater = "2036-01-15T09:30:00.000Z";
const pem = (label: string): string => `-----BEGIN ${label}-----\nMIIB…\n-----END ${label}-----\n`;

/** By the name of the member; what is empty stays so. */
const members: Record<string, string> = {
  requestId: "req_01kf05yaj0fg8rwbaz19nqs3cy",
  x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  keyThumbprint: "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U",
  recoveryKeyThumbprint: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
  oldKeyThumbprint: "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U",
  newKeyThumbprint: "cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s",
  effectiveTime: "2026-01-18T09:30:00.000Z",
  authorization: "eyJhbGciOiJFUzI1NiIsInR5cCI6InBkYS1wYXkrandzIn0.eyJhdWQiOiI….MEUCIQ…",
  refusal: "eyJhbGciOiJFUzI1NiIsInR5cCI6InBkYS1kZWNsaW5lK2p3cyJ9.eyJhdWQiOiI….MEUCIQ…",
  nonce: "n-0S6_WzA2Mj9fVb0cKq7wT3kYvH5dXe1RzJmUoB2gA",
  offer: "eyJhbGciOiJFUzI1NiIsInR5cCI6InBkYS10cmFuc2Zlcitqd3MifQ.eyJhdWQiOiI….MEQCIA…",
  acceptance: "eyJhbGciOiJFUzI1NiIsInR5cCI6InBkYS10cmFuc2Zlcitqd3MifQ.eyJhdWQiOiI….MEYCIQ…",
  proof: "eyJhbGciOiJFUzI1NiIsInR5cCI6InBkYS1vd24randzIiwia2lkIjoi….eyJhdWQiOiI….MEUCIG…",
  challenge: "Yx0nq3v8WkR1sT5bH7mZcE9uJ2pLfA4dGoVi6BrKyNQ",
  claimCode: "q83vEjRWeJCrze8SNFZ4kA",
  offerHash: "LPJNul-wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ",
  entryHash: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
  signature: "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
  secret: "pda_…",
  receipt: "eyJhbGciOiJFUzI1NiIsInR5cCI6InBkYS1yZWNlaXB0K2p3dCJ9.eyJpc3MiOiI….MEUCIQ…",
  presentation:
    "eyJhbGciOiJFUzI1NiIsInR5cCI6ImRjK3NkLWp3dCJ9.eyJ2Y3QiOiJ4In0.MEUC~WyJzYWx0IiwgImFnZV9vdmVyXzE4IiwgdHJ1ZV0~eyJhbGciOiJFUzI1NiIsInR5cCI6ImtiK2p3dCJ9.eyJpYXQiOjF9.MEQC",
  issuer: "https://pub-01kf05yaj0fg8rwbaz19nqs3cy.assets.pda.example/identities",
  pass: "eyJhbGciOiJFUzI1NiIsInR5cCI6InBkYS1wYXNzK2p3dCJ9.eyJpc3MiOiI….MEUCIQ…",
  token: "eyJhbGciOiJFUzI1NiIsInR5cCI6InN0YXR1c2xpc3Qrand0In0.eyJpc3MiOiI….MEUCIQ…",
  kid: "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U",
  entityTag: "o4hF2mUoYk1cWqS0dTgbEA",
  revocationList: "MIIBYjCB6QIBATAKBggqhkjOPQQDAw==",
  revocationListId: "root-9f86d081884c7d65",
  certificateSigningRequest: pem("CERTIFICATE REQUEST"),
  deviceCertificate: pem("CERTIFICATE"),
  certificate: pem("CERTIFICATE"),
  publisherCertificate: pem("CERTIFICATE"),
  certificateChain: pem("CERTIFICATE") + pem("CERTIFICATE"),
  serialNumber: "04A1B2C3D4E5F6",
  publicKey: "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
  sdmMetaReadKey: "b2a1907f6e5d4c3b2a190807f6e5d4c3",
  sdmFileReadKey: "5c4b3a29180706f5e4d3c2b1a0998877",
  piccData: "D7A31D4F28C90B5E6F8A3C7719E2B640",
  cmac: "94EED9EE65337086",
  certificateFingerprint: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ndef: "0QEmVQRsb2NhbGhvc3Q6ODQ0My9wYXkvUkYxODUzOTAwNzU0NzAzNA==",
  qrSvg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 37 37">…</svg>',
  blockchainReference: "0x2d3f…8c41",
  cursor: "kP2bX9vTq0cJm4wRz7LhYs1nDfG8aUeB",
  pageToken: "eyJhIjoiMDE5YmMwNWYifQ",
  nextPageToken: "eyJhIjoiMDE5YmMwNWYifQ",
  expireTime: fifteenMinutesLater,
  // The day of the example time: a period from a time to the same time is refused.
  fromTime: "2026-01-15T00:00:00.000Z",
  toTime: "2026-01-16T00:00:00.000Z",
  version: "1.0.0",
  host: "pay-1",
  certificateExpireTime: "2026-02-14T09:30:00.000Z",
  notAfterTime: tenYearsLater,
  addressHash: "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg",
  position: "4210",
  canonicalRecord: '{"caller":"operator","mechanism":"api_key",…}',
  checkpoint:
    "localhost:8443/audit\n4711\nUNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw=\n\n— localhost:8443/audit …\n",
  verifierKey: "localhost:8443/audit+1a2b3c4d+AY…",
};
const keyProof = "eyJ0eXAiOiJwZGEta2V5LXByb29mK2p3dCIsImFsZyI6IkVTMjU2In0.eyJhdWQiOiI….MEUCIH…";
const typOf = (jws: string): unknown =>
  JSON.parse(Buffer.from(jws.split(".", 1)[0] ?? "", "base64url").toString()).typ;
const numbers: Record<string, number> = { confirmationCount: 2, idx: 48213 };
/** A proof has as many hashes as the tree is high. */
const exampleHash = "fRDehVTtXKQPnQ8OD0N1tbM4rz+5bTPJsvU7Uom49P4=";
const accounts = new Set(["account", "settlementAccount", "settlementAccounts"]);
const randomAssetTypeInText = /\b(USDX)[A-Z0-9]+\b/g;
const digestInText = /\b[0-9a-f]{32}\b/g;
const hostInText = /\blocalhost:\d+\b/g;
const randomAccount = /0x[0-9a-fA-F]{40}$/;
const exampleAccount = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";

/** The tiers start at once, so the order of their processes is new in every run. Other items keep their order. */
const byTier = (one: { tier?: string } | null, other: { tier?: string } | null): number =>
  (one?.tier ?? "").localeCompare(other?.tier ?? "");

/** Masks the exchanges of one run: the same identifier becomes the same example identifier everywhere. */
export class Mask {
  readonly #ids = new Map<string, string>();

  /** A copy of a body or of parameters with everything masked. */
  object(given: Json): Json {
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, this.#value(name, value)]));
  }

  /** A text that is no member, such as a Location. */
  text(text: string): string {
    return text
      .replace(identifier, (id, prefix: string) => this.#identifier(id, prefix))
      .replace(localAddress, "https://localhost:8443")
      .replace(receiverAddress, "https://shop.example")
      .replace(creditorReference, "RF18539007547034")
      .replace(dateTimeInText, exampleTime);
  }

  #value(name: string, value: unknown): unknown {
    if (name === "hashes") return [exampleHash];
    if (Array.isArray(value)) return value.toSorted(byTier).map((item) => this.#value(name, item));
    if (typeof value === "object" && value !== null) return this.object(value as Json);
    // It may be zero.
    if (name === "durationMs") return 38;
    if (typeof value === "number") return value > 0 ? (numbers[name] ?? value) : value;
    if (typeof value !== "string") return value;
    if (value.startsWith("-----BEGIN PUBLIC KEY")) return pem("PUBLIC KEY");
    if (name === "secret" && value.startsWith("whsec_")) return "whsec_…";
    if (name === "proof" && typOf(value) === "pda-key-proof+jwt") return keyProof;
    if (name in members) return value === "" ? "" : members[name];
    if (name === "document") return this.#document(value);
    if (accounts.has(name)) return value.replace(randomAccount, exampleAccount);
    if (dateTime.test(value)) return exampleTime;
    return this.text(value).replace(randomAssetType, "$1");
  }

  /** A file in a format of its own. */
  #document(text: string): string {
    return this.text(text)
      .replace(randomAssetTypeInText, "$1")
      .replace(digestInText, "5f8d2c4e9a1b47d3b6e0f7a29c31d805")
      .replace(hostInText, "localhost:8443");
  }

  #identifier(id: string, prefix: string): string {
    const known = this.#ids.get(id);
    if (known) return known;
    const count = [...this.#ids.keys()].filter((other) => other.startsWith(`${prefix}_`)).length + 1;
    const uuid = `019bc05f-2a40-7c11-8e2d-${count.toString(16).padStart(12, "0")}`;
    const masked = TypeID.fromUUID(prefix, uuid).toString();
    this.#ids.set(id, masked);
    return masked;
  }
}
