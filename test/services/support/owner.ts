// Holders and what they sign about ownership: made of the words of the contract, not with the product's code.
import { createHash, type KeyObject, randomBytes } from "node:crypto";
import { SignJWT } from "jose";
import type { OwnershipGrant } from "../../../gen/ts/pda/publisher/v1/grant_service.ts";
import type { Ownership } from "../../../gen/ts/pda/verification/v1/ownership.ts";
import type { OwnedAsset, OwnershipTransfer } from "../../../gen/ts/pda/wallet/v1/ownership.ts";
import { newId } from "../../../src/domain/identifier/identifier.ts";
import { holderKey } from "../../support/fixtures.ts";
import type { CallOptions } from "../../support/service.ts";
import { challengeFor } from "./prover.ts";
import { publicUrl, type Registry } from "./registry.ts";

/** A holder: its wallet and its key. */
export interface Owner {
  readonly walletId: string;
  readonly privateKey: KeyObject;
  readonly thumbprint: string;
}

/** Claims and header of a signature, where they are to be other than right. */
export interface Signing {
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly key?: KeyObject | Uint8Array;
  /** From now on. */
  readonly seconds?: number;
}

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");
export const newNonce = (): string => randomBytes(16).toString("base64url");
export const newCode = (): string => randomBytes(16).toString("base64url");
const now = (): number => Math.floor(Date.now() / 1000);

/** A compact JWS of a holder. A claim or header member of undefined is left out. */
export function signed(
  { privateKey }: Pick<Owner, "privateKey">,
  typ: string,
  claims: Record<string, unknown>,
  over: Signing = {},
): Promise<string> {
  const iat = now();
  const all = {
    aud: publicUrl,
    nonce: newNonce(),
    iat,
    exp: iat + (over.seconds ?? 60),
    ...claims,
    ...over.claims,
  };
  const header = { alg: "ES256", typ, ...over.header };
  return new SignJWT(JSON.parse(JSON.stringify(all)))
    .setProtectedHeader(JSON.parse(JSON.stringify(header)))
    .sign(over.key ?? privateKey);
}

/** Calls about ownership, each as its party makes it. */
export class Scene {
  readonly registry: Registry;
  readonly publisherId: string;

  private constructor(registry: Registry, publisherId: string) {
    this.registry = registry;
    this.publisherId = publisherId;
  }

  /** @param publisherId of a new publisher, unless stated */
  static async of(registry: Registry, publisherId?: string): Promise<Scene> {
    return new Scene(registry, publisherId ?? (await registry.publisher()).publisherId);
  }

  call<T>(method: string, request: object, options?: CallOptions): Promise<T> {
    return this.registry.harness.call<T>(method, request, options);
  }
  failure(method: string, request: object, options?: CallOptions) {
    return this.registry.harness.failure(method, request, options);
  }

  async holder(): Promise<Owner> {
    const { jwk, privateKey, thumbprint } = holderKey();
    const { wallet } = await this.call<{ wallet: { walletId: string } }>("CreateWallet", { holderKey: jwk });
    return { walletId: wallet.walletId, privateKey, thumbprint };
  }

  /** An asset in use that nobody owns. */
  async asset(over: object = {}): Promise<string> {
    const { publisherId } = this;
    const { assetIdentifier: assetId } = await this.registry.asset(publisherId, over);
    await this.call("ActivateAsset", { publisherId, assetId });
    return assetId;
  }

  /** An asset in use and its first owner. */
  async owned(owner?: Owner): Promise<{ assetId: string; owner: Owner }> {
    const [assetId, first] = [await this.asset(), owner ?? (await this.holder())];
    await this.grant(assetId, first);
    return { assetId, owner: first };
  }

  async grant(assetId: string, { walletId }: Owner, options?: CallOptions): Promise<OwnershipGrant> {
    const { publisherId } = this;
    const request = { publisherId, assetId, walletId };
    return (await this.call<{ grant: OwnershipGrant }>("GrantOwnership", request, options)).grant;
  }

