// Requests arrive in any pieces, alone or behind others, on a connection whose caller reads or not (RFC 9112 section 9.3.2).
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import { created, got, PAYMENT_ID, paymentBody } from "./support/answers.ts";
import { RawConnection } from "./support/raw.ts";
import { Rig } from "./support/rig.ts";

interface Sent {
  readonly kind: "get" | "post" | "large";
  /** Spaces in the body of a POST. */
  readonly padding: number;
  /** Where the text is cut, as shares of its length. Each piece is a TLS record of its own, or several. */
  readonly cuts: readonly number[];
  /** Milliseconds after each piece. */
  readonly pauseMs: number;
  /** The next request is sent only after the answer to this one. */
  readonly awaited: boolean;
  /** The caller stops reading before it sends this. */
  readonly unread: boolean;
}

const sent: fc.Arbitrary<Sent> = fc.record({
  kind: fc.constantFrom("get", "get", "get", "post", "post", "large"),
  padding: fc.oneof(fc.constant(0), fc.nat(200_000)),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  pauseMs: fc.constantFrom(0, 0, 1, 5),
  awaited: fc.boolean(),
  unread: fc.boolean(),
});

describe("requests in pieces", () => {
  let rig: Rig;
  let token: string;
  before(async () => {
    rig = await Rig.start({
      config: {
        gateway: {
          rate: { requestsPerSecond: 1e6, burst: 1e6, tenantRequestsPerSecond: 1e6, tenantBurst: 1e6 },
        },
      },
    });
    token = rig.allow("good");
    rig.core.on("GetPayment", async () => {
      await sleep(Math.random() * 4);
      return got();
    });
    rig.core.on("CreatePayment", async () => {
      await sleep(Math.random() * 4);
      return created();
    });
  });
  after(() => rig[Symbol.asyncDispose]());

  const textOf = ({ kind, padding }: Sent, id: string, last: boolean): string => {
    const headers = [
      "Host: localhost",
      `X-Request-ID: ${id}`,
      ...(kind === "large" ? [] : [`Authorization: Bearer ${token}`]),
      ...(last ? ["Connection: close"] : []),
    ];
    if (kind === "large") return ["GET /openapi.json HTTP/1.1", ...headers, "\r\n"].join("\r\n");
    if (kind === "get")
      return [`GET /api/v1/payments/${PAYMENT_ID} HTTP/1.1`, ...headers, "\r\n"].join("\r\n");
    const body = JSON.stringify(paymentBody) + " ".repeat(padding);
    const ofBody = [
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      `Idempotency-Key: ${id}`,
    ];
    return ["POST /api/v1/payments HTTP/1.1", ...headers, ...ofBody, `\r\n${body}`].join("\r\n");
  };

  const piecesOf = (text: string, cuts: readonly number[]): string[] => {
    const ends = [...cuts.map((cut) => Math.round(cut * text.length)), text.length].toSorted((a, b) => a - b);
    return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end)).filter((piece) => piece !== "");
  };

  const idsIn = (received: string): string[] =>
    [...received.matchAll(/^x-request-id: (\S+)\r$/gim)].map(([, id = ""]) => id);

  let run = 0;
  it("are each answered once, in their order, and each runs once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 10 }), async (requests) => {
        run += 1;
        const ids = requests.map((_, index) => `run-${run}-${index}`);
        const before = rig.core.operationCalls.length;
        using connection = await RawConnection.open(rig);
        for (const [index, request] of requests.entries()) {
          if (request.unread) connection.socket.pause();
          for (const piece of piecesOf(
            textOf(request, ids[index] as string, index === requests.length - 1),
            request.cuts,
          )) {
            connection.write(piece);
            if (request.pauseMs > 0) await sleep(request.pauseMs);
          }
          if (!request.awaited) continue;
          connection.socket.resume();
          await connection.until(`X-Request-ID: ${ids[index]}\r\n`);
        }
        connection.socket.resume();
        const received = await connection.rest();
        expect(idsIn(received)).to.deep.equal(ids);
        expect(
          [...received.matchAll(/HTTP\/1\.1 (\d{3}) [^\r]*\r\n/g)].map(([, status]) => Number(status)),
        ).to.deep.equal(requests.map(({ kind }) => (kind === "post" ? 201 : 200)));
        const executed = rig.core.operationCalls.slice(before).map(({ requestId }) => requestId);
        expect(executed.toSorted()).to.deep.equal(
          ids.filter((_, index) => requests[index]?.kind !== "large").toSorted(),
        );
      }),
      { numRuns: 150, includeErrorInReport: true },
    );
  }).timeout(120_000);
});
