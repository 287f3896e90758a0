import type { Authentication } from "./authentication.ts";
import type { ReceiverRules } from "./address.ts";

/** What a deployment allows of webhook endpoints. */
export interface WebhookPolicy extends ReceiverRules {
  /** Most endpoints of one merchant or publisher. */
  readonly endpointsMax: number;
  /** Most endpoints of one wallet; 0 when holders may have none. */
  readonly walletEndpointsMax: number;
}

/** Who an endpoint belongs to. */
export type WebhookOwner =
  | { readonly merchantId: string; readonly publisherId?: undefined; readonly walletId?: undefined }
  | { readonly publisherId: string; readonly merchantId?: undefined; readonly walletId?: undefined }
  | { readonly walletId: string; readonly merchantId?: undefined; readonly publisherId?: undefined };

/** What the owner of an endpoint decides. */
export interface WebhookSettings {
  readonly url: string;
  readonly description: string;
  /** In alphabetical order. */
  readonly eventTypes: readonly string[];
  /** Events are sent without their resource. */
  readonly thin: boolean;
  /** Events are sent one after the other. */
  readonly ordered: boolean;
  /** Requests at once. */
  readonly concurrency: number;
  /** Requests in a second; absent without a limit. */
  readonly rate?: number | undefined;
  /** Requests are also signed with a key of the service. */
  readonly publicKeySignature: boolean;
  /** Requests are also signed as RFC 9421 says, with a key of the service. */
  readonly httpSignature: boolean;
}

/** An endpoint that events are sent to. Times are business time. */
export interface Webhook extends WebhookSettings {
  readonly webhookId: string;
  readonly owner: WebhookOwner;
  /** Authorisation that requests carry; absent when they carry none. */
  readonly authentication?: Authentication;
  /** Only an enabled endpoint gets events. A disabled one is verified; with another URL it becomes unverified. */
  readonly status: "unverified" | "enabled" | "disabled" | "deleted";
  readonly disabledReason?: "REQUESTED" | "GONE" | "FAILING";
  readonly failingSince?: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** Requests at once, unless the owner decides otherwise. */
export const CONCURRENCY_DEFAULT = 10;

/** Returns the identifier of the merchant, publisher or wallet that an endpoint belongs to. */
export function tenantIdOf(owner: WebhookOwner): string {
  if (owner.walletId !== undefined) return owner.walletId;
  return owner.merchantId === undefined ? owner.publisherId : owner.merchantId;
}
