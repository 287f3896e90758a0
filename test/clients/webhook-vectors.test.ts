// The TypeScript client verifies the webhooks of clients/conformance/webhooks.json, which all clients do; another author's library judges the cases.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import {
  PdaWebhookError,
  WebhookVerifier,
  type WebhookVerifierOptions,
} from "../../clients/typescript/src/index.ts";

interface Case {
  readonly name: string;
  readonly now: number;
  readonly secrets?: readonly string[];
  readonly keys?: readonly Readonly<Record<string, string>>[];
  readonly toleranceSeconds?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly error?: string;
  readonly kind?: string;
  readonly type?: string;
  readonly dataref?: string;
  readonly answer?: object;
}

const file = join(import.meta.dirname, "../../clients/conformance/webhooks.json");
const cases = JSON.parse(readFileSync(file, "utf8")) as Case[];
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

const optionsOf = ({ now, secrets, keys, toleranceSeconds }: Case): WebhookVerifierOptions => ({
  ...(secrets ? { secrets } : {}),
  ...(keys ? { publicKeys: JSON.stringify({ keys }) } : {}),
  ...(toleranceSeconds ? { toleranceSeconds } : {}),
  now: () => now * 1000 + 999,
});

describe("webhooks that the TypeScript client verifies", () => {
  for (const each of cases)
    it(`${each.error === undefined ? "takes" : "refuses"}: ${each.name}`, () => {
      const verifier = new WebhookVerifier(optionsOf(each));
      const verify = () => verifier.verify(Buffer.from(each.body), each.headers);
      if (each.error !== undefined) {
        expect(verify).to.throw(PdaWebhookError).with.property("reason", each.error);
        return;
      }
      const webhook = verify();
      expect([webhook.kind, webhook.event.type]).to.deep.equal([each.kind, each.type]);
      expect(webhook.event.data === undefined, "thin").to.equal(each.dataref !== undefined);
      if (webhook.event.data === undefined) expect(webhook.event.dataref).to.equal(each.dataref);
      const answer = webhook.kind === "verification" ? (JSON.parse(webhook.answer) as object) : undefined;
      expect(answer).to.deep.equal(each.answer);
      // Both forms of headers, in any case of letters; and the body as text.
      const loud = Object.fromEntries(
        Object.entries(each.headers).map(([name, value]) => [name.toUpperCase(), value]),
      );
      for (const headers of [new Headers(each.headers), loud])
        expect(verifier.verify(each.body, headers)).to.deep.equal(webhook);
    });

  /** What the other library says of one secret, at the time of a case. It knows neither other tolerances nor keys. */
  const isGoodElsewhere = ({ now, headers, body }: Case, each: string): boolean => {
    const { now: real } = Date;
    Date.now = () => now * 1000;
    try {
      new Webhook(each).verify(body === "" || body === "payment=1" ? "{}" : body, headers);
      return true;
    } catch {
      return false;
    } finally {
      Date.now = real;
    }
  };

  it("are judged alike by another author's library", () => {
    const comparable = cases.filter(
      ({ secrets, keys, toleranceSeconds, body }) =>
        secrets && !keys && !toleranceSeconds && body !== "" && body !== "payment=1",
    );
    expect(comparable).to.have.length.above(20);
    const differing = comparable.filter((each) => {
      const isSigned = each.error === undefined || each.error === "body";
      return (each.secrets ?? []).some((one) => isGoodElsewhere(each, one)) !== isSigned;
    });
    // The other library reads the first number of a time, and has no limit for the header.
    expect(differing.map(({ name }) => name)).to.deep.equal([
      "a time with a fraction",
      "a good signature behind more than 4096 characters",
    ]);
  });

  it("are taken as the other library signs them, and refused with any byte changed", () => {
    const now = Date.now();
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.string({ unit: "grapheme", maxLength: 40 }),
        fc.nat(),
        (bytes, text, place) => {
          const own = `whsec_${Buffer.from(bytes).toString("base64")}`;
          const body = Buffer.from(
            JSON.stringify({ id: "evt_1", type: "payment.completed", data: { text } }),
          );
          const at = new Date(now);
          const headers = {
            "webhook-id": "evt_1",
            "webhook-timestamp": String(Math.floor(now / 1000)),
            "webhook-signature": new Webhook(own).sign("evt_1", at, body.toString()),
          };
          const verifier = new WebhookVerifier({ secrets: [own], now: () => now });
          expect(verifier.verify(body, headers).event.data).to.deep.equal({ text });
          const changed = Buffer.from(body);
          changed[place % body.length] = (changed[place % body.length] ?? 0) ^ 1;
          expect(() => verifier.verify(changed, headers)).to.throw(PdaWebhookError, /no signature/);
        },
      ),
    );
  });

  it("need each header once", () => {
    const [, event] = cases;
    const headers = { ...event?.headers, "webhook-id": ["a", "b"] };
    const verifier = new WebhookVerifier({ secrets: [secret] });
    expect(() => verifier.verify("", headers))
      .to.throw(PdaWebhookError)
      .with.property("reason", "header");
  });

  for (const [name, options] of Object.entries<WebhookVerifierOptions>({
    nothing: {},
    "no secrets": { secrets: [] },
    "an empty secret": { secrets: [""] },
    "no prefix": { secrets: [secret.slice(6)] },
    "too short": { secrets: ["whsec_c2hvcnQ="] },
    "no base64": { secrets: [`whsec_${"%".repeat(32)}`] },
    "no key set": { publicKeys: "{}" },
    "an empty key set": { publicKeys: { keys: [] } },
    "a damaged key": { publicKeys: '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AAAA"}]}' },
    "no tolerance": { secrets: [secret], toleranceSeconds: 0 },
  }))
    it(`are refused an option that cannot be used, and it is not shown: ${name}`, () => {
      expect(() => new WebhookVerifier(options))
        .to.throw(TypeError)
        .with.property("message")
        .that.does.not.include(secret.slice(6));
    });
});
