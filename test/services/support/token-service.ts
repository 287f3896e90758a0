// The core's part of the embedded authorisation server, with a merchant that has a registered key, and a store of its own.
import { createHash, generateKeyPairSync } from "node:crypto";
import type { IssueAccessTokenResponse } from "../../../gen/ts/pda/access/v1/authorization_server_service.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../../gen/ts/pda/merchant/v1/public_key_service.ts";
import type { PresentedCertificate } from "../../../src/domain/access/certificate.ts";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { logger } from "../../../src/logger.ts";
import { accessService } from "../../../src/services/access/index.ts";
import { authorizationServerService } from "../../../src/services/access/oauth/authorization-server.ts";
import { Issuers } from "../../../src/services/access/oauth/issuers.ts";
import { OAuthClients } from "../../../src/services/access/oauth/clients.ts";
import { OwnTokens } from "../../../src/services/access/oauth/own-tokens.ts";
import { RevokedTokens } from "../../../src/services/access/oauth/revoked-tokens.ts";
import { RegisteredKeys } from "../../../src/services/access/registered-keys.ts";
import { auditService } from "../../../src/services/audit/index.ts";
import { publicKeyServices } from "../../../src/services/credentials/index.ts";
import { merchantService } from "../../../src/services/merchant/index.ts";
import { p256PublicKey } from "../../../src/trust/jwk.ts";
import { callerKey, proofOf } from "../../support/access-tokens.ts";
import { rateSubjects } from "../../support/rate-subjects.ts";
import { ServiceHarness } from "../../support/service.ts";
import { networks } from "./merchants.ts";
import { publicUrl } from "./names.ts";
import { tokenCheck } from "./token-check.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const known = p256PublicKey(privateKey)!;

/** The key that signs tokens. */
export const tokenKey = { privateKey, keyId: known.thumbprint, jwk: known.jwk };

/** The signing keys of a service: that of tokens, and one of receipts with the same private key. */
const signingKeys = {
  of: () => ({ keyId: tokenKey.keyId, key: privateKey }),
  published: () => [
    {
      purpose: "access_token" as const,
      keyId: tokenKey.keyId,
      publicKey: known.jwk,
      signsFrom: new Date(0),
    },
    { purpose: "receipt" as const, keyId: "receipts", publicKey: known.jwk, signsFrom: new Date(0) },
  ],
};

export const gateway = { peer: "gateway" };
/** The certificate that tokens are bound to unless a test says otherwise. */
export const fingerprint = createHash("sha256").update("a certificate").digest();
/** An access certificate in force. */
export const certificateId = newId("certificate");
export const der = Buffer.from("a client's certificate");

export class TokenService implements AsyncDisposable {
  readonly harness: ServiceHarness;
  readonly ownTokens: OwnTokens;
  readonly merchantId: string;
  /** A registered key of the merchant. */
  clientId = "";

  private constructor(harness: ServiceHarness, ownTokens: OwnTokens, merchantId: string) {
    this.harness = harness;
    this.ownTokens = ownTokens;
    this.merchantId = merchantId;
  }

  static async start(): Promise<TokenService> {
    let merchantId = "";
    let ownTokens!: OwnTokens;
    /** The access certificate as the registry has it. */
    const certificate = (): PresentedCertificate => ({
      certificateId,
      certificate: der,
      holder: { kind: "merchant", merchantId },
      scopes: ["payments.read", "refunds.read"],
      status: "active",
      issuer: Buffer.alloc(0),
      notBefore: new Date(0),
      notAfter: new Date(),
      createdAt: new Date(0),
      requestSigningOfOwner: "optional",
    });
    const harness = await ServiceHarness.start((store, _sealer, audit) => {
      ownTokens = new OwnTokens({
        publicUrl,
        signingKeys,
        revoked: new RevokedTokens(store, 0),
        clients: new OAuthClients({
          keys: new RegisteredKeys(store, 0),
          certificates: { findInForce: async (id) => (id === certificateId ? certificate() : undefined) },
        }),
      });
      const tokens = {
        ...tokenCheck(store),
        issuers: new Issuers([], {
          publicUrl,
          own: ownTokens,
          signingOf: (id) => store.reserved.signingOf(id),
        }),
      };
      const log = logger("test", { level: "silent" });
      const unused = undefined as never;
      return [
        ...merchantService({ networks }),
        ...publicKeyServices({ publicUrl }),
        ...accessService({ store, trust: unused, log, rateSubjects, tokens, audit, signingKeys: unused }),
        ...authorizationServerService({ ownTokens, tokens, audit }),
        ...auditService({ checkpoints: unused }),
      ];
    });
    const registered = await harness.call<{ merchant?: { merchantId: string } }>("RegisterMerchant", {
      name: "Shop",
    });
    merchantId = registered.merchant?.merchantId ?? "";
    const service = new TokenService(harness, ownTokens, merchantId);
    service.clientId = await service.register();
    return service;
  }

  /** Registers a key of the merchant. @returns its identifier */
  readonly register = async (over: object = {}): Promise<string> => {
    const { merchantId, harness } = this;
    const key = callerKey();
    const scopes = ["payments.read", "payments.write"];
    const proof = await proofOf(key, publicUrl, merchantId);
    const request = { merchantId, name: "office", scopes, publicKey: key.publicKey, proof, ...over };
    const answer = await harness.call<RegisterMerchantPublicKeyResponse>(
      "RegisterMerchantPublicKey",
      request,
    );
    return answer.publicKey!.publicKeyId;
  };

  /** Returns the request for a token. */
  readonly wanted = (over: object = {}) => ({
    clientId: this.clientId,
    scopes: ["payments.read"],
    binding: { $case: "certificateFingerprint", value: fingerprint },
    address: "192.0.2.1",
    ...over,
  });
  readonly issue = (over: object = {}) =>
    this.harness.call<IssueAccessTokenResponse>("IssueAccessToken", this.wanted(over), gateway);
  /** Returns the question whose a token is. */
  readonly resolve = (token: string, over: object = {}) => ({
    token,
    certificateFingerprint: fingerprint,
    address: "192.0.2.1",
    ...over,
  });
  readonly reasonOf = async (token: string, over: object = {}): Promise<string> =>
    (await this.harness.failure("ResolveToken", this.resolve(token, over), gateway)).reason;

  async [Symbol.asyncDispose](): Promise<void> {
    await this.harness[Symbol.asyncDispose]();
  }
}
