import { expect } from "chai";
import { PrincipalKind } from "../../gen/ts/pda/access/v1/access.ts";
import type { CallContext } from "../../src/rpc/call.ts";
import type { TlsMaterial } from "../../src/rpc/mutual-tls.ts";
import { type CoreClient, type CoreClientOptions, connectCore } from "../../src/rpc/client.ts";
import type { Failure } from "../../src/rpc/failure.ts";
import { got } from "./support/answers.ts";
import { makePki, TRUST_DOMAIN, tierMaterial } from "./support/rig.ts";
import { TestCore } from "./support/test-core.ts";

const PATH = "/pda.payment.v1.PaymentService/GetPayment";

/** An identity that a test changes by hand. */
function identityOf(
  material: TlsMaterial,
): CoreClientOptions["identity"] & { change(next: TlsMaterial): void } {
  const listeners = new Set<(next: TlsMaterial) => void>();
  return {
    current: () => material,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(next) {
      for (const listener of listeners) listener(next);
    },
  };
}

function context(over: Partial<CallContext> = {}): CallContext {
  return {
    requestId: "r",
    principal: {
      kind: PrincipalKind.PRINCIPAL_KIND_OPERATOR,
      tenantId: "",
      credentialId: "c",
      scopes: ["a.b"],
      deviceId: "dev_d",
      delegation: undefined,
      requestSigning: undefined,
      signedBy: undefined,
      issuedToken: undefined,
      tokenExpireTime: undefined,
      authentication: undefined,
      limits: {
        operations: ["CreatePayment"],
        maximumAmount: { amount: "50", assetType: "USDX" },
        allowedOrigins: ["https://shop.example"],
      },
    },
    deadlineMs: Date.now() + 10_000,
    signal: new AbortController().signal,
    ...over,
  };
}

const entryOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "answered",
    (error: Failure) => error.entry,
  );

