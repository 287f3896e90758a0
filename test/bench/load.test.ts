// The load generator against a real server over TLS 1.3. Nothing here judges how fast anything is.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createRoot, issueLeaf } from "../../src/pki/authority.ts";
import type { Asked, LoadPlan } from "./load/plan.ts";
import { GaveUp } from "./load/gave-up.ts";
import { runLoad } from "./load/run.ts";
import { applyLoad } from "./load/start.ts";
import { duel } from "./duel.ts";
import { Processes } from "./processes.ts";
import type { Contender } from "./turn.ts";

/** Answers with a JSON object of so many characters. */
function answer(response: ServerResponse, status: number, letters = 2): void {
  const body = JSON.stringify({ text: "x".repeat(letters) });
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
}

describe("the bench's load generator", () => {
  let dir: string;
  let server: Server;
  let plan: Omit<LoadPlan, "requests">;
  let seen: { path: string; key: string | undefined; body: string }[];
  let reply: (response: ServerResponse, request: IncomingMessage) => void;

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), "pda-bench-test-"));
    const root = await createRoot("bench test", 1);
    const names = { commonName: "localhost", dns: ["localhost"], ip: [], usages: ["server"] as const };
    const leaf = await issueLeaf(root, { ...names, days: 1 });
    server = createServer({ cert: leaf.cert, key: leaf.key, minVersion: "TLSv1.3" }, (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const key = request.headers["idempotency-key"];
        seen.push({ path: request.url ?? "", key: key?.toString(), body: Buffer.concat(parts).toString() });
        reply(response, request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const load = { connections: 4, warmUpSeconds: 0, seconds: 0.2 };
    plan = { port, ca: root.cert, headers: { Authorization: "Bearer key" }, keyed: true, ...load };
  });

  beforeEach(() => {
    seen = [];
    reply = (response) => answer(response, 200);
  });

  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(dir, { recursive: true });
  });

  it("sends in a closed loop until the time is over, and every answer is counted", async () => {
    const result = await runLoad({
      ...plan,
      requests: [{ method: "POST", path: "/a", body: `{"name":"ü"}` }],
    });
    expect(result.answered).to.equal(seen.length);
    expect(result.calls).to.be.within(1, result.answered);
    expect(seen[0]?.body).to.equal(`{"name":"ü"}`);
    expect(new Set(seen.map(({ key }) => key)).size).to.equal(seen.length);
  });

  it("sends each of a file's requests once, ends with the last, and keeps the answers", async () => {
    const requests = Array.from({ length: 50 }, (_, index): Asked => ({ method: "GET", path: `/${index}` }));
    const [file, keepAnswers] = [join(dir, "requests"), join(dir, "answers")];
    writeFileSync(file, requests.map((request) => JSON.stringify(request)).join("\n"));
    // Larger than one TLS record, so that answers come in pieces.
    reply = (response) => answer(response, 200, 40_000);
    const result = await runLoad({ ...plan, requests: { file }, once: true, seconds: 30, keepAnswers });
    expect(result.answered).to.equal(50);
    expect(result.seconds).to.be.below(30);
    expect(new Set(seen.map(({ path }) => path)).size).to.equal(50);
    const bodies = readFileSync(keepAnswers, "utf8").split("\n");
    expect(bodies).to.have.length(50);
    expect(JSON.parse(bodies[49] ?? "").text).to.have.length(40_000);
  });

  it("lets requests of an open loop arrive while answers are slow, and counts their waiting", async () => {
    reply = (response) => setTimeout(() => answer(response, 200), 100);
    // Four connections serve 40 a second at most: of 100 that arrive within the time, most wait for one.
    const result = await runLoad({ ...plan, requests: [{ method: "GET", path: "/a" }], rate: 500 });
    expect(result.answered).to.equal(seen.length);
    expect(result.calls).to.be.above(40);
    expect(result.p99).to.be.above(500);
  });

  it("has no figures when an answer is not 2xx", async () => {
    reply = (response) => answer(response, 503);
    const failed = await runLoad({ ...plan, requests: [{ method: "GET", path: "/a" }] }).catch(
      (error: Error) => error.message,
    );
    expect(failed).to.match(/^answered 503: /);
  });

  /** What a load ends with that is to fail. */
  const failureOf = (load: Partial<LoadPlan>): Promise<unknown> =>
    runLoad({ ...plan, requests: [{ method: "GET", path: "/a" }], ...load }).then(
      () => undefined,
      (error: unknown) => error,
    );

  it("tells a contender that gives up from a mistake of its own", async () => {
    const isUp = { rate: 200, seconds: 1 };
    reply = (_response, request) => request.socket.destroy();
    for (const load of [{}, isUp])
      expect(await failureOf(load))
        .to.be.instanceOf(GaveUp)
        .and.have.property("message")
        .that.matches(/connection/);
    reply = (response) => answer(response, 503);
    expect(await failureOf({})).to.be.instanceOf(GaveUp);
    expect(await failureOf({ port: 1 })).to.be.instanceOf(GaveUp);
    reply = (response) => answer(response, 200);
    const short = await failureOf({ ...isUp, once: true });
    expect(short).to.be.instanceOf(Error).and.not.instanceOf(GaveUp);
  });

  /** A contender under load from a process of its own, as in `make bench`. */
  const contender = (processes: Processes, name: string, path: string): Contender => ({
    name,
    parts: {},
    turn: () => applyLoad(processes, { ...plan, requests: [{ method: "GET", path }], connections: 2 }),
  });
  const names = { bench: "b", against: "a", target: 2, seconds: 0.2 };

  it("records an opponent that closes connections with the reason, and measures ours to the end", async function () {
    this.timeout(60_000);
    await using processes = new Processes();
    let served = 0;
    reply = (response, request) => {
      if (request.url === "/theirs" && ++served > 20) request.socket.destroy();
      else answer(response, 200);
    };
    const line = await duel(
      contender(processes, "pda", "/ours"),
      contender(processes, "control", "/theirs"),
      names,
    );
    expect(line).to.include({ ratio: null, theirs: null, met: null, target: 2, unit: "calls/s" });
    expect(line)
      .to.have.property("gaveUp")
      .that.matches(/^control: .*connection/);
    expect(line.ours).to.be.above(0);
    served = 20;
    const unready = async () => {
      await contender(processes, "control", "/theirs").turn();
      throw new Error("it was made ready");
    };
    expect(await duel(contender(processes, "pda", "/ours"), unready, names)).to.have.property("gaveUp");
  });

  it("has no line when ours gives up", async function () {
    this.timeout(60_000);
    await using processes = new Processes();
    reply = (response, request) => {
      if (request.url === "/ours") request.socket.destroy();
      else answer(response, 200);
    };
    const failure = await duel(
      contender(processes, "pda", "/ours"),
      contender(processes, "control", "/theirs"),
      names,
    ).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(GaveUp);
  });
});
