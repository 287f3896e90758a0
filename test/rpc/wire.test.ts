// The stream against the code generated from the contract: what we write it reads, what it writes we read.
import { once } from "node:events";
import { Client, type ClientDuplexStream, type ServiceError, status } from "@grpc/grpc-js";
import { expect } from "chai";
import fc from "fast-check";
import type { Any } from "../../gen/ts/google/protobuf/any.ts";
import { Status } from "../../gen/ts/google/rpc/status.ts";
import { Principal } from "../../gen/ts/pda/access/v1/access.ts";
import {
  DispatchRequest,
  DispatchResponse,
  DispatchServiceClient,
} from "../../gen/ts/pda/dispatch/v1/dispatch_service.ts";
import { coreCredentials } from "../../src/rpc/client/credentials.ts";
import { dispatchPath } from "../../src/rpc/dispatch/limits.ts";
import { CallBatchWriter, decodeCallBatch } from "../../src/rpc/dispatch/call-batch.ts";
import { decodeResultBatch, ResultBatchWriter } from "../../src/rpc/dispatch/result-batch.ts";
import { MalformedBatch } from "../../src/rpc/dispatch/wire-reader.ts";
import { decodeStatus } from "../../src/rpc/status.ts";
import { TRUST_DOMAIN } from "../gateway/support/rig.ts";
import type { TestCore } from "../gateway/support/test-core.ts";
import { CREATE, merchant, Scene } from "./support/scene.ts";

const uint32 = fc.nat(0xffff_ffff);
const bytes = fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value));
const text = fc.string({ maxLength: 200, unit: "grapheme" }).map((value) => value.toWellFormed());
const principal = fc.record({
  kind: fc.constantFrom(1 as const, 2 as const, 3 as const),
  tenantId: text,
  credentialId: text,
  scopes: fc.array(text, { maxLength: 3 }),
  deviceId: fc.option(text, { nil: undefined }),
  limits: fc.constant(undefined),
  delegation: fc.constant(undefined),
  requestSigning: fc.constantFrom(undefined, 1 as const, 2 as const),
  signedBy: fc.option(text, { nil: undefined }),
  issuedToken: fc.option(
    fc.record({ names: fc.array(text, { maxLength: 3 }), keyId: fc.option(text, { nil: undefined }) }),
    { nil: undefined },
  ),
  tokenExpireTime: fc.option(fc.record({ seconds: fc.bigInt(0n, 253_402_300_799n), nanos: fc.constant(0) }), {
    nil: undefined,
  }),
  authentication: fc.option(
    fc.record({
      mechanism: fc.constantFrom(0 as const, 2 as const, 15 as const),
      tokenBinding: fc.constantFrom(undefined, 1 as const, 2 as const),
      clientId: fc.option(text, { nil: undefined }),
      sessionId: fc.option(text, { nil: undefined }),
    }),
    { nil: undefined },
  ),
});
const call = fc.record({
  id: uint32,
  method: uint32,
  principal: uint32,
  requestId: text,
  timeoutMs: uint32,
  idempotencyKey: fc.option(text, { nil: undefined }),
  address: fc.option(text, { nil: undefined }),
  traceparent: fc.option(text, { nil: undefined }),
  request: bytes,
});
const request = fc.record({
  methods: fc.array(text, { maxLength: 3 }),
  principals: fc.array(fc.record({ slot: uint32, principal }), { maxLength: 3 }),
  calls: fc.array(call, { maxLength: 20 }),
  cancelled: fc.array(uint32, { maxLength: 5 }),
});
const result = fc.record({
  id: uint32,
  outcome: fc.oneof(
    fc.record({ $case: fc.constant("response" as const), value: bytes }),
    fc.record({
      $case: fc.constant("status" as const),
      value: fc.record({ code: fc.nat(16), message: text, details: fc.constant<Any[]>([]) }),
    }),
  ),
  replayed: fc.boolean(),
});
const response = fc.record({
  inFlightMax: uint32,
  results: fc.array(result, { maxLength: 20 }),
  draining: fc.boolean(),
  process: text,
  clockAheadSeconds: uint32,
});

const requestRead = (read: ReturnType<typeof decodeCallBatch>): DispatchRequest => ({
  ...read,
  calls: read.calls.map((each) => ({ ...each, request: Buffer.from(each.request) })),
  principals: read.principals.map(({ slot, principal: who }) => ({ slot, principal: Principal.decode(who) })),
});
const responseRead = (read: ReturnType<typeof decodeResultBatch>): DispatchResponse => ({
  ...read,
  results: read.results.map((each) => ({
    id: each.id,
    replayed: each.replayed,
    outcome: each.status
      ? { $case: "status", value: Status.decode(each.status) }
      : { $case: "response", value: Buffer.from(each.response) },
  })),
});

