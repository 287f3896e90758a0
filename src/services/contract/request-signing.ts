import { RequestSigning as Message } from "../../../gen/ts/pda/access/v1/request_signing.ts";
import type { RequestSigning } from "../../domain/access/request-signing.ts";
import { wordOf } from "./enum.ts";

const messages: Record<RequestSigning, Message> = {
  optional: Message.REQUEST_SIGNING_OPTIONAL,
  sensitive: Message.REQUEST_SIGNING_SENSITIVE_REQUIRED,
  required: Message.REQUEST_SIGNING_REQUIRED,
};

/** Returns a policy as the contract shows it. */
export const requestSigningToProto = (policy: RequestSigning): Message => messages[policy];

/** Returns the policy that a request names; undefined when it names none. */
export const requestSigningOf = wordOf(messages);
