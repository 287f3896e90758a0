import type { CreatePaymentRequest } from "../../../gen/ts/pda/payment/v1/payment_service.ts";
import { type PaymentDetails, requireOwnMetadata, requireShowable } from "../../domain/payment/details.ts";
import { Refused } from "../../domain/refused.ts";
import { aboutField } from "../../rpc/refusal.ts";
import type { ServiceDeps } from "../deps.ts";

/** The settings of a deployment for payments. */
export type PaymentRules = Pick<ServiceDeps, "paymentTtlSeconds"> &
  Partial<Pick<ServiceDeps, "paymentTtlSecondsMin" | "paymentTtlSecondsMax" | "requestedFailures">>;

/** Judges a request by itself, before anything is looked up. @throws Failure INVALID_ARGUMENT about the field */
export function checkRequest(request: CreatePaymentRequest, rules: PaymentRules): void {
  const { description, orderReference, metadata, expiresInSeconds, presentation } = request;
  if (description !== undefined) aboutField("description", () => requireShowable(description));
  if (orderReference !== undefined) aboutField("order_reference", () => requireShowable(orderReference));
  if (expiresInSeconds !== undefined)
    aboutField("expires_in_seconds", () => requireWithinBounds(expiresInSeconds, rules));
  if (isEmpty(metadata)) return;
  aboutField("metadata", () => {
    requireOwnMetadata(metadata, rules.requestedFailures?.key);
    rules.requestedFailures?.require(request, presentation !== undefined);
  });
}

/** Returns the details that the request states. Details that it does not state are absent. */
export function detailsOf({ description, orderReference, metadata }: CreatePaymentRequest): PaymentDetails {
  return {
    ...(description === undefined ? {} : { description }),
    ...(orderReference === undefined ? {} : { orderReference }),
    ...(isEmpty(metadata) ? {} : { metadata }),
  };
}

/** How long the payment may wait. */
export function ttlSecondsOf(
  request: CreatePaymentRequest,
  { paymentTtlSeconds, requestedFailures }: PaymentRules,
): number {
  return requestedFailures?.lifetimeSeconds(request) ?? request.expiresInSeconds ?? paymentTtlSeconds;
}

function requireWithinBounds(
  seconds: number,
  { paymentTtlSecondsMin = 0, paymentTtlSecondsMax = Number.POSITIVE_INFINITY }: PaymentRules,
): void {
  if (seconds < paymentTtlSecondsMin || seconds > paymentTtlSecondsMax)
    throw new Refused(
      "EXPIRY_NOT_ALLOWED",
      `It must be from ${paymentTtlSecondsMin} to ${paymentTtlSecondsMax} seconds.`,
    );
}

function isEmpty(record: object): boolean {
  for (const _ in record) return false;
  return true;
}