describe("a message of calls", () => {
  it("is written as the contract says", () => {
    const writer = new CallBatchWriter();
    fc.assert(
      fc.property(request, (batch) => {
        for (const method of batch.methods) writer.method(method);
        for (const each of batch.principals)
          writer.principal(each.slot, Principal.encode(each.principal).finish());
        for (const each of batch.calls) writer.call(each);
        for (const id of batch.cancelled) writer.cancelled(id);
        expect(DispatchRequest.decode(writer.take())).to.deep.equal(batch);
      }),
    );
  });

  it("is read as the contract says", () => {
    fc.assert(
      fc.property(request, (batch) => {
        const read = decodeCallBatch(Buffer.from(DispatchRequest.encode(batch).finish()));
        expect(requestRead(read)).to.deep.equal(batch);
      }),
    );
  });
});

describe("a message of results", () => {
  it("is written as the contract says", () => {
    const writer = new ResultBatchWriter();
    fc.assert(
      fc.property(response, (batch) => {
        writer.inFlightMax(batch.inFlightMax);
        for (const { id, outcome, replayed } of batch.results)
          if (outcome.$case === "response") writer.response(id, outcome.value, replayed);
          else writer.failed(id, Status.encode(outcome.value).finish());
        writer.process(batch.process);
        writer.clockAhead(batch.clockAheadSeconds);
        if (batch.draining) writer.draining();
        const expected = batch.results.map((each) => ({
          ...each,
          replayed: each.replayed && each.outcome.$case === "response",
        }));
        expect(DispatchResponse.decode(writer.take())).to.deep.equal({ ...batch, results: expected });
      }),
    );
  });

  it("is read as the contract says", () => {
    fc.assert(
      fc.property(response, (batch) => {
        const read = decodeResultBatch(Buffer.from(DispatchResponse.encode(batch).finish()));
        expect(responseRead(read)).to.deep.equal(batch);
      }),
    );
  });
});

