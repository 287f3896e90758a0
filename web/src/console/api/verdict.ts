// Asks the service for its verdict, by the operation that what was presented needs.
import { keyed } from "../../intent.ts";
import { api, type Schemas } from "./client.ts";
import type { Presented } from "./presented.ts";

/** What all verdicts have in common. */
export interface Verdict {
  readonly of: "asset" | "device" | "pass" | "identity" | "publisher";
  readonly isGood: boolean;
  /** No check failed, and the evidence does not suffice. */
  readonly isOpen: boolean;
  readonly checks: readonly Schemas["Check"][];
  readonly assetId?: string | undefined;
  readonly publisher?: string | undefined;
  readonly assurance?: Schemas["Assurance"];
  readonly usesLeft?: number | undefined;
  readonly evaluateTime: string;
  readonly expireTime?: string | undefined;
}

export interface Question {
  readonly presented: Presented;
  /** Of the field, for what does not name its asset. */
  readonly assetId: string;
  /** The evidence is judged as that of a ticket at a gate. A pass always is. */
  readonly isTicket: boolean;
  readonly gateGroup: string;
  readonly acceptedTypes: readonly string[];
}

/** Returns the asset that the question is about; empty when nothing names it. */
export const assetOf = ({ presented, assetId }: Pick<Question, "presented" | "assetId">): string =>
  presented.kind === "request"
    ? presented.body.assetId
    : (("assetId" in presented ? presented.assetId : undefined) ?? assetId.trim());

/** What can be evidence of a ticket. */
export const canBeTicket = ({ kind }: Presented): boolean =>
  kind === "device" || kind === "tag" || kind === "pass" || kind === "request";

/** Tells whether the question is about a ticket. */
export const isOfTicket = ({ presented, isTicket }: Pick<Question, "presented" | "isTicket">): boolean =>
  presented.kind === "pass" || (isTicket && canBeTicket(presented));

/** Returns the evidence as the operations on tickets take it. */
function ticketEvidence(question: Question): Schemas["VerifyTicketRequest"] {
  const { presented, gateGroup } = question;
  const common = { assetId: assetOf(question), ...(gateGroup === "" ? {} : { gateGroup }) };
  switch (presented.kind) {
    case "pass":
      return { ...common, pass: presented.pass };
    case "device":
      return { ...common, deviceCertificate: presented.certificate };
    case "tag":
      return { ...common, proof: { sunMessage: presented.message } };
    case "request": {
      const { deviceCertificate, proof }: Schemas["VerifyAuthenticityRequest"] = presented.body;
      return {
        ...common,
        ...(deviceCertificate === undefined ? {} : { deviceCertificate }),
        ...(proof === undefined ? {} : { proof }),
      };
    }
    default:
      return common;
  }
}

/** Takes one use of a ticket. @param key of the request: a repeat takes no other use */
export async function redeem(
  { question, gate }: { readonly question: Question; readonly gate: string },
  key: string,
): Promise<Schemas["TicketRedemption"]> {
  const body = { ...ticketEvidence(question), gate };
  return (await api().POST("/api/v1/verification/tickets/redemptions", { params: keyed(key), body })).data;
}

/** @param key of the request: a proof is used up, and a repeat of the same request has the same verdict */
export async function verdictOn(question: Question, key: string): Promise<Verdict> {
  const { presented, acceptedTypes } = question;
  const assetId = assetOf(question);
  if (isOfTicket(question)) return ticket(ticketEvidence(question));
  switch (presented.kind) {
    case "device":
      return authenticity({ assetId, deviceCertificate: presented.certificate }, key);
    case "tag":
      return authenticity({ assetId, proof: { sunMessage: presented.message } }, key);
    case "request":
      return authenticity(presented.body, key);
    case "publisher":
      // A device's certificate that names no asset is judged as one, if the reader says of which asset.
      return assetId === ""
        ? publisher(presented.certificate)
        : authenticity({ assetId, deviceCertificate: presented.certificate }, key);
    case "identity":
      return identity(
        {
          presentation: presented.presentation,
          nonce: presented.nonce,
          acceptedTypes: [...acceptedTypes],
        },
        key,
      );
    default:
      return lifecycle(assetId);
  }
}

async function authenticity(body: Schemas["VerifyAuthenticityRequest"], key: string): Promise<Verdict> {
  const { data } = await api().POST("/api/v1/verification/authenticity", { params: keyed(key), body });
  const { trusted: isGood, outcome, ...rest } = data;
  return { of: "device", isGood, isOpen: outcome === "indeterminate", ...rest };
}

async function publisher(publisherCertificate: string): Promise<Verdict> {
  const { data } = await api().POST("/api/v1/verification/publisher", { body: { publisherCertificate } });
  const { verified: isGood, outcome, name, publisherId, ...rest } = data;
  return {
    of: "publisher",
    isGood,
    isOpen: outcome === "indeterminate",
    publisher: name ?? publisherId,
    ...rest,
  };
}

async function ticket(body: Schemas["VerifyTicketRequest"]): Promise<Verdict> {
  const { data } = await api().POST("/api/v1/verification/tickets", { body });
  const { valid: isGood, ...rest } = data;
  return { of: "pass", isGood, isOpen: false, ...rest };
}

async function identity(body: Schemas["ValidateIdentityRequest"], key: string): Promise<Verdict> {
  const { data } = await api().POST("/api/v1/verification/identities", { params: keyed(key), body });
  const { satisfied: isGood, outcome, ...rest } = data;
  return { of: "identity", isGood, isOpen: outcome === "indeterminate", ...rest };
}

async function lifecycle(assetId: string): Promise<Verdict> {
  const { data } = await api().POST("/api/v1/verification/lifecycle", { body: { assetId } });
  const { usable: isGood, outcome, ...rest } = data;
  return { of: "asset", isGood, isOpen: outcome === "indeterminate", ...rest };
}
