// What every network family has to do alike, run against a real node through the real gRPC server and client.
import { expect } from "chai";
import * as fc from "fast-check";
import type { ChainAdapter, PreparedTransfer, Transfer } from "../../src/chain/adapter.ts";
import { expectChainError } from "./support/expect.ts";

/** What a test can make a node do. */
export interface ChainControls {
  /** Blocks, the one with the transfer counted, after which it is final. */
  readonly finalAfterBlocks: number;
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks by others of the same number that hold nothing; what was in them is forgotten. */
  reorganise(depth: number): Promise<void>;
  /** Ends the node for good. */
  stopNode(): Promise<void>;
}

/** In what networks may differ: the contract allows both, and the suite expects what is said here. */
export interface ChainTraits {
  /** A node tells of transactions that wait for a block: they are `pending`, and counted in `nextSequence`. */
  readonly showsWaiting: boolean;
  /** A transaction is included only after all those of the signer before it. */
  readonly keepsOrder: boolean;
  /** How many sequences beyond the newest final one can be prepared; undefined for any number. */
  readonly preparesAhead: number | undefined;
}

/** An adapter on a network of its own; its signer holds some of the asset and can pay fees. */
export interface ConformanceFixture {
  readonly adapter: ChainAdapter;
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
  readonly traits: ChainTraits;
  readonly invalidAccounts: readonly string[];
  readonly invalidAssets: readonly string[];
  readonly unknownAsset: string;
  readonly unknownReference: string;
  readonly invalidReference: string;
  readonly controls: ChainControls;
  /** An account that can receive and holds nothing. */
  newAccount(): string;
  close(): Promise<void>;
}