describe("bytes that are no message", () => {
  it("are read or are malformed, and nothing else goes wrong", () => {
    const sound = request.map((batch) => DispatchRequest.encode(batch).finish());
    const broken = fc.tuple(sound, fc.nat(), fc.nat(255), fc.boolean()).map(([whole, at, value, cut]) => {
      const copy = Buffer.from(whole);
      if (copy.length > 0) copy[at % copy.length] = value;
      return cut ? copy.subarray(0, at % (copy.length + 1)) : copy;
    });
    fc.assert(
      fc.property(fc.oneof(broken, bytes), (input) => {
        for (const decode of [decodeCallBatch, decodeResultBatch])
          try {
            decode(input);
          } catch (error) {
            expect(error).to.be.instanceOf(MalformedBatch);
          }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a stream opened by the generated client", () => {
  let scene: Scene;
  let core: TestCore;
  before(async () => {
    scene = await Scene.start();
    core = await scene.core({ dispatch: { inFlightMax: 4 } });
  });
  after(() => scene[Symbol.asyncDispose]());
  beforeEach(() => {
    core.reset();
    core.on("CreatePayment", ({ request: sent }) => Buffer.concat([sent, Buffer.of(9)]));
  });

  type Stream = ClientDuplexStream<DispatchRequest, DispatchResponse>;
  /** Sends a message, and gives everything received until `enough`, or how the stream ended. */
  async function talk(
    sent: Partial<DispatchRequest>[],
    enough: (received: DispatchResponse[]) => boolean,
    tier: "gateway" | "worker" = "gateway",
  ): Promise<{ received: DispatchResponse[]; end: ServiceError | undefined }> {
    const credentials = coreCredentials(scene.material(tier), TRUST_DOMAIN);
    const client = new DispatchServiceClient(`127.0.0.1:${core.port}`, credentials, {
      "grpc.ssl_target_name_override": "core",
    });
    const stream: Stream = client.dispatch();
    const received: DispatchResponse[] = [];
    const end = await new Promise<ServiceError | undefined>((resolve) => {
      stream.on("data", (message: DispatchResponse) => {
        received.push(message);
        if (enough(received)) resolve(undefined);
      });
      stream.on("error", (error) => resolve(error as ServiceError));
      for (const message of sent)
        stream.write({ methods: [], principals: [], calls: [], cancelled: [], ...message });
    });
    stream.cancel();
    client.close();
    return { received, end };
  }
  const results = (received: DispatchResponse[]) => received.flatMap((message) => message.results);
  const one = (over: Partial<DispatchRequest["calls"][number]> = {}) => ({
    id: 0,
    method: 0,
    principal: 0,
    requestId: "r",
    timeoutMs: 0,
    request: Buffer.of(1),
    ...over,
  });
  const known = { methods: [CREATE], principals: [{ slot: 0, principal: merchant("a") }] };
  const failureOf = (outcome: DispatchResponse["results"][number]["outcome"]) =>
    outcome?.$case === "status" ? decodeStatus(Status.encode(outcome.value).finish())?.entry : "answered";

  it("begins with the bound on open calls, and answers", async () => {
    const { received } = await talk([{ ...known, calls: [one()] }], (all) => results(all).length === 1);
    expect(received[0]?.inFlightMax).to.equal(4);
    expect(results(received)[0]?.outcome).to.deep.equal({ $case: "response", value: Buffer.of(1, 9) });
    expect(core.calls[0]).to.deep.include({
      principal: Principal.decode(Principal.encode(merchant("a")).finish()),
      requestId: "r",
    });
    expect(core.calls[0]?.remainingMs).to.be.within(20_000, 30_000);
  });

  it("is for the gateway alone", async () => {
    const { end } = await talk([{ ...known, calls: [one()] }], () => false, "worker");
    expect(end?.code).to.equal(status.PERMISSION_DENIED);
    expect(core.calls).to.deep.equal([]);
  });

  it("gives a request id to a call without a fit one", async () => {
    await talk([{ ...known, calls: [one({ requestId: "not\nfit" })] }], (all) => results(all).length === 1);
    expect(core.calls[0]?.requestId).to.match(/^req_[0-7][0-9a-z]{25}$/);
  });

  it("refuses a call that names no principal, alone", async () => {
    const calls = [one(), one({ id: 1, principal: 7 })];
    const { received } = await talk([{ ...known, calls }], (all) => results(all).length === 2);
    const entries = results(received).map(({ id, outcome }) => [id, failureOf(outcome)]);
    expect(entries).to.have.deep.members([
      [0, "answered"],
      [1, "UNAUTHENTICATED"],
    ]);
  });

  it("stops a call at its deadline by itself", async () => {
    core.on(
      "CreatePayment",
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const calls = [one({ timeoutMs: 30 })];
    const { received } = await talk([{ ...known, calls }], (all) => results(all).length === 1);
    expect(failureOf(results(received)[0]?.outcome)).to.equal("DEADLINE_EXCEEDED");
  });

  it("knows a principal by what its slot was set to last", async () => {
    const again = { principals: [{ slot: 0, principal: merchant("b") }], calls: [one({ id: 1 })] };
    await talk([{ ...known, calls: [one()] }, again], (all) => results(all).length === 2);
    expect(core.calls.map(({ principal: who }) => who.tenantId)).to.deep.equal(["mer_a", "mer_b"]);
  });

  it("refuses calls beyond its bound, alone", async () => {
    core.on("CreatePayment", () => new Promise<never>(() => undefined));
    const calls = [0, 1, 2, 3, 4, 5].map((id) => one({ id }));
    const { received } = await talk([{ ...known, calls }], (all) => results(all).length === 2);
    expect(results(received).map(({ id, outcome }) => [id, failureOf(outcome)])).to.deep.equal([
      [4, "UNAVAILABLE"],
      [5, "UNAVAILABLE"],
    ]);
    expect(core.calls).to.have.length(4);
  });

  it("ends when bytes are no message", async () => {
    const same = (bytes: Buffer) => bytes;
    const credentials = coreCredentials(scene.material("gateway"), TRUST_DOMAIN);
    const client = new Client(`127.0.0.1:${core.port}`, credentials, {
      "grpc.ssl_target_name_override": "core",
    });
    const stream = client.makeBidiStreamRequest(dispatchPath, same, same);
    stream.on("data", () => undefined);
    stream.write(Buffer.of(0x0a, 0x7f));
    const [end] = await once(stream, "error");
    client.close();
    expect(end).to.include({ code: status.INVALID_ARGUMENT });
  });

  it("ends when a message breaks the contract: a method or slot that there is not, a number in use", async () => {
    core.on("CreatePayment", () => new Promise<never>(() => undefined));
    for (const wrong of [
      { ...known, calls: [one({ method: 1 })] },
      { ...known, principals: [{ slot: 2048, principal: merchant("a") }] },
      { ...known, calls: [one(), one()] },
      { methods: Array(1025).fill(CREATE) },
    ]) {
      const { end } = await talk([wrong], () => false);
      expect(end?.code).to.equal(status.INVALID_ARGUMENT);
    }
    expect(core.calls.every(({ signal }) => signal.aborted)).to.equal(true);
  });
});
