import { createHash } from "node:crypto";
import type { Authentication, Principal } from "../../../../gen/ts/pda/access/v1/access.ts";
import { AuditMechanism } from "../../../../gen/ts/pda/audit/v1/audit.ts";
import type { PresentedCertificate } from "../../../domain/access/certificate.ts";
import { type CredentialOwner, isAccepted } from "../../../domain/access/credential.ts";
import { isPublicKeyId, type PublicKey } from "../../../domain/access/public-key.ts";
import { canonicalAddress } from "../../../domain/access/source-network.ts";
import { sourceCheck } from "../../../rpc/source-network.ts";
import { byCertificate, principalOfPresented } from "../client-certificate.ts";
import type { KeyUse } from "../key-use.ts";
import { principalOfRegistered } from "../principal.ts";
import type { RegisteredCertificates } from "../registered-certificates.ts";
import type { RegisteredKeys } from "../registered-keys.ts";

/** A registered credential that may get access tokens now. */
export interface OAuthClient {
  readonly clientId: string;
  readonly owner: CredentialOwner;
  readonly scopes: readonly string[];
  /** What the client proves to be. */
  readonly proves:
    | { readonly kind: "key"; readonly spki: Uint8Array; readonly algorithm: string }
    | { readonly kind: "certificate"; readonly fingerprint: Buffer };
  /** Records a use of the client. @throws Failure PERMISSION_DENIED for an address from which the client may not be used */
  readonly use: (address: string) => void;
  /** How the client itself is authenticated when it asks for a token: by a JWT of its key (RFC 7523), or by its certificate. */
  readonly authentication: Authentication;
  /** Returns the principal of a call with these scopes: no scope that the client lacks now. */
  readonly principal: (scopes: readonly string[], authentication: Authentication) => Principal;
}

/** Where clients are registered. */
interface Registries {
  readonly keys: Pick<RegisteredKeys, "find">;
  readonly certificates: Pick<RegisteredCertificates, "findInForce">;
  /** Records that a key was used. */
  readonly keyUse?: Pick<KeyUse, "note">;
}

/** The clients of the embedded authorisation server: registered public keys, and access certificates. */
export class OAuthClients {
  readonly #registries: Registries;

  constructor(registries: Registries) {
    this.#registries = registries;
  }

  /** Returns a client that may get tokens now, undefined for anybody else. */
  async find(clientId: string): Promise<OAuthClient | undefined> {
    const { keys, certificates, keyUse } = this.#registries;
    if (!isPublicKeyId(clientId)) {
      const certificate = await certificates.findInForce(clientId);
      return certificate && certificateClient(certificate);
    }
    const found = await keys.find(clientId);
    return found && isAccepted(found.publicKey) ? keyClient(found.publicKey, keyUse) : undefined;
  }
}

function keyClient(publicKey: PublicKey, keyUse: Registries["keyUse"]): OAuthClient {
  const { owner, scopes, spki, algorithm, allowedNetworks, credentialId } = publicKey;
  const check = sourceCheck(allowedNetworks, "public key");
  return {
    clientId: credentialId,
    owner,
    scopes,
    proves: { kind: "key", spki, algorithm },
    use(address) {
      check(address);
      keyUse?.note(credentialId, canonicalAddress(address));
    },
    authentication: { mechanism: AuditMechanism.AUDIT_MECHANISM_SELF_SIGNED_JWT },
    principal: (wanted, authentication) =>
      principalOfRegistered({ ...publicKey, scopes: both(scopes, wanted) }, authentication),
  };
}

function certificateClient(certificate: PresentedCertificate): OAuthClient {
  const { holder, scopes, certificateId } = certificate;
  const fingerprint = createHash("sha256").update(certificate.certificate).digest();
  return {
    clientId: certificateId,
    owner: holder,
    scopes,
    proves: { kind: "certificate", fingerprint },
    use: () => undefined,
    authentication: byCertificate(certificate),
    principal: (wanted, authentication) =>
      principalOfPresented({ ...certificate, scopes: both(scopes, wanted) }, authentication),
  };
}

const both = (held: readonly string[], wanted: readonly string[]): string[] =>
  held.filter((one) => wanted.includes(one));
