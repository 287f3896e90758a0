// The check of a caller that has waited: what it presented must not be revoked meanwhile.
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { calculateJwkThumbprint } from "jose";
import { type Principal, PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { RegisterMerchantPublicKeyResponse } from "../../gen/ts/pda/merchant/v1/public_key_service.ts";
import type { SigningKey } from "../../src/domain/signing/signing-key.ts";
import { newId } from "../../src/domain/identifier/identifier.ts";
import { RevokedTokens } from "../../src/services/access/oauth/revoked-tokens.ts";
import { RegisteredCertificates } from "../../src/services/access/registered-certificates.ts";
import { requireFound } from "../../src/services/contract/require-found.ts";
import { type StillAccepted, stillAccepted } from "../../src/services/access/still-accepted.ts";
import { callerKey, proofOf } from "../support/access-tokens.ts";
import { holderKey, wallet } from "../support/fixtures.ts";
import { asMerchant } from "../support/service.ts";
import { Merchants } from "./support/merchants.ts";
import { publicUrl } from "./support/names.ts";
import { newKey, newRequest } from "./support/openssl.ts";

describe("a caller that has waited", function () {
  this.timeout(60_000);
  let merchants: Merchants;
  let merchantId: string;
  let check: StillAccepted;
  let tokenKeys: SigningKey[] = [];

  before(async () => {
    merchants = await Merchants.start();
    const { store } = merchants.harness;
    const certificates = new RegisteredCertificates({ store, trust: merchants.trust, ttlMs: 0 });
    check = stillAccepted({
      store,
      certificates,
      revoked: new RevokedTokens(store, 0),
      tokenKeys: { published: () => tokenKeys },
    });
    ({ merchantId } = await merchants.register());
  });
  after(() => merchants[Symbol.asyncDispose]());

  const publicKey = async (): Promise<string> => {
    const key = callerKey();
    const proof = await proofOf(key, publicUrl, merchantId);
    const request = { merchantId, name: "office", scopes: ["events.read"], publicKey: key.publicKey, proof };
    const { publicKey: made } = await merchants.harness.call<RegisterMerchantPublicKeyResponse>(
      "RegisterMerchantPublicKey",
      request,
    );
    return made!.publicKeyId;
  };
  const principal = (over: Partial<Principal>): Principal => ({ ...asMerchant(merchantId), ...over });
  /** Expects that the caller is accepted until it is revoked. */
  const untilRevoked = async (caller: Partial<Principal>, revoke: () => Promise<unknown>): Promise<void> => {
    await check(principal(caller));
    await revoke();
    const error: unknown = await check(principal(caller)).catch((failure: unknown) => failure);
    expect(error).to.have.property("reason", "CREDENTIAL_REFUSED");
  };
  const call = (method: string, request: object) =>
    merchants.harness.call(method, { merchantId, ...request });

  it("is refused when the token of another issuer has ended, which nobody can revoke", async () => {
    const ending = (inSeconds: number) => ({
      credentialId: "id.example.com/#portal",
      tokenExpireTime: { seconds: BigInt(Math.floor(Date.now() / 1_000) + inSeconds), nanos: 0 },
    });
    await check(principal(ending(60)));
    const error: unknown = await check(principal(ending(0))).catch((failure: unknown) => failure);
    expect(error).to.have.property("reason", "CREDENTIAL_REFUSED");
  });

  it("is refused when its delegation has ended", async () => {
    const credentialId = await publicKey();
    const ending = (seconds: number) => {
      const expireTime = { seconds: BigInt(Math.floor(Date.now() / 1_000) + seconds), nanos: 0 };
      const delegation = {
        keyThumbprint: "t",
        digest: Buffer.alloc(32),
        delegationId: randomUUID(),
        expireTime,
      };
      return principal({ credentialId, delegation });
    };
    await check(ending(60));
    const error: unknown = await check(ending(-1)).catch((failure: unknown) => failure);
    expect(error).to.have.property("reason", "CREDENTIAL_REFUSED");
  });

  it("is refused when its API key is revoked", async () => {
    const { apiKeyId } = (await merchants.key(merchantId)).apiKey!;
    await untilRevoked({ credentialId: apiKeyId }, () => call("RevokeApiKey", { apiKeyId }));
  });

  it("is refused when the key of a holder is no longer that of its wallet", async () => {
    const { store } = merchants.harness;
    const { walletId, jwk } = await wallet(store);
    const caller = {
      kind: PrincipalKind.PRINCIPAL_KIND_WALLET,
      tenantId: walletId,
      credentialId: await calculateJwkThumbprint(jwk),
    };
    const next = holderKey();
    await untilRevoked(caller, () =>
      store.transact(async (tx) => {
        const locked = requireFound(await tx.wallets.lockForKey(walletId));
        const key = { holderKey: next.jwk, keyThumbprint: next.thumbprint };
        await tx.wallets.replaceKey(locked, key, "rotation");
      }),
    );
    const { tenantId: _, ...other } = { ...caller, credentialId: next.thumbprint };
    const elsewhere = await check(principal({ ...other, tenantId: newId("wallet") })).catch(
      (failure: unknown) => failure,
    );
    expect(elsewhere, "a key of another wallet").to.have.property("reason", "CREDENTIAL_REFUSED");
  });

  it("is refused when its public key is revoked, or the key that signed its request", async () => {
    const [own, signer] = [await publicKey(), await publicKey()];
    const { apiKeyId } = (await merchants.key(merchantId)).apiKey!;
    await untilRevoked({ credentialId: own }, () => call("RevokeMerchantPublicKey", { publicKeyId: own }));
    await untilRevoked({ credentialId: apiKeyId, signedBy: signer }, () =>
      call("RevokeMerchantPublicKey", { publicKeyId: signer }),
    );
    await check(principal({ credentialId: apiKeyId }));
  });

  it("is refused when its client certificate is revoked", async () => {
    const { certificateId } = await merchants.certificate(merchantId, newRequest(newKey()));
    await untilRevoked({ credentialId: certificateId }, () =>
      call("RevokeMerchantCertificate", { certificateId }),
    );
  });

  it("is refused when its delegation is revoked, and no other", async () => {
    const publicKeyId = await publicKey();
    const expireTime = { seconds: BigInt(Math.floor(Date.now() / 1_000) + 600), nanos: 0 };
    const by = (delegationId: string): Partial<Principal> => ({
      credentialId: publicKeyId,
      delegation: { keyThumbprint: "t", digest: Buffer.alloc(32), expireTime, delegationId },
    });
    await untilRevoked(by("a"), () => call("RevokeMerchantDelegation", { publicKeyId, delegationId: "a" }));
    await check(principal(by("b")));
  });

  it("is refused when its token, or the token's grant or session, is revoked", async () => {
    const credentialId = await publicKey();
    const names = [randomUUID(), randomUUID(), randomUUID()];
    const expiresAt = new Date(Date.now() + 60_000);
    for (const tokenId of names)
      await untilRevoked({ credentialId, issuedToken: { names: [randomUUID(), tokenId] } }, () =>
        merchants.harness.store.transact((tx) => tx.revokedAccessTokens.revoke({ tokenId, expiresAt })),
      );
    await check(principal({ credentialId, issuedToken: { names: [randomUUID()] } }));
  });

  it("is refused when the key that signed its token is withdrawn", async () => {
    const credentialId = await publicKey();
    const keyOf = (keyId: string): SigningKey => ({
      keyId,
      purpose: "access_token",
      publicKey: { kty: "EC", crv: "P-256", x: "", y: "" },
      signsFrom: new Date(0),
    });
    tokenKeys = [keyOf("stolen")];
    const by = (keyId: string) => ({ credentialId, issuedToken: { names: [randomUUID()], keyId } });
    await untilRevoked(by("stolen"), async () => (tokenKeys = [keyOf("next")]));
    await check(principal(by("next")));
  });
});
