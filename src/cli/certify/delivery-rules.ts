// Rules about events that the service sends.
import { randomBytes } from "node:crypto";
import { answers } from "../../workers/delivery/verify.ts";
import type { Rule } from "./rule.ts";
import { RuleBroken, requireAccepted, slowly } from "./target.ts";

const dayMs = 86_400_000;
/** More than any event has. */
const oversizedBytes = 8 * 1024 * 1024;

const good: Rule = {
  rule: "good",
  says: "accepts a good event with a status from 200 to 299 within 15 seconds",
  why: "Every other answer counts as a failure, also a redirect: the event is sent again for days, and then the endpoint is disabled.",
  advice:
    "store the event, answer 204, and work on the event afterwards; answer under the URL itself, without a redirect",
  check: async (target) => {
    await target.accepts("a good event", target.events.next("payment.completed"));
  },
};

const verification: Rule = {
  rule: "verification",
  says: "answers a signed webhook.verification with its challenge",
  why: "An endpoint gets no events before its receiver has answered.",
  advice: 'answer 200 with {"challenge": …} from data.webhookVerification, after the check of the signature',
  check: async (target) => {
    const challenge = randomBytes(32).toString("base64url");
    const { body } = await target.accepts("a verification", target.events.verification(challenge));
    if (!answers(body.toString(), challenge))
      throw new RuleBroken("the answer to a verification does not have its challenge");
  },
};

const testEvent: Rule = {
  rule: "test-event",
  says: "accepts a test event",
  why: "The attempts of an endpoint show a tester that the receiver accepts events.",
  advice: 'answer 204 to an event with "test": true, and do nothing else',
  check: async (target) => {
    await target.accepts("a test event", target.events.test("payment.completed"));
  },
};

const duplicated: Rule = {
  rule: "duplicated",
  says: "accepts an event that comes again",
  why: "An event is sent again when the answer was lost. A receiver that refuses it gets it for days.",
  advice:
    "store events under their identifier as a unique key; if the key exists already, answer 204 and do nothing else",
  check: async (target) => {
    const event = target.events.next("payment.completed");
    const sequence = target.next();
    const before = await target.count?.();
    await target.accepts("a good event", event, { sequence });
    await target.accepts("the same event in a second attempt", event, { sequence, attempt: 2 });
    const both = [3, 4].map((attempt) => target.request(event, { sequence, attempt }));
    for (const result of await Promise.all(both.map((request) => target.send(request))))
      requireAccepted("the same event twice at once", result);
    const after = await target.count?.();
    if (before !== undefined && after !== undefined && after - before !== 1)
      throw new RuleBroken(`counted ${after - before} events more after one event that came four times`);
  },
};

const reordered: Rule = {
  rule: "reordered",
  says: "accepts events in another order than that in which they happened",
  why: "Events are sent at the same time, and failed ones are sent later. A receiver that refuses the later event gets neither.",
  advice:
    "accept each event by itself; order events by webhook-sequence or by the state in them when you work on them",
  check: async (target) => {
    const { events } = target;
    const paid = { event: events.next("payment.completed"), sequence: target.next() };
    const refunded = { event: events.next("refund.completed"), sequence: target.next() };
    const settled = { event: events.next("settlement.finalized"), sequence: target.next() };
    for (const [what, { event, sequence }] of [
      ["a settlement before the events before it", settled],
      ["a refund before its payment", refunded],
      ["a payment after its refund", paid],
    ] as const)
      await target.accepts(what, event, { sequence });
  },
};

const late: Rule = {
  rule: "late",
  says: "accepts an event that happened days ago",
  why: "An event whose attempts fail is sent for five days, and one that was missed can be sent again for 30 days.",
  advice: "judge the age of a request by webhook-timestamp only, never by the member time of the event",
  check: async (target) => {
    for (const [days, attempt] of [
      [5, 9],
      [29, 1],
    ] as const)
      await target.accepts(
        `an event of ${days} days ago`,
        target.events.next("payment.failed", new Date(Date.now() - days * dayMs)),
        { attempt },
      );
  },
};

const unknown: Rule = {
  rule: "unknown",
  says: "accepts events of a type, and with members, that it does not know",
  why: "Later versions of the service add types and members. A receiver that refuses them fails on the day of the change.",
  advice: "answer 204 to types that you do not know, and ignore members that you do not know",
  check: async (target) => {
    const { events } = target;
    await target.accepts("an event of an unknown type", events.ofUnknownType());
    await target.accepts("an event with unknown members", events.withUnknownMembers());
  },
};

const huge: Rule = {
  rule: "huge",
  says: "accepts the largest event of the service, also when it comes slowly, and survives a larger body",
  why: "A payment can have more than 100 KiB of metadata, which is more than some web servers take by default. The service never sends a larger body, but others may.",
  advice:
    "take bodies up to 1 MiB and answer 413 beyond; read the body to its end, however many pieces it comes in",
  check: async (target) => {
    const { events } = target;
    await target.accepts("the largest event, about 107 KiB", events.largest());
    await target.accepts("the largest event in pieces over two seconds", events.largest(), {
      change: slowly,
    });
    // Whatever the answer is, the receiver must be there afterwards.
    const { status } = await target.send(target.request(events.oversized(oversizedBytes)));
    if (status !== undefined && status >= 500) throw new RuleBroken(`answered ${status} to a body of 8 MiB`);
    await target.accepts("a good event after a body of 8 MiB", events.next("payment.completed"));
  },
};

/** Rules about the delivery of events. `huge` is the last: a receiver may not survive it. */
export const deliveryRules = {
  first: [good, verification, testEvent],
  last: [duplicated, reordered, late, unknown, huge],
};