for (const dispatch of ["off", "auto"] as const)
  describe(`the client of the core, dispatch ${dispatch}`, () => {
    let pki: Awaited<ReturnType<typeof makePki>>;
    let foreign: Awaited<ReturnType<typeof makePki>>;
    before(async () => {
      [pki, foreign] = await Promise.all([makePki(), makePki()]);
    });
    after(() => {
      pki.remove();
      foreign.remove();
    });

    const client = (
      cores: { port: number }[],
      over: { trustDomain?: string; material?: TlsMaterial } = {},
    ) => {
      const identity = identityOf(over.material ?? tierMaterial(pki.dir, "gateway"));
      const addresses = cores.map(({ port }) => `127.0.0.1:${port}`);
      return Object.assign(
        connectCore({ addresses, identity, dispatch, trustDomain: over.trustDomain ?? TRUST_DOMAIN }),
        { identity },
      );
    };
    const core = async (material = tierMaterial(pki.dir, "core")) => {
      const started = await TestCore.start(material, { dispatch: {} });
      started.on("GetPayment", got);
      return started;
    };
    /** Calls until each core has been asked in the way that is tested, and forgets those calls. */
    const warmUp = async (caller: CoreClient, cores: TestCore[]) => {
      const asked = ({ calls }: TestCore) =>
        calls.some(({ dispatched }) => dispatched === (dispatch === "auto"));
      while (!cores.every(asked)) {
        await caller.call(PATH, new Uint8Array(), context());
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      for (const { calls } of cores) calls.length = 0;
    };

    it("carries bytes, request id, principal, idempotency key and deadline", async () => {
      await using server = await core();
      await using caller = client([server]);
      await warmUp(caller, [server]);
      const { response, replayed } = await caller.call(
        PATH,
        Buffer.from([1, 2, 3]),
        context({ idempotencyKey: "k" }),
      );
      expect(Buffer.from(response)).to.deep.equal(Buffer.from(got()));
      expect(replayed).to.equal(false);
      const [seen] = server.calls;
      expect(seen).to.deep.include({ requestId: "r", idempotencyKey: "k", principal: context().principal });
      expect(seen?.request).to.deep.equal(Buffer.from([1, 2, 3]));
      expect(seen?.remainingMs).to.be.within(1, 10_000);
    });

    it("believes only a core of its trust domain: not another tier, another domain, or another root", async () => {
      for (const material of [
        tierMaterial(pki.dir, "worker"),
        tierMaterial(pki.dir, "gateway"),
        tierMaterial(foreign.dir, "core"),
      ]) {
        await using server = await core(material);
        await using caller = client([server]);
        expect(
          await entryOf(caller.call(PATH, new Uint8Array(), context({ deadlineMs: Date.now() + 2000 }))),
        ).to.equal("UNAVAILABLE");
        expect(server.calls).to.deep.equal([]);
        expect(await caller.serving(1000)).to.equal(false);
      }
      await using server = await core();
      await using caller = client([server], { trustDomain: "other.example" });
      expect(await entryOf(caller.call(PATH, new Uint8Array(), context()))).to.equal("UNAVAILABLE");
    });

    it("is not let in with a certificate of another root", async () => {
      await using server = await core();
      const { cert, key } = tierMaterial(foreign.dir, "gateway");
      await using caller = client([server], {
        material: { cert, key, ca: tierMaterial(pki.dir, "gateway").ca },
      });
      expect(
        await entryOf(caller.call(PATH, new Uint8Array(), context({ deadlineMs: Date.now() + 3000 }))),
      ).to.equal("UNAVAILABLE");
      expect(server.calls).to.deep.equal([]);
    });

    it("uses its addresses in turn, and goes on when one is gone", async () => {
      await using one = await core();
      const two = await core();
      await using caller = client([one, two]);
      await warmUp(caller, [one, two]);
      const ask = () => entryOf(caller.call(PATH, new Uint8Array(), context()));
      for (let count = 0; count < 10; count += 1) expect(await ask()).to.equal("answered");
      expect([one.calls.length, two.calls.length]).to.deep.equal([5, 5]);
      await two[Symbol.asyncDispose]();
      // The loss is noticed by the first calls after it, and then known.
      let answered = 0;
      while (answered < 10) answered = (await ask()) === "answered" ? answered + 1 : 0;
      expect(await caller.serving(1000)).to.equal(true);
    });

    it("makes new calls with a new certificate while old calls end with the old one", async () => {
      await using server = await core();
      await using caller = client([server]);
      await warmUp(caller, [server]);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      server.on("GetPayment", async () => {
        reach();
        await held;
        return got();
      });
      const old = caller.call(PATH, new Uint8Array(), context());
      await reached;
      const fresh = tierMaterial(pki.dir, "gateway");
      caller.identity.change(fresh);
      server.on("GetPayment", got);
      expect(await entryOf(caller.call(PATH, new Uint8Array(), context()))).to.equal("answered");
      release();
      expect(await entryOf(old)).to.equal("answered");
      // A certificate that the core does not know shows that calls now use what was given last.
      caller.identity.change({ ...tierMaterial(foreign.dir, "gateway"), ca: fresh.ca });
      expect(
        await entryOf(caller.call(PATH, new Uint8Array(), context({ deadlineMs: Date.now() + 3000 }))),
      ).to.equal("UNAVAILABLE");
    });

    it("cancels the RPC when its signal aborts, with that reason, and does not start with an aborted one", async () => {
      await using server = await core();
      await using caller = client([server]);
      await warmUp(caller, [server]);
      const { promise: cancelled, resolve } = Promise.withResolvers<void>();
      const abort = new AbortController();
      server.on("GetPayment", ({ signal }) => {
        signal.addEventListener("abort", () => resolve());
        abort.abort(new Error("enough"));
        return new Promise<never>(() => undefined);
      });
      const reason = await caller
        .call(PATH, new Uint8Array(), context({ signal: abort.signal }))
        .catch((error: Error) => error.message);
      expect(reason).to.equal("enough");
      await cancelled;
      await caller.call(PATH, new Uint8Array(), context({ signal: abort.signal })).catch(() => undefined);
      expect(server.calls).to.have.length(1);
    });

    it("answers UNAVAILABLE once it is closed", async () => {
      await using server = await core();
      const caller = client([server]);
      await caller.close();
      await caller.close();
      expect(await entryOf(caller.call(PATH, new Uint8Array(), context()))).to.equal("UNAVAILABLE");
      expect(await caller.serving(100)).to.equal(false);
    });
  });
