// Tickets and their holders: what a publisher issues, what is presented at a gate, and what comes back.
import { createPrivateKey } from "node:crypto";
import pg from "pg";
import { AssetKind } from "../../../gen/ts/pda/asset/v1/asset.ts";
import type { TicketTerms } from "../../../gen/ts/pda/asset/v1/ticket_terms.ts";
import type { TicketRedemption, TicketVerdict } from "../../../gen/ts/pda/verification/v1/ticket.ts";
import type {
  RedeemTicketResponse,
  VerifyTicketResponse,
} from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { Tag, Tapped } from "../../support/chips.ts";
import type { CallOptions } from "../../support/service.ts";
import { bindTag } from "./chips.ts";
import { newKey, newRequest } from "./openssl.ts";
import { challengeFor, type Prover, signatureOf } from "./prover.ts";
import { newSerialNumber, type Registry } from "./registry.ts";

/** Terms as a message, all members given or absent. */
export const termsOf = (over: Partial<TicketTerms> = {}): TicketTerms => ({
  gateGroups: [],
  redeemers: [],
  notBeforeTime: undefined,
  notAfterTime: undefined,
  ...over,
});

export const instant = (date: Date) => ({
  seconds: BigInt(Math.floor(date.getTime() / 1000)),
  nanos: (((date.getTime() % 1000) + 1000) % 1000) * 1_000_000,
});

/** A ticket, `issued`. */
export async function issuedTicket(
  registry: Registry,
  publisherId: string,
  terms?: Partial<TicketTerms>,
  over: object = {},
): Promise<string> {
  const { assetIdentifier } = await registry.asset(publisherId, {
    ...over,
    assetProfile: { kind: AssetKind.ASSET_KIND_TICKET, name: "Evening", description: "" },
    ...(terms ? { ticket: termsOf(terms) } : {}),
  });
  return assetIdentifier;
}

/** An active ticket with a chip that has a certificate. */
export async function ticket(
  registry: Registry,
  publisherId: string,
  terms?: Partial<TicketTerms>,
  over: object = {},
): Promise<Prover & { readonly deviceId: string }> {
  const key = newKey();
  const assetId = await issuedTicket(registry, publisherId, terms, over);
  const credential = { $case: "certificateSigningRequest", value: newRequest(key) };
  const serialNumber = newSerialNumber();
  const { deviceCertificate, deviceId } = await registry.bind(publisherId, assetId, {
    credential,
    serialNumber,
  });
  await registry.harness.call("ActivateAsset", { publisherId, assetId });
  return { publisherId, assetId, deviceCertificate, deviceId, key: createPrivateKey(key) };
}

/** An active ticket with this tag on it. */
export async function ticketWithTag(
  registry: Registry,
  publisherId: string,
  tag: Tag,
  terms?: Partial<TicketTerms>,
): Promise<string> {
  const assetId = await issuedTicket(registry, publisherId, terms);
  await bindTag(registry, { publisherId, assetId }, tag);
  await registry.harness.call("ActivateAsset", { publisherId, assetId });
  return assetId;
}

/** The certificate alone. */
export const shown = ({ assetId, deviceCertificate }: Pick<Prover, "assetId" | "deviceCertificate">) => ({
  assetId,
  deviceCertificate,
});

/** The certificate, and a new challenge that its chip has signed. */
export async function proven(registry: Registry, device: Prover) {
  const challenge = await challengeFor(registry, device.assetId);
  const value = { nonce: challenge.nonce, signature: signatureOf(device, challenge) };
  return { ...shown(device), proof: { proof: { $case: "challengeSignature", value } } };
}

/** The message of a tag. */
export const tapped = (assetId: string, value: Tapped) => ({
  assetId,
  proof: { proof: { $case: "sunMessage", value } },
});

export async function verifyTicket(
  registry: Registry,
  request: object,
  options: CallOptions = {},
): Promise<TicketVerdict> {
  return (await registry.harness.call<VerifyTicketResponse>("VerifyTicket", request, options))
    .ticketVerdict as TicketVerdict;
}

export async function redeem(
  registry: Registry,
  request: object,
  options: CallOptions = {},
): Promise<TicketRedemption> {
  const whole = { gate: "A1", ...request };
  return (await registry.harness.call<RedeemTicketResponse>("RedeemTicket", whole, options))
    .redemption as TicketRedemption;
}

/** Why it was refused: `ENTRY REASON`. */
export async function refusal(
  registry: Registry,
  request: object,
  options: CallOptions = {},
): Promise<string> {
  const { entry, reason } = await registry.harness.failure(
    "RedeemTicket",
    { gate: "A1", ...request },
    options,
  );
  return `${entry} ${reason}`;
}

/** Runs commands on the database, beside the product. */
export async function sql(registry: Registry, commands: string): Promise<void> {
  const client = new pg.Client(registry.harness.url);
  await client.connect();
  try {
    await client.query(commands);
  } finally {
    await client.end();
  }
}

/** Makes all redemptions so far older. */
export const ageRedemptions = (registry: Registry, seconds: number): Promise<void> =>
  sql(
    registry,
    `begin; alter table ticket_redemption disable trigger append_only;
     update ticket_redemption set created_at = created_at - make_interval(secs => ${seconds});
     alter table ticket_redemption enable trigger append_only; commit`,
  );
