// A city that issues identity cards by way of REST.
import { createPrivateKey } from "node:crypto";
import { type IssuerKey, x5cOf } from "../../support/sd-jwt-issuer.ts";
import type { Product } from "../../support/product.ts";
import { newKey, newRequest } from "../../services/support/openssl.ts";
import { ask } from "./http.ts";
import type { Publisher } from "./scene.ts";

export interface City extends IssuerKey {
  /** PEM. */
  readonly keyPem: string;
  /** `iss` of its credentials. */
  readonly issuer: string;
  readonly certificateId: string;
}

export const cardType = "https://city.example/id/1";

/** Registers a key that signs identities. */
export async function city(product: Product, { publisherId }: Publisher): Promise<City> {
  const keyPem = newKey();
  const body = { certificateSigningRequest: newRequest(keyPem) };
  const path = `/api/v1/publishers/${publisherId}/identity-issuers`;
  const { json } = await ask(product, path, { key: product.operatorKey, body });
  const { certificateChain, issuer, certificateId } = json.data;
  return { keyPem, key: createPrivateKey(keyPem), x5c: x5cOf(certificateChain), issuer, certificateId };
}

/** An active asset of kind identity. @returns its identifier */
export async function card(product: Product, { publisherId, network }: Publisher): Promise<string> {
  const assets = `/api/v1/publishers/${publisherId}/assets`;
  const body = { assetProfile: { kind: "identity", name: "Identity card" }, supportedNetworks: [network] };
  const { json } = await ask(product, assets, { key: product.operatorKey, body });
  const assetId: string = json.data.assetIdentifier;
  await ask(product, `${assets}/${assetId}/activate`, { key: product.operatorKey, body: {} });
  return assetId;
}
