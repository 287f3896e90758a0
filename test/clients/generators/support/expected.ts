// What each call of README.md has to print, from what plain HTTPS says afterwards.
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Node } from "../../../support/openapi-document.ts";
import type { Left } from "./service.ts";

const lineSchema = z.looseObject({ call: z.string() });

/** The result of the calls of one program. */
export interface Calls {
  readonly right: number;
  readonly all: number;
  /** What was printed instead of what was expected. */
  readonly problems: readonly string[];
}

/** The calls in their order, each with what it prints. */
export function expectedCalls(name: string, { server, merchants, apiKeys, payments, events }: Left): Node {
  const merchant = of("merchantId", "name", "status", "createTime", "version")(merchants[0]);
  const payment = of("paymentId", "merchantId", "amount", "status", "createTime", "metadata");
  const [first, second] = [payment(payments[0]), payment(payments[1])];
  const waiting = { ...second, status: "pending" };
  return {
    GetServerInfo: of("version", "environment")(server),
    RegisterMerchant: { ...merchant, name, version: 1 },
    GetMerchant: { ...merchant, name, version: 1 },
    UpdateMerchant: { ...merchant, name: `${name} Ltd` },
    ListMerchants: { merchants: [merchant] },
    ListEvents: {
      events: events.map((event) => ({
        ...of("id", "type", "time")(event),
        ...of("paymentId", "amount", "status")(event.data.payment as Node),
      })),
    },
    CreateApiKey: of("apiKeyId", "name", "scopes", "status")(apiKeys[0]),
    CreatePayment: { ...first, amount: "12.5", metadata: { order: name } },
    GetPayment: first,
    ListPayments: { payments: [waiting, first] },
    CancelPayment: { ...second, status: "cancelled" },
    Refusal: { httpStatus: 404, errorCode: "SVC-4040", reason: "NOT_FOUND", requestId: "req_…" },
  };
}

/** Compares the lines of a program with what they have to say. */
export function judgeCalls(printed: string, expected: Node): Calls {
  const lines = printed.split("\n").filter((line) => line.trim() !== "");
  const got = new Map<string, Node>();
  const problems: string[] = [];
  for (const line of lines) {
    const { success, data } = lineSchema.safeParse(jsonOf(line));
    if (!success) problems.push(`no line of a call: ${line}`);
    else if (got.has(data.call)) problems.push(`${data.call} was printed twice`);
    else got.set(data.call, data);
  }
  const names = Object.keys(expected);
  for (const call of names) {
    const { call: _, ...members } = got.get(call) ?? { call };
    const [said, right] = [comparable(members), comparable(expected[call])];
    if (!isDeepStrictEqual(said, right))
      problems.push(`${call}: ${JSON.stringify(said)}, not ${JSON.stringify(right)}`);
  }
  const wrong = problems.filter((problem) => names.some((call) => problem.startsWith(`${call}: `))).length;
  return { right: names.length - wrong, all: names.length, problems };
}

/** Picks members. Something stands for a member that the service does not have, so that two absent values do not pass for equal ones. */
function of(...names: string[]): (from?: Node) => Node {
  return (from = {}) => Object.fromEntries(names.map((name) => [name, from[name] ?? `no ${name}`]));
}

/** Languages write the same time in several ways, and each request has an identifier of its own. */
function comparable(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => comparable(each));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, comparable(each, key)]));
  if (typeof value !== "string") return value;
  if (/time$/i.test(name) && !Number.isNaN(Date.parse(value))) return new Date(value).toISOString();
  return name === "requestId" ? value.replace(/^req_[a-z0-9]{26}$/, "req_…") : value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
