// What every network family has to do alike, run against a real node through the real gRPC server and client.
import { expect } from "chai";
import { declareInput } from "./conformance-input.ts";
import { ConformanceBench, type ConformanceFixture } from "./support/conformance-bench.ts";
import { expectChainError } from "./support/expect.ts";

/** Declares the suite for one network family. Each group gets a network of its own. */
export function describeConformance(family: string, open: () => Promise<ConformanceFixture>): void {
  describe(`chain adapter conformance: ${family}`, function () {
    this.timeout(60_000);
    const bench = ConformanceBench.use(open);
    const { nextSequence, prepare, submit, look, balance } = bench;

    it("lists its network and describes its asset", async () => {
      const [info] = await bench.f.adapter.listNetworks();
      expect(info?.network).to.equal(bench.f.network);
      expect(info?.confirmations).to.be.greaterThan(0);
      const asset = await bench.f.adapter.getAsset({ network: bench.f.network, asset: bench.f.asset });
      expect(asset).to.include({ asset: bench.f.asset, decimals: bench.f.decimals });
    });

    it("follows a transfer from prepared to finalized", async () => {
      const to = bench.f.newAccount();
      const sequence = await nextSequence();
      const transfer = await prepare({ to, amount: 1_234_567n, sequence });
      expect(transfer.sequence).to.equal(sequence);
      expect(await look(transfer), "preparing sends nothing").to.deep.equal({
        network: bench.f.network,
        reference: transfer.reference,
        state: "not_found",
        confirmationCount: 0,
        final: false,
      });
      expect(await nextSequence()).to.equal(sequence);

      expect(await submit(transfer)).to.equal(transfer.reference);
      const { showsWaiting } = bench.f.traits;
      expect((await look(transfer)).state).to.equal(showsWaiting ? "pending" : "not_found");
      const signer = await bench.f.adapter.getSigner({ network: bench.f.network });
      expect(signer.nextSequence).to.equal(showsWaiting ? sequence + 1n : sequence);
      expect(signer.includedSequence).to.equal(sequence);

      await bench.f.controls.mine(1);
      const after = await bench.f.adapter.getSigner({ network: bench.f.network });
      expect(after).to.include({ nextSequence: sequence + 1n, includedSequence: sequence + 1n });
      const included = await look(transfer);
      expect(included).to.include({ state: "included", confirmationCount: 1, final: false });
      expect(await balance(to)).to.equal(1_234_567n);

      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks - 1);
      const finalized = await look(transfer);
      expect(finalized).to.include({
        state: "finalized",
        confirmationCount: bench.f.controls.finalAfterBlocks,
        final: true,
      });
      expect(finalized.inclusion).to.deep.equal(included.inclusion);
      expect((finalized.inclusion?.height ?? 0n) > 0n).to.equal(true);
    });

    it("tells whose transfer it is, its place, and what it moves", async () => {
      const to = bench.f.newAccount();
      const transfer = await prepare({ to, amount: 77n });
      await submit(transfer);
      await bench.f.controls.mine(1);
      const { network, reference } = transfer;
      const seen = await bench.f.adapter.getTransfer({ network, reference });
      expect(seen.placement).to.deep.equal({ signer: transfer.signer, sequence: transfer.sequence });
      expect(seen.movement).to.deep.equal({ asset: bench.f.asset, to, amount: 77n });
    });

    it("rehearses a reorganisation of what is included and not final", async () => {
      const to = bench.f.newAccount();
      const transfer = await prepare({ to, amount: 5n });
      const { network, reference } = transfer;
      const refused = () =>
        expectChainError(
          bench.f.adapter.rehearseReorganisation({ network, reference }),
          "FAILED_PRECONDITION",
          "NOT_REHEARSABLE",
        );
      await refused();
      await submit(transfer);
      await bench.f.controls.mine(2);
      await bench.f.adapter.rehearseReorganisation({ network, reference });
      expect((await look(transfer)).state).to.equal("not_found");
      await submit(transfer);
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks);
      expect((await look(transfer)).state).to.equal("finalized");
      expect(await balance(to)).to.equal(5n);
      await refused();
    });

    it("replaces a transfer without asking again whether it can be paid", async () => {
      const [info] = await bench.f.adapter.listNetworks();
      const sequence = await nextSequence();
      const all = await balance(info?.signer ?? "");
      const order = { to: bench.f.newAccount(), amount: all, sequence };
      const stuck = await prepare(order);
      await submit(stuck);
      await bench.f.controls.mine(1);
      expect(await balance(info?.signer ?? "")).to.equal(0n);
      const raised = await prepare({ ...order, replaces: stuck.signedTransaction }).catch(
        (error: { reason?: string }) => error.reason,
      );
      if (typeof raised === "object")
        await expectChainError(submit(raised), "FAILED_PRECONDITION", "SEQUENCE_USED");
      else expect(raised).to.equal("SEQUENCE_USED");
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks);
      expect(await balance(order.to)).to.equal(all);
    });

    it("moves an amount once however often it is submitted", async () => {
      const to = bench.f.newAccount();
      const transfer = await prepare({ to, amount: 7n });
      const references = await Promise.all([submit(transfer), submit(transfer), submit(transfer)]);
      expect(new Set(references)).to.deep.equal(new Set([transfer.reference]));
      await bench.f.controls.mine(1);
      expect(await submit(transfer), "already in a block").to.equal(transfer.reference);
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks);
      expect(await submit(transfer), "already final").to.equal(transfer.reference);
      await bench.f.controls.mine(2);
      expect(await balance(to)).to.equal(7n);
      expect((await look(transfer)).state).to.equal("finalized");
    });

    it("shows a reorganisation, and the same bytes bring the transfer back once", async () => {
      const to = bench.f.newAccount();
      const transfer = await prepare({ to, amount: 9n });
      await submit(transfer);
      await bench.f.controls.mine(2);
      const before = await look(transfer);
      expect(before).to.include({ state: "included", confirmationCount: 2 });

      await bench.f.controls.reorganise(2);
      const between = await look(transfer);
      expect(between.state).to.be.oneOf(["not_found", "pending"]);
      expect(between.inclusion).to.equal(undefined);
      expect(await balance(to)).to.equal(0n);

      expect(await submit(transfer)).to.equal(transfer.reference);
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks);
      const after = await look(transfer);
      expect(after.state).to.equal("finalized");
      expect(after.inclusion?.block).to.not.equal(before.inclusion?.block);
      expect(await balance(to)).to.equal(9n);
    });

    it("carries out transfers whatever order they arrive in, each once", async () => {
      const to = bench.f.newAccount();
      const sequence = await nextSequence();
      const first = await prepare({ to, amount: 1n, sequence });
      const second = await prepare({ to, amount: 2n, sequence: sequence + 1n });
      await submit(second);
      await bench.f.controls.mine(1);
      const early = (await look(second)).state;
      if (bench.f.traits.keepsOrder) expect(early, "waits for the one before").to.equal("pending");
      else expect(early, "need not wait for the one before").to.equal("included");
      await submit(first);
      await bench.f.controls.mine(2);
      expect((await look(first)).state).to.be.oneOf(["included", "finalized"]);
      expect((await look(second)).state).to.be.oneOf(["included", "finalized"]);
      expect(await balance(to)).to.equal(3n);
      const signer = await bench.f.adapter.getSigner({ network: bench.f.network });
      expect(signer).to.include({ nextSequence: sequence + 2n, includedSequence: sequence + 2n });
    });

    it("prepares ahead of what is final, or says that it is not the time", async () => {
      const sequence = await nextSequence();
      const ahead = bench.f.traits.preparesAhead ?? 40;
      for (let i = 1; i < ahead; i++) await prepare({ sequence: sequence + BigInt(i) });
      const far = { to: bench.f.newAccount(), amount: 3n, sequence: sequence + BigInt(ahead) };
      if (bench.f.traits.preparesAhead === undefined) {
        expect((await prepare(far)).sequence).to.equal(far.sequence);
        return;
      }
      const notYet = async (): Promise<void> => {
        const error = await expectChainError(prepare(far), "UNAVAILABLE", "SEQUENCE_NOT_READY");
        expect(error.retryable).to.equal(true);
      };
      await notYet();
      const before = await prepare({ sequence });
      await submit(before);
      await bench.f.controls.mine(1);
      await notYet();
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks - 1);
      await submit(await prepare(far));
      await bench.f.controls.mine(1);
      expect(await balance(far.to)).to.equal(3n);
      await expectChainError(
        prepare({ sequence: far.sequence - 16n }),
        "FAILED_PRECONDITION",
        "SEQUENCE_USED",
      );
    });

    it("never includes two transfers of one sequence, prepared before, between or after a reorganisation", async () => {
      const to = bench.f.newAccount();
      const sequence = await nextSequence();
      const before = await prepare({ to, amount: 100n, sequence });
      const second = await prepare({ to, amount: 20n, sequence });
      await submit(before);
      await bench.f.controls.mine(1);
      const whileIncluded = await prepare({ to, amount: 3n, sequence }).catch(() => undefined);
      await bench.f.controls.reorganise(1);
      const afterwards = await prepare({ to, amount: 4000n, sequence });
      for (const each of [afterwards, second, before, whileIncluded]) {
        if (each) await submit(each).catch((error: unknown) => error);
      }
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks);
      for (const each of [before, second, afterwards, whileIncluded]) {
        if (each) await submit(each).catch((error: unknown) => error);
      }
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks);
      expect(await balance(to)).to.be.oneOf([100n, 20n, 3n, 4000n]);
      const all = [before, second, afterwards, ...(whileIncluded ? [whileIncluded] : [])];
      const states = await Promise.all(all.map(async (each) => (await look(each)).state));
      expect(states.filter((state) => state === "finalized")).to.have.length(1);
      expect(states.filter((state) => state === "replaced")).to.have.length(all.length - 1);
    });

    it("includes at most one of two transfers with one sequence", async () => {
      const to = bench.f.newAccount();
      const sequence = await nextSequence();
      const stuck = await prepare({ to, amount: 11n, sequence });
      await submit(stuck);
      const bump = await prepare({ to, amount: 11n, sequence, replaces: stuck.signedTransaction });
      expect(bump.reference).to.not.equal(stuck.reference);
      expect(bump.sequence).to.equal(sequence);
      await submit(bump);
      await bench.f.controls.mine(1);
      expect((await look(bump)).state).to.equal("included");
      expect(await look(stuck)).to.include({ state: "replaced", final: false });
      const withoutPlacement = await bench.f.adapter.getTransfer({
        network: bench.f.network,
        reference: stuck.reference,
      });
      expect(withoutPlacement.state).to.equal("not_found");
      await expectChainError(submit(stuck), "FAILED_PRECONDITION", "SEQUENCE_USED");
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks);
      expect(await balance(to)).to.equal(11n);
    });

    it("refuses to replace a transaction of another sequence", async () => {
      const sequence = await nextSequence();
      const other = await prepare({ sequence });
      await expectChainError(
        prepare({ sequence: sequence + 1n, replaces: other.signedTransaction }),
        "INVALID_ARGUMENT",
        "INVALID_SEQUENCE",
      );
    });

    it("refuses to prepare more than the signer holds", async () => {
      const [info] = await bench.f.adapter.listNetworks();
      const held = await balance(info?.signer ?? "");
      await expectChainError(prepare({ amount: held + 1n }), "FAILED_PRECONDITION", "INSUFFICIENT_BALANCE");
      expect((await prepare({ amount: held })).reference).to.be.a("string");
    });

    it("says failed, and moves nothing, when the balance was gone by inclusion", async () => {
      const [info] = await bench.f.adapter.listNetworks();
      const amount = ((await balance(info?.signer ?? "")) / 5n) * 3n;
      const [to, other] = [bench.f.newAccount(), bench.f.newAccount()];
      const sequence = await nextSequence();
      const first = await prepare({ to, amount, sequence });
      const second = await prepare({ to: other, amount, sequence: sequence + 1n });
      await submit(first);
      await submit(second);
      await bench.f.controls.mine(1);
      expect((await look(first)).state).to.equal("included");
      const failed = await look(second);
      expect(failed).to.include({ state: "failed", confirmationCount: 1, final: false });
      expect(failed.inclusion?.block).to.be.a("string");
      await bench.f.controls.mine(bench.f.controls.finalAfterBlocks - 1);
      expect(await look(second)).to.include({ state: "failed", final: true });
      expect(await balance(other)).to.equal(0n);
    });

    declareInput(bench);
  });
}
