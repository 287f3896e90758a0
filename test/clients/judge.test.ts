// The judge of the conformance scenario finds what a program must not do.
import { expect } from "chai";
import { judge, type Report } from "./support/judge.ts";
import type { Seen } from "./support/relay.ts";

const steps = ["server-info", "retries", "no-retries", "time-out", "redirect"].map((step) => ({
  step,
  operations: step === "server-info" ? ["GetServerInfo"] : [],
  does: "",
}));
const fine: Report[] = steps.map(({ step }) => ({ step, ok: true }));

const request = (step: number, given: Partial<Seen>): Seen => ({
  step,
  way: "plain",
  method: "GET",
  operation: "GetServerInfo",
  userAgent: "pda-client-go/1.0.0",
  requestTimeout: "30",
  key: undefined,
  authorization: undefined,
  reached: true,
  ...given,
});
const create = (key: string | undefined) =>
  request(1, { way: "flaky", method: "POST", operation: "CreatePayment", key });
const seen: Seen[] = [
  request(0, {}),
  create("k"),
  create("k"),
  create("k"),
  request(2, { way: "flaky", method: "POST", operation: "CreatePayment", key: "other" }),
  request(3, { way: "slow", operation: "GetPayment", requestTimeout: "0.3" }),
  request(4, { way: "redirect", reached: false }),
];

/** The problems by step of what a program reported and sent. */
const problems = (reports: readonly Report[], requests: readonly Seen[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    judge(steps, "go", ["1.0.0"], reports, requests)
      .filter((verdict) => verdict.problems.length > 0)
      .map((verdict) => [verdict.step, verdict.problems]),
  );
/** The requests with one of them changed. */
const changed = (place: number, given: Partial<Seen>): Seen[] =>
  seen.map((each, index) => (index === place ? { ...each, ...given } : each));

describe("judge of the conformance scenario", () => {
  it("finds nothing in a run that is as it should be", () => {
    expect(problems(fine, seen)).to.deep.equal({});
  });

  const cases: [string, readonly Report[], readonly Seen[], string, RegExp][] = [
    [
      "a step that failed",
      fine.with(0, { step: "server-info", ok: false, detail: "no" }),
      seen,
      "server-info",
      /^no$/,
    ],
    ["a step that is missing", fine.slice(0, 4), seen, "redirect", /did not report/],
    ["a step that comes twice", [...fine, ...fine.slice(4)], seen, "redirect", /more than once/],
    ["a step that nobody knows", [...fine, { step: "more", ok: true }], seen, "more", /no such step/],
    [
      "an operation that did not reach the service",
      fine,
      changed(0, { reached: false }),
      "server-info",
      /GetServerInfo did not/,
    ],
    [
      "another User-Agent",
      fine,
      changed(0, { userAgent: "Go-http-client/1.1" }),
      "server-info",
      /User-Agent/,
    ],
    ["no Request-Timeout", fine, changed(0, { requestTimeout: undefined }), "server-info", /Request-Timeout/],
    ["no Idempotency-Key", fine, changed(4, { key: undefined }), "no-retries", /Idempotency-Key/],
    [
      "a key where none is needed",
      fine,
      changed(0, { authorization: "Bearer k" }),
      "server-info",
      /key was sent/,
    ],
    ["attempts with several Idempotency-Keys", fine, changed(2, { key: "k2" }), "retries", /2 values/],
    ["too few attempts", fine, seen.toSpliced(1, 1), "retries", /2 times/],
    [
      "a repeat where none was wanted",
      fine,
      [...seen, { ...create("other"), step: 2 }],
      "no-retries",
      /2 requests/,
    ],
    ["another time-out than the program set", fine, changed(5, { requestTimeout: "30" }), "time-out", /0\.3/],
    ["a redirect that was followed", fine, [...seen, request(4, {})], "redirect", /followed/],
  ];
  for (const [what, reports, requests, step, message] of cases)
    it(`finds ${what}`, () => {
      const found = problems(reports, requests);
      expect(Object.keys(found)).to.deep.equal([step]);
      expect(found[step]?.join("; ")).to.match(message);
    });
});
