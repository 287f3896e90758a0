// Rules about who has sent a request, and when.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { newId } from "../../domain/identifier/identifier.ts";
import { resultText } from "../receiver/outgoing.ts";
import type { Rule } from "./rule.ts";
import {
  RuleBroken,
  requireAccepted,
  requireRefused,
  signatureOf,
  type Target,
  withHeaders,
} from "./target.ts";

/** Receivers accept a request for five minutes; twice as much is beyond doubt. */
const tooFarMs = 600_000;

const wronglySigned: Rule = {
  rule: "wrongly-signed",
  says: "refuses an event without a good signature, with a status from 400 to 499",
  why: "Anyone who knows the URL can send a request. Only the signature shows that the service has sent it.",
  advice:
    "compute the HMAC-SHA-256 of id.timestamp.body with the bytes behind whsec_, compare it in constant time with each v1 signature, and answer 401 if none is equal or a header is missing",
  check: async (target) => {
    const { events } = target;
    const signature = "webhook-signature";
    const without = (name: string) => ({ change: withHeaders({ [name]: undefined }) });
    const names = { "webhook-id": undefined, "webhook-timestamp": undefined, [signature]: undefined };
    await target.refuses("an event without signature headers", events.next("payment.completed"), {
      change: withHeaders(names),
    });
    for (const name of Object.keys(names))
      await target.refuses(`an event without ${name}`, events.next("payment.completed"), without(name));
    const secrets = [randomBytes(32)];
    await target.refuses("an event signed with another secret", events.next("payment.completed"), {
      secrets,
    });
    await target.refuses("a verification signed with another secret", events.verification("forged"), {
      secrets,
    });
    for (const text of ["v1,", "v1,AAAA", "v1"])
      await target.refuses(`an event with the signature "${text}"`, events.next("payment.completed"), {
        change: withHeaders({ [signature]: text }),
      });
    const event = events.next("payment.completed");
    const at = new Date();
    await target.refuses("an event whose only signature has the unknown version v2", event, {
      at,
      change: withHeaders({ [signature]: `v2,${signatureOf(target.key, event, at)}` }),
    });
  },
};

const replayed: Rule = {
  rule: "replayed",
  says: "refuses a captured request with another body, identifier or time",
  why: "An attacker that has read a request could change it, or send it under another identifier or time so that it counts again.",
  advice:
    "check the signature over the headers webhook-id and webhook-timestamp and over the bytes of the body as they came, before you parse the body",
  check: async (target) => {
    const captured = target.request(target.events.next("payment.completed"));
    const body = captured.body as string;
    requireAccepted("a good event", await target.send(captured));
    const attempts: readonly (readonly [string, typeof captured])[] = [
      ["another amount", { ...captured, body: body.replace('"amount":"12.5"', '"amount":"99.5"') }],
      ["a space after the body", { ...captured, body: `${body} ` }],
      ["another identifier", withHeaders({ "webhook-id": newId("event") })(captured)],
    ];
    for (const [what, request] of attempts)
      requireRefused(`a captured event with ${what}`, await target.send(request));
    const earlier = target.request(target.events.next("payment.completed"), {
      at: new Date(Date.now() - tooFarMs),
    });
    const now = withHeaders({ "webhook-timestamp": String(Math.floor(Date.now() / 1000)) });
    requireRefused("a captured event with a newer time", await target.send(now(earlier)));
    const again = await target.send(captured);
    if (again.status === undefined || again.status >= 500)
      throw new RuleBroken(`answered ${resultText(again)} to the same request once more`);
  },
};

const old: Rule = {
  rule: "old",
  says: "refuses a request whose webhook-timestamp is more than five minutes away",
  why: "A captured request has a good signature for ever. Only the check of its time ends that.",
  advice:
    "compare webhook-timestamp with the clock, and answer 400 or 401 if they differ by more than 300 seconds",
  check: async (target) => {
    const past = new Date(Date.now() - tooFarMs);
    const future = new Date(Date.now() + tooFarMs);
    await target.refuses("a request of ten minutes ago", target.events.next("payment.completed"), {
      at: past,
    });
    await target.refuses("a request of ten minutes ahead", target.events.next("payment.completed"), {
      at: future,
    });
  },
};

const rotatedKey: Rule = {
  rule: "rotated-key",
  says: "accepts an event when one of its signatures is good, whichever it is",
  why: "While a secret is replaced, requests have a signature by the old secret and one by the new secret, and the receiver may know only one of them.",
  advice:
    "split webhook-signature at spaces, ignore versions that you do not know, and accept the request when one v1 signature is equal",
  check: async (target) => {
    const { events, key } = target;
    const other = randomBytes(32);
    const send = (what: string, sending: Parameters<Target["accepts"]>[2]) =>
      target.accepts(what, events.next("payment.completed"), sending);
    await send("an event whose second signature is good", { secrets: [other, key] });
    await send("an event whose first signature is good", { secrets: [key, other] });
    const { privateKey } = generateKeyPairSync("ed25519");
    await send("an event that also has a v1a signature", { publicKey: privateKey });
    await send("an event with an unknown signature before the good one", {
      change: (request) =>
        withHeaders({ "webhook-signature": `v2,AAAA ${request.headers["webhook-signature"]}` })(request),
    });
  },
};

/** Rules about signatures. */
export const signatureRules: readonly Rule[] = [wronglySigned, replayed, old, rotatedKey];