  async claimCode(assetId: string, lifetimeSeconds?: bigint, options?: CallOptions): Promise<OwnershipGrant> {
    const request = { publisherId: this.publisherId, assetId, lifetimeSeconds };
    return (await this.call<{ grant: OwnershipGrant }>("IssueClaimCode", request, options)).grant;
  }

  async assets({ walletId }: Owner): Promise<OwnedAsset[]> {
    return (await this.call<{ items: OwnedAsset[] }>("ListOwnedAssets", { walletId })).items;
  }

  async transfers({ walletId }: Owner): Promise<OwnershipTransfer[]> {
    return (await this.call<{ items: OwnershipTransfer[] }>("ListTransfers", { walletId })).items;
  }

  /** What the next offer of an asset has to continue from, as its owner sees it. */
  async headOf(owner: Owner, assetId: string): Promise<{ seq: number; prevEntryHash: string }> {
    const asset = (await this.assets(owner)).find((item) => item.asset?.assetIdentifier === assetId);
    return { seq: (asset?.sequence ?? 1) + 1, prevEntryHash: asset?.entryHash ?? sha256("none") };
  }

  /** The owner's offer, signed. */
  async offerText(
    owner: Owner,
    assetId: string,
    to: Owner | { readonly code: string },
    over: Signing = {},
  ): Promise<string> {
    const recipient = "code" in to ? { claimCodeHash: sha256(to.code) } : { toKey: to.thumbprint };
    const head = await this.headOf(owner, assetId);
    const claims = { transferId: newId("transfer"), assetId, ...head, ...recipient };
    return signed(owner, "pda-transfer+jws", claims, { seconds: 3600, ...over });
  }

  async sendOffer({ walletId }: Owner, offer: string, options?: CallOptions): Promise<OwnershipTransfer> {
    const answer = await this.call<{ transfer: OwnershipTransfer }>(
      "OfferTransfer",
      { walletId, offer },
      options,
    );
    return answer.transfer;
  }

  async offer(owner: Owner, assetId: string, to: Owner | { readonly code: string }, over: Signing = {}) {
    return this.sendOffer(owner, await this.offerText(owner, assetId, to, over));
  }

  async acceptance(by: Owner, transfer: OwnershipTransfer, over: Signing = {}) {
    const { transferId, offerHash } = transfer;
    const claims = { transferId, offerHash, newOwnerKey: by.thumbprint };
    const acceptance = await signed(by, "pda-transfer+jws", claims, over);
    return { walletId: by.walletId, transferId, acceptance };
  }

  async accept(by: Owner, transfer: OwnershipTransfer, options?: CallOptions): Promise<OwnershipTransfer> {
    const request = await this.acceptance(by, transfer);
    return (await this.call<{ transfer: OwnershipTransfer }>("AcceptTransfer", request, options)).transfer;
  }

  async claim(by: Owner, transferId: string, claimCode: string, over: Signing = {}) {
    const claims = { transferId, claimCodeHash: sha256(claimCode), newOwnerKey: by.thumbprint };
    const acceptance = await signed(by, "pda-transfer+jws", claims, over);
    return { walletId: by.walletId, transferId, claimCode, acceptance };
  }

  async claimed(
    by: Owner,
    transferId: string,
    claimCode: string,
    options?: CallOptions,
  ): Promise<OwnershipTransfer> {
    const request = await this.claim(by, transferId, claimCode);
    return (await this.call<{ transfer: OwnershipTransfer }>("ClaimAsset", request, options)).transfer;
  }

  /** A proof of ownership over a new challenge. */
  async proof(by: Owner, assetId: string, over: Signing = {}): Promise<{ assetId: string; proof: string }> {
    const { nonce, audience } = await challengeFor(this.registry, assetId);
    const claims = { aud: audience, nonce, assetId };
    const header = { kid: by.thumbprint, ...over.header };
    return { assetId, proof: await signed(by, "pda-own+jws", claims, { ...over, header }) };
  }

  async verify(request: object, options?: CallOptions): Promise<boolean> {
    const answer = await this.call<{ ownership: Ownership }>("VerifyOwnership", request, options);
    return answer.ownership.owned;
  }

  async owns(by: Owner, assetId: string): Promise<boolean> {
    return this.verify(await this.proof(by, assetId));
  }
}
