import { type Check, CheckOutcome } from "../../../gen/ts/pda/verification/v1/authenticity.ts";
import type {
  TicketServiceService,
  VerifyTicketRequest,
} from "../../../gen/ts/pda/verification/v1/ticket_service.ts";
import type { MerchantStanding } from "../../domain/merchant/merchant.ts";
import { judgeTicket, type Ticket, type TicketCheckName, usesLeft } from "../../domain/ticket/ticket.ts";
import type { Call, Handlers } from "../../rpc/handler.ts";
import type { FoundTicket } from "../../store/ticket/reader.ts";
import { timestamp } from "../contract/timestamp.ts";
import { assuranceToProto } from "../verification/convert.ts";
import { readOnlyLookup } from "../verification/verifier.ts";
import { type EvidenceReason, evidenceProblem, type TicketEvidence } from "./evidence.ts";

const ticketChecks: readonly TicketCheckName[] = ["lifecycle", "uses", "validity", "gate_group"];

/**
 * Tells whether a ticket would be redeemed now, and changes nothing. An unknown ticket gets the same lookups and the same answer as a
 * ticket of another tenant.
 */
export const verifyTicket =
  (evidence: TicketEvidence): Handlers<typeof TicketServiceService>["verifyTicket"] =>
  async (call) => {
    const { request, tenant, read } = call;
    const [found, presented, merchants] = await Promise.all([
      read.tickets.find(tenant, request.assetId),
      judged(evidence, call),
      tenant.kind === "merchant" ? read.merchants.standings([tenant.merchantId]) : undefined,
    ]);
    const problem = found ? presented.problem : "ASSET_NOT_RECOGNISED";
    const ticket = problem === undefined ? found?.ticket : undefined;
    const checks = [
      check("evidence", problem ?? null),
      check("ticket", problem !== undefined ? undefined : ticketReason(ticket, merchants)),
      ...conditions(problem === undefined ? found : undefined, request.gateGroup),
    ];
    return {
      ticketVerdict: {
        assetId: request.assetId,
        valid: !checks.some(({ outcome }) => outcome === CheckOutcome.CHECK_OUTCOME_FAILED),
        checks,
        usesLeft: ticket && usesLeft(ticket),
        lastRedeemTime: ticket?.lastRedeemedAt && timestamp(ticket.lastRedeemedAt),
        assurance: assuranceToProto(problem === undefined ? presented.assurance : "none"),
        evaluateTime: timestamp(new Date()),
      },
    };
  };

async function judged(
  evidence: TicketEvidence,
  { request, tenant, read }: Pick<Call<VerifyTicketRequest, unknown>, "request" | "tenant" | "read">,
): Promise<{
  problem?: EvidenceReason;
  assurance: "none" | "static" | "dynamic_mac" | "proof_of_possession";
}> {
  const asked = await evidence.read(request, tenant, read);
  if (!asked) return { problem: "PASS_NOT_ACCEPTED", assurance: "none" };
  const { answer } = await evidence.verifier.verify(asked, readOnlyLookup(read));
  const problem = evidenceProblem(answer);
  return { ...(problem ? { problem } : {}), assurance: answer.evidence.assurance };
}

/** A suspended merchant redeems no ticket. */
function ticketReason(
  ticket: Ticket | undefined,
  merchants: ReadonlyMap<string, MerchantStanding> | undefined,
): "MERCHANT_NOT_ACTIVE" | "NOT_A_TICKET" | null {
  for (const { status } of merchants?.values() ?? []) if (status !== "active") return "MERCHANT_NOT_ACTIVE";
  return ticket ? null : "NOT_A_TICKET";
}

function conditions(found: FoundTicket | undefined, group: string | undefined): Check[] {
  if (!found?.ticket) return ticketChecks.map((name) => check(name, undefined));
  const { ticket, lifecycle, at } = found;
  const gate = group === undefined ? {} : { gate: { group } };
  return judgeTicket(ticket, { lifecycle, at, ...gate }).map(({ check: name, reason }) =>
    check(name, reason === null ? undefined : (reason ?? null)),
  );
}

/** @param reason the reason of a failed check; null for a passed check, undefined for a skipped check */
function check(name: string, reason: string | null | undefined): Check {
  if (reason === undefined) return { check: name, outcome: CheckOutcome.CHECK_OUTCOME_SKIPPED };
  return reason === null
    ? { check: name, outcome: CheckOutcome.CHECK_OUTCOME_PASSED }
    : { check: name, outcome: CheckOutcome.CHECK_OUTCOME_FAILED, reason };
}
