// Judges a run of the scenario: what the program reported, and what the relay saw.
import type { Seen } from "./relay.ts";
import type { Step } from "./steps.ts";

/** A line of a program. */
export interface Report {
  readonly step: string;
  readonly ok: boolean;
  readonly detail?: string | undefined;
}

/** The verdict on one step; `problems` is empty when the step passed. */
export interface Verdict {
  readonly step: string;
  readonly problems: readonly string[];
}

/** What the relay has to see in some steps, besides the operations: returns the problems. */
const expected: Readonly<Record<string, (seen: readonly Seen[]) => string[]>> = {
  "server-info": (seen) =>
    problem(
      seen.every(({ authorization }) => !authorization),
      "a key was sent",
    ),
  retries: (seen) => {
    const attempts = seen.filter(({ way, method }) => way === "flaky" && method === "POST");
    const keys = new Set(attempts.map(({ key }) => key));
    return [
      ...problem(attempts.length === 3, `the request was sent ${attempts.length} times, not 3 times`),
      ...problem(keys.size === 1, `the attempts had ${keys.size} values of Idempotency-Key, not one`),
    ];
  },
  "no-retries": (seen) => problem(seen.length === 1, `${seen.length} requests were sent, not 1`),
  "time-out": (seen) =>
    problem(
      seen.length === 1 && Number(seen[0]?.requestTimeout) === 0.3,
      `one request with "Request-Timeout: 0.3" was expected, not ${JSON.stringify(seen.map((each) => each.requestTimeout))}`,
    ),
  redirect: (seen) => [
    ...problem(
      seen.some(({ way }) => way === "redirect"),
      "no request was sent to /redirect",
    ),
    ...problem(
      seen.every(({ way }) => way === "redirect"),
      "the redirect was followed",
    ),
  ],
};

/** Judges every step of the scenario. @param versions spellings of the version that a User-Agent may name */
export function judge(
  steps: readonly Step[],
  language: string,
  versions: readonly string[],
  reports: readonly Report[],
  seen: readonly Seen[],
): Verdict[] {
  const agents = versions.map((version) => `pda-client-${language}/${version}`);
  const known = new Set(steps.map(({ step }) => step));
  const verdicts = steps.map(({ step, operations }): Verdict => {
    const [first, ...more] = reports.filter((report) => report.step === step);
    if (!first) return { step, problems: ["the program did not report this step"] };
    const place = reports.indexOf(first);
    const requests = seen.filter((each) => each.step === place);
    const reached = new Set(requests.filter((each) => each.reached).map((each) => each.operation));
    return {
      step,
      problems: [
        ...(first.ok ? [] : [first.detail ?? "not ok, without a detail"]),
        ...problem(more.length === 0, "the program reported this step more than once"),
        ...operations.filter((each) => !reached.has(each)).map((each) => `${each} did not reach the service`),
        ...new Set(requests.flatMap((request) => headerProblems(request, agents))),
        ...(expected[step]?.(requests) ?? []),
      ],
    };
  });
  const strangers = reports.filter(({ step }) => !known.has(step));
  return [...verdicts, ...strangers.map(({ step }) => ({ step, problems: ["steps.yaml has no such step"] }))];
}

/** The headers that every request of a client has. */
function headerProblems(
  { userAgent, requestTimeout, key, method, operation }: Seen,
  agents: readonly string[],
): string[] {
  const what = operation ?? method;
  return [
    ...problem(
      agents.some((agent) => userAgent.split(" ").includes(agent)),
      `${what} had the User-Agent "${userAgent}", not ${agents[0]}`,
    ),
    ...problem(Number(requestTimeout) > 0, `${what} had no Request-Timeout`),
    ...problem(method === "GET" || key !== undefined, `${what} had no Idempotency-Key`),
  ];
}

const problem = (isFine: boolean, text: string): string[] => (isFine ? [] : [text]);
