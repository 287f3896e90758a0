import type { ErrorReason } from "../../../gen/errors/catalogue.ts";
import type { TicketServiceService } from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { Tenant } from "../../domain/access/principal.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import { requireActiveMerchant } from "../../domain/merchant/merchant.ts";
import { isSamePlace, type Place, type Redemption } from "../../domain/ticket/redemption.ts";
import { alreadyRedeemed, refusalOf, type Ticket } from "../../domain/ticket/ticket.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handlers } from "../../rpc/handler.ts";
import type { Transaction } from "../../store/store.ts";
import type { FoundTicket } from "../../store/ticket/reader.ts";
import type { Tap } from "../../store/ticket/writer.ts";
import { requireFound } from "../contract/require-found.ts";
import type { Receipts } from "../signing/receipts.ts";
import { evidenceReason } from "../verification/evidence-reason.ts";
import { consumingLookup } from "../verification/verifier.ts";
import { redemptionToProto } from "./convert.ts";
import { evidenceProblem, type TicketEvidence } from "./evidence.ts";
import { tapOf } from "./tap.ts";

/**
 * Redeems one use of a ticket, at most once for each tap. A refused request changes neither the ticket nor the challenge nor the tag's
 * counter.
 */
export const redeemTicket =
  (evidence: TicketEvidence, receipts: Receipts): Handlers<typeof TicketServiceService>["redeemTicket"] =>
  async ({ request, tenant, read, transact }) => {
    const { assetId, gate, gateGroup } = request;
    const asked = await evidence.read(request, tenant, read);
    const tap = asked ? tapOf(asked) : null;
    const place: Place = { gate, ...(gateGroup === undefined ? {} : { gateGroup }), ...redeemerOf(tenant) };

    return transact(async (tx) => {
      const { ticket, ...held } = await requireTicket(tx, tenant, assetId);
      if (!asked) throw refused("PASS_NOT_ACCEPTED");
      const { answer } = await evidence.verifier.verify(asked, consumingLookup(tx));
      const problem = evidenceProblem(answer);
      // A tap that was used before fails as evidence. So only failed evidence can belong to an earlier redemption.
      const before = problem && tap ? await redemptionBefore(tx, assetId, { tap, place }) : undefined;
      if (before) return { redemption: redemptionToProto(before, receipts, true) };
      if (problem) throw refused(problem === "PASS_NOT_ACCEPTED" ? problem : evidenceReason(problem));
      const use = await tx.tickets.takeUse(assetId, gateGroup);
      if (!use)
        throw await whyNot(tx, ticket, {
          ...held,
          gate: gateGroup === undefined ? {} : { group: gateGroup },
        });
      const { publisherId } = ticket;
      const redeemed = { redemptionId: newId("redemption"), publisherId, assetId, place, ...use };
      const { assurance } = answer;
      const redemption = { ...redeemed, assurance, receipt: receiptOf({ ...redeemed, assurance }, receipts) };
      tx.tickets.record(redemption, tap);
      return { redemption: redemptionToProto(redemption, receipts) };
    });
  };

/**
 * @throws Failure NOT_FOUND, the same for an unknown ticket and for another tenant's ticket; UNKNOWN_REFERENCE; Refused MERCHANT_NOT_ACTIVE
 */
async function requireTicket(
  tx: Transaction,
  tenant: Tenant,
  assetId: string,
): Promise<FoundTicket & { readonly ticket: Ticket }> {
  const [found, merchant] = await Promise.all([
    tx.tickets.hold(tenant, assetId).then(requireFound),
    tenant.kind === "merchant" ? tx.merchants.standings([tenant.merchantId]) : undefined,
  ]);
  for (const standing of merchant?.values() ?? []) requireActiveMerchant(standing);
  const { ticket } = found;
  if (!ticket) throw Failure.ofField("asset_id", "NOT_A_TICKET", "The asset is not a ticket.");
  return { ...found, ticket };
}

/**
 * Returns the redemption that the same tap made at the same place a moment ago.
 *
 * @throws Refused ALREADY_REDEEMED when the tap made its redemption at another place, longer ago or with other evidence
 */
async function redemptionBefore(
  tx: Transaction,
  assetId: string,
  { tap, place }: { readonly tap: Tap; readonly place: Place },
): Promise<Redemption | undefined> {
  const found = await tx.tickets.redemptionOfTap(assetId, tap);
  if (!found) return undefined;
  const { redemption, sameEvidence, recent } = found;
  if (recent && sameEvidence && isSamePlace(redemption.place, place)) return redemption;
  throw alreadyRedeemed(redemption.redeemedAt);
}

/** Returns the reason why no use could be taken. It reads the ticket again, because a concurrent request may have taken the last use. */
async function whyNot(
  tx: Transaction,
  { publisherId, assetId }: Ticket,
  attempt: Parameters<typeof refusalOf>[1],
): Promise<Error> {
  const ticket = await tx.tickets.get(publisherId, assetId);
  return (ticket && refusalOf(ticket, attempt)) ?? new Failure("CONCURRENT_UPDATE");
}

function refused(reason: ErrorReason): Failure {
  const message = "The presented evidence does not prove the presence of this ticket.";
  return new Failure(reason, { message });
}

function redeemerOf(tenant: Tenant): Pick<Place, "redeemedBy"> {
  if (tenant.kind === "merchant") return { redeemedBy: tenant.merchantId };
  return tenant.kind === "publisher" ? { redeemedBy: tenant.publisherId } : {};
}

/** The claims let an offline gate, an auditor or the holder show the place of the redemption and the number of the use. */
function receiptOf(redeemed: Omit<Redemption, "receipt">, receipts: Receipts): string {
  const { place, redeemedAt, ...rest } = redeemed;
  return receipts.sign("redemption", { ...rest, ...place, redeemTime: redeemedAt.toISOString() });
}