/** Declares the suite for one network family. Each group gets a network of its own. */
export function describeConformance(family: string, open: () => Promise<ConformanceFixture>): void {
  describe(`chain adapter conformance: ${family}`, function () {
    this.timeout(60_000);
    let f: ConformanceFixture;
    beforeEach(async () => {
      f = await open();
    });
    afterEach(() => f.close());

    const nextSequence = async (): Promise<bigint> =>
      (await f.adapter.getSigner({ network: f.network })).nextSequence;
    const prepare = async (
      changes: { to?: string; amount?: bigint; sequence?: bigint; replaces?: Uint8Array } = {},
    ): Promise<PreparedTransfer> => {
      const { to = f.newAccount(), amount = 5n, sequence = await nextSequence(), replaces } = changes;
      const order = { network: f.network, asset: f.asset, to, amount, sequence };
      return f.adapter.prepareTransfer(replaces ? { ...order, replaces } : order);
    };
    const submit = ({ signedTransaction }: PreparedTransfer): Promise<string> =>
      f.adapter.submitTransfer({ network: f.network, signedTransaction });
    const look = ({ reference, signer, sequence }: PreparedTransfer): Promise<Transfer> =>
      f.adapter.getTransfer({ network: f.network, reference, placement: { signer, sequence } });
    const balance = async (account: string): Promise<bigint> =>
      (await f.adapter.getBalance({ network: f.network, asset: f.asset, account })).amount;

    it("lists its network and describes its asset", async () => {
      const [info] = await f.adapter.listNetworks();
      expect(info?.network).to.equal(f.network);
      expect(info?.confirmations).to.be.greaterThan(0);
      expect(await f.adapter.validateAccount({ network: f.network, account: info?.signer ?? "" })).to.equal(
        info?.signer,
      );
      const asset = await f.adapter.getAsset({ network: f.network, asset: f.asset });
      expect(asset).to.include({ asset: f.asset, decimals: f.decimals });
    });

    it("follows a transfer from prepared to finalized", async () => {
      const to = f.newAccount();
      const sequence = await nextSequence();
      const transfer = await prepare({ to, amount: 1_234_567n, sequence });
      expect(transfer.sequence).to.equal(sequence);
      expect(await look(transfer), "preparing sends nothing").to.deep.equal({
        network: f.network,
        reference: transfer.reference,
        state: "not_found",
        confirmationCount: 0,
        final: false,
      });
      expect(await nextSequence()).to.equal(sequence);

      expect(await submit(transfer)).to.equal(transfer.reference);
      const { showsWaiting } = f.traits;
      expect((await look(transfer)).state).to.equal(showsWaiting ? "pending" : "not_found");
      const signer = await f.adapter.getSigner({ network: f.network });
      expect(signer.nextSequence).to.equal(showsWaiting ? sequence + 1n : sequence);
      expect(signer.includedSequence).to.equal(sequence);

      await f.controls.mine(1);
      const after = await f.adapter.getSigner({ network: f.network });
      expect(after).to.include({ nextSequence: sequence + 1n, includedSequence: sequence + 1n });
      const included = await look(transfer);
      expect(included).to.include({ state: "included", confirmationCount: 1, final: false });
      expect(await balance(to)).to.equal(1_234_567n);

      await f.controls.mine(f.controls.finalAfterBlocks - 1);
      const finalized = await look(transfer);
      expect(finalized).to.include({
        state: "finalized",
        confirmationCount: f.controls.finalAfterBlocks,
        final: true,
      });
      expect(finalized.inclusion).to.deep.equal(included.inclusion);
      expect((finalized.inclusion?.height ?? 0n) > 0n).to.equal(true);
    });

    it("tells whose transfer it is, its place, and what it moves", async () => {
      const to = f.newAccount();
      const transfer = await prepare({ to, amount: 77n });
      await submit(transfer);
      await f.controls.mine(1);
      const { network, reference } = transfer;
      const seen = await f.adapter.getTransfer({ network, reference });
      expect(seen.placement).to.deep.equal({ signer: transfer.signer, sequence: transfer.sequence });
      expect(seen.movement).to.deep.equal({ asset: f.asset, to, amount: 77n });
    });

    it("rehearses a reorganisation of what is included and not final", async () => {
      const to = f.newAccount();
      const transfer = await prepare({ to, amount: 5n });
      const { network, reference } = transfer;
      const refused = () =>
        expectChainError(
          f.adapter.rehearseReorganisation({ network, reference }),
          "FAILED_PRECONDITION",
          "NOT_REHEARSABLE",
        );
      await refused();
      await submit(transfer);
      await f.controls.mine(2);
      await f.adapter.rehearseReorganisation({ network, reference });
      expect((await look(transfer)).state).to.equal("not_found");
      await submit(transfer);
      await f.controls.mine(f.controls.finalAfterBlocks);
      expect((await look(transfer)).state).to.equal("finalized");
      expect(await balance(to)).to.equal(5n);
      await refused();
    });

    it("replaces a transfer without asking again whether it can be paid", async () => {
      const [info] = await f.adapter.listNetworks();
      const sequence = await nextSequence();
      const all = await balance(info?.signer ?? "");
      const order = { to: f.newAccount(), amount: all, sequence };
      const stuck = await prepare(order);
      await submit(stuck);
      await f.controls.mine(1);
      expect(await balance(info?.signer ?? "")).to.equal(0n);
      const raised = await prepare({ ...order, replaces: stuck.signedTransaction }).catch(
        (error: { reason?: string }) => error.reason,
      );
      if (typeof raised === "object")
        await expectChainError(submit(raised), "FAILED_PRECONDITION", "SEQUENCE_USED");
      else expect(raised).to.equal("SEQUENCE_USED");
      await f.controls.mine(f.controls.finalAfterBlocks);
      expect(await balance(order.to)).to.equal(all);
    });

    it("moves an amount once however often it is submitted", async () => {
      const to = f.newAccount();
      const transfer = await prepare({ to, amount: 7n });
      const references = await Promise.all([submit(transfer), submit(transfer), submit(transfer)]);
      expect(new Set(references)).to.deep.equal(new Set([transfer.reference]));
      await f.controls.mine(1);
      expect(await submit(transfer), "already in a block").to.equal(transfer.reference);
      await f.controls.mine(f.controls.finalAfterBlocks);
      expect(await submit(transfer), "already final").to.equal(transfer.reference);
      await f.controls.mine(2);
      expect(await balance(to)).to.equal(7n);
      expect((await look(transfer)).state).to.equal("finalized");
    });

    it("shows a reorganisation, and the same bytes bring the transfer back once", async () => {
      const to = f.newAccount();
      const transfer = await prepare({ to, amount: 9n });
      await submit(transfer);
      await f.controls.mine(2);
      const before = await look(transfer);
      expect(before).to.include({ state: "included", confirmationCount: 2 });

      await f.controls.reorganise(2);
      const between = await look(transfer);
      expect(between.state).to.be.oneOf(["not_found", "pending"]);
      expect(between.inclusion).to.equal(undefined);
      expect(await balance(to)).to.equal(0n);

      expect(await submit(transfer)).to.equal(transfer.reference);
      await f.controls.mine(f.controls.finalAfterBlocks);
      const after = await look(transfer);
      expect(after.state).to.equal("finalized");
      expect(after.inclusion?.block).to.not.equal(before.inclusion?.block);
      expect(await balance(to)).to.equal(9n);
    });

    it("carries out transfers whatever order they arrive in, each once", async () => {
      const to = f.newAccount();
      const sequence = await nextSequence();
      const first = await prepare({ to, amount: 1n, sequence });
      const second = await prepare({ to, amount: 2n, sequence: sequence + 1n });
      await submit(second);
      await f.controls.mine(1);
      const early = (await look(second)).state;
      if (f.traits.keepsOrder) expect(early, "waits for the one before").to.equal("pending");
      else expect(early, "need not wait for the one before").to.equal("included");
      await submit(first);
      await f.controls.mine(2);
      expect((await look(first)).state).to.be.oneOf(["included", "finalized"]);
      expect((await look(second)).state).to.be.oneOf(["included", "finalized"]);
      expect(await balance(to)).to.equal(3n);
      const signer = await f.adapter.getSigner({ network: f.network });
      expect(signer).to.include({ nextSequence: sequence + 2n, includedSequence: sequence + 2n });
    });

    it("prepares ahead of what is final, or says that it is not the time", async () => {
      const sequence = await nextSequence();
      const ahead = f.traits.preparesAhead ?? 40;
      for (let i = 1; i < ahead; i++) await prepare({ sequence: sequence + BigInt(i) });
      const far = { to: f.newAccount(), amount: 3n, sequence: sequence + BigInt(ahead) };
      if (f.traits.preparesAhead === undefined) {
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
      await f.controls.mine(1);
      await notYet();
      await f.controls.mine(f.controls.finalAfterBlocks - 1);
      await submit(await prepare(far));
      await f.controls.mine(1);
      expect(await balance(far.to)).to.equal(3n);
      await expectChainError(
        prepare({ sequence: far.sequence - 16n }),
        "FAILED_PRECONDITION",
        "SEQUENCE_USED",
      );
    });

    it("never includes two transfers of one sequence, prepared before, between or after a reorganisation", async () => {
      const to = f.newAccount();
      const sequence = await nextSequence();
      const before = await prepare({ to, amount: 100n, sequence });
      const second = await prepare({ to, amount: 20n, sequence });
      await submit(before);
      await f.controls.mine(1);
      const whileIncluded = await prepare({ to, amount: 3n, sequence }).catch(() => undefined);
      await f.controls.reorganise(1);
      const afterwards = await prepare({ to, amount: 4000n, sequence });
      for (const each of [afterwards, second, before, whileIncluded]) {
        if (each) await submit(each).catch((error: unknown) => error);
      }
      await f.controls.mine(f.controls.finalAfterBlocks);
      for (const each of [before, second, afterwards, whileIncluded]) {
        if (each) await submit(each).catch((error: unknown) => error);
      }
      await f.controls.mine(f.controls.finalAfterBlocks);
      expect(await balance(to)).to.be.oneOf([100n, 20n, 3n, 4000n]);
      const all = [before, second, afterwards, ...(whileIncluded ? [whileIncluded] : [])];
      const states = await Promise.all(all.map(async (each) => (await look(each)).state));
      expect(states.filter((state) => state === "finalized")).to.have.length(1);
      expect(states.filter((state) => state === "replaced")).to.have.length(all.length - 1);
    });

    it("includes at most one of two transfers with one sequence", async () => {
      const to = f.newAccount();
      const sequence = await nextSequence();
      const stuck = await prepare({ to, amount: 11n, sequence });
      await submit(stuck);
      const bump = await prepare({ to, amount: 11n, sequence, replaces: stuck.signedTransaction });
      expect(bump.reference).to.not.equal(stuck.reference);
      expect(bump.sequence).to.equal(sequence);
      await submit(bump);
      await f.controls.mine(1);
      expect((await look(bump)).state).to.equal("included");
      expect(await look(stuck)).to.include({ state: "replaced", final: false });
      const withoutPlacement = await f.adapter.getTransfer({
        network: f.network,
        reference: stuck.reference,
      });
      expect(withoutPlacement.state).to.equal("not_found");
      await expectChainError(submit(stuck), "FAILED_PRECONDITION", "SEQUENCE_USED");
      await f.controls.mine(f.controls.finalAfterBlocks);
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
      const [info] = await f.adapter.listNetworks();
      const held = await balance(info?.signer ?? "");
      await expectChainError(prepare({ amount: held + 1n }), "FAILED_PRECONDITION", "INSUFFICIENT_BALANCE");
      expect((await prepare({ amount: held })).reference).to.be.a("string");
    });

    it("says failed, and moves nothing, when the balance was gone by inclusion", async () => {
      const [info] = await f.adapter.listNetworks();
      const amount = ((await balance(info?.signer ?? "")) / 5n) * 3n;
      const [to, other] = [f.newAccount(), f.newAccount()];
      const sequence = await nextSequence();
      const first = await prepare({ to, amount, sequence });
      const second = await prepare({ to: other, amount, sequence: sequence + 1n });
      await submit(first);
      await submit(second);
      await f.controls.mine(1);
      expect((await look(first)).state).to.equal("included");
      const failed = await look(second);
      expect(failed).to.include({ state: "failed", confirmationCount: 1, final: false });
      expect(failed.inclusion?.block).to.be.a("string");
      await f.controls.mine(f.controls.finalAfterBlocks - 1);
      expect(await look(second)).to.include({ state: "failed", final: true });
      expect(await balance(other)).to.equal(0n);
    });

    it("answers for an unknown reference and refuses a malformed one", async () => {
      const { network } = f;
      const transfer = await f.adapter.getTransfer({ network, reference: f.unknownReference });
      expect(transfer.state).to.equal("not_found");
      await expectChainError(
        f.adapter.getTransfer({ network, reference: f.invalidReference }),
        "INVALID_ARGUMENT",
        "INVALID_REFERENCE",
      );
    });

    it("refuses malformed accounts, assets, amounts, transactions and foreign networks", async () => {
      const { adapter, network, asset } = f;
      for (const account of f.invalidAccounts) {
        const why = `account "${account}"`;
        await expectChainError(
          adapter.validateAccount({ network, account }),
          "INVALID_ARGUMENT",
          "INVALID_ACCOUNT",
          why,
        );
        await expectChainError(prepare({ to: account }), "INVALID_ARGUMENT", "INVALID_ACCOUNT", why);
      }
      const order = { network, to: f.newAccount(), amount: 1n, sequence: await nextSequence() };
      for (const bad of f.invalidAssets) {
        const why = `asset "${bad}"`;
        await expectChainError(
          adapter.prepareTransfer({ ...order, asset: bad }),
          "INVALID_ARGUMENT",
          "INVALID_ASSET",
          why,
        );
      }
      const unknown = [
        adapter.prepareTransfer({ ...order, asset: f.unknownAsset }),
        adapter.getAsset({ network, asset: f.unknownAsset }),
        adapter.getBalance({ network, asset: f.unknownAsset, account: order.to }),
      ];
      await Promise.all(unknown.map((call) => expectChainError(call, "INVALID_ARGUMENT", "UNKNOWN_ASSET")));
      for (const amount of [0n, -1n, 2n ** 256n, 10n ** 80n]) {
        const call = adapter.prepareTransfer({ ...order, asset, amount });
        await expectChainError(call, "INVALID_ARGUMENT", "INVALID_AMOUNT", `amount ${amount}`);
      }
      await expectChainError(
        adapter.getSigner({ network: "example:1" }),
        "INVALID_ARGUMENT",
        "UNKNOWN_NETWORK",
      );
    });

    it("takes no bytes for a transaction that are none", async () => {
      const { adapter, network } = f;
      const { signedTransaction } = await prepare();
      const garbage = fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat({ max: signedTransaction.length - 1 }).map((n) => signedTransaction.slice(0, n)),
      );
      await fc.assert(
        fc.asyncProperty(garbage, async (bytes) => {
          await expectChainError(
            adapter.submitTransfer({ network, signedTransaction: bytes }),
            "INVALID_ARGUMENT",
            "INVALID_TRANSACTION",
          );
        }),
        { numRuns: 100 },
      );
    });

    it("says UNAVAILABLE while the node is down, and still answers what needs no node", async () => {
      const { adapter, network, asset } = f;
      const transfer = await prepare();
      await f.controls.stopNode();
      const calls = [
        adapter.getSigner({ network }),
        adapter.getAsset({ network, asset }),
        adapter.getBalance({ network, asset, account: f.newAccount() }),
        prepare({ sequence: transfer.sequence }),
        submit(transfer),
        look(transfer),
      ];
      const refused = await Promise.all(
        calls.map((call) => expectChainError(call, "UNAVAILABLE", "NODE_UNAVAILABLE")),
      );
      expect(refused.every((error) => error.retryable)).to.equal(true);
      expect(await adapter.listNetworks()).to.have.length(1);
      const account = f.newAccount();
      expect(await adapter.validateAccount({ network, account })).to.equal(account);
    });
  });
}
