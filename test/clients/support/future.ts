// Rewrites an answer of the service into one that a later version might give (clients/conformance/README.md, `/future`).
import { openapi, type Node } from "../../support/openapi-document.ts";

/** What a later version adds to every object. */
const addition = { since: "a later version", parts: [1, "two", null] };

/** Members that are maps of the caller's own words: the contract fixes the type of their values, so nothing is added to them. */
const maps = new Set(mapMembers(openapi.components.schemas));

/** Returns the answer of a later version. @param operation identifier of the operation that was called */
export function futureAnswer(answer: Node, operation: string | undefined, status: number): Node {
  if (status === 404)
    return {
      ...answer,
      errorCode: "SVC-4999",
      errors: [{ code: "SVC-4999", reason: "ADDED_LATER", message: "A later version refuses this." }],
    };
  if (status >= 400) return answer;
  const data = grown(answer.data) as Node;
  if (operation === "ListEvents") data.items.unshift(unknownEvent(data));
  return { ...answer, data };
}

/** Returns the value with one more member in every object and with payments in an unknown state. */
function grown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(grown);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, of]) => [name, maps.has(name) ? of : grown(of)]);
  const object = { ...Object.fromEntries(members), addedLater: addition } as Node;
  if ("paymentId" in object && "refundedAmount" in object) object.status = "quarantined";
  return object;
}

/** An event of a type that this version does not have. */
function unknownEvent({ nextPageToken, items }: Node): Node {
  return {
    specversion: "1.0",
    id: "evt_01kf05yaj0fg8rwb80000000zz",
    source: items[0]?.source ?? "https://localhost",
    type: "payment.quarantined",
    subject: "qua_01kf05yaj0fg8rwb80000000zz",
    time: "2026-01-15T09:30:00.000Z",
    datacontenttype: "application/json",
    cursor: items[0]?.cursor ?? nextPageToken,
    data: { quarantine: { by: ["screening"], level: 3 } },
    addedLater: addition,
  };
}

function mapMembers(schemas: Record<string, Node>): string[] {
  return Object.values(schemas).flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, Node>)
      .filter(([, { additionalProperties }]) => typeof additionalProperties === "object")
      .map(([name]) => name),
  );
}
