// Requests from this machine to a receiver: by the code that delivers real events, to any address that a developer names.
import { release } from "../../config/release.ts";
import { Refused } from "../../domain/refused.ts";
import { type ReceiverRules, requireReceiverUrl } from "../../domain/webhook/address.ts";
import type { DeliveryError } from "../../domain/webhook/answer.ts";
import { nameServers } from "../../workers/delivery/receiver-connection.ts";
import { type AttemptResult, Sender } from "../../workers/delivery/sender.ts";
import { CommandError } from "../failure.ts";

/** A developer's own machine sends where its user says. Without TLS nothing leaves the machine. */
const rules: ReceiverRules = {
  loopback: true,
  ports: [{ from: 1, to: 65_535 }],
  allowedNetworks: ["0.0.0.0/0", "::/0"],
  refusedNetworks: [],
};

/** Value of the header `User-Agent` of real deliveries. */
export const userAgent = `pda-webhooks/${release.version}`;

/** Opens a sender. Close it after use. */
export const openSender = (): Sender => new Sender({ rules, resolve: nameServers(), ca: undefined });

/** Reads the URL of a receiver. @throws CommandError */
export function receiverUrl(text: string): URL {
  try {
    return requireReceiverUrl(text, rules);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new CommandError(
      `the receiver's URL ${text} cannot be used: ${error.message}`,
      "give a URL like http://localhost:3000/hooks or https://shop.example/hooks",
    );
  }
}

const errors: Readonly<Partial<Record<DeliveryError, string>>> = {
  CONNECT: "no server answers at this address",
  DNS: "the host name has no address",
  TIMEOUT: "no answer came within 15 seconds",
  TLS: "the certificate of the server is not accepted",
  RESET: "the connection was closed before an answer",
  PROTOCOL: "the answer is no HTTP",
  REFUSED_ADDRESS: "by plain http only this machine gets requests",
};

/** Says what came of a request: the status of the answer, or why none came. */
export function resultText({ status, error }: Pick<AttemptResult, "status" | "error">): string {
  if (status !== undefined) return String(status);
  return error === undefined ? "no answer" : `${error} (${errors[error] ?? "the request failed"})`;
}
