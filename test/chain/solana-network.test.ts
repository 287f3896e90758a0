// What is particular to the Solana adapter; what all families promise is in conformance.ts.
import { type Address, getBase64Encoder, type Instruction, type KeyPairSigner } from "@solana/kit";
import {
  getAdvanceNonceAccountInstruction,
  getTransferSolInstruction,
  getTransferSolInstructionDataEncoder,
  SYSTEM_PROGRAM_ADDRESS,
} from "@solana-program/system";
import {
  AuthorityType,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getInitializeAccount3Instruction,
  getSetAuthorityInstruction,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token";
import { expect } from "chai";
import type { ChainAdapter, PreparedTransfer, Transfer } from "../../src/chain/adapter.ts";
import { openChainAdapter } from "../../src/chain/open.ts";
import { signedBy } from "../../src/chain/solana/development/genesis.ts";
import { laneAddresses } from "../../src/chain/solana/lanes.ts";
import { accountName, assetName } from "../../src/chain/solana/names.ts";
import { openSolanaNetwork } from "../../src/chain/solana/network.ts";
import { developmentSigner } from "../../src/chain/solana/signer.ts";
import { tokenAccount } from "../../src/chain/solana/token.ts";
import { readSigned } from "../../src/chain/solana/transaction.ts";
import { expectChainError } from "./support/expect.ts";
import { recordingLog } from "./support/log.ts";
import { served } from "./support/served.ts";
import {
  network,
  newAccount,
  solanaAdapter,
  solanaOptions,
  type TestNode,
  testNode,
} from "./support/solana.ts";
import {
  addressIn,
  createAccount,
  fund,
  include,
  keyFile,
  newSigner,
  newToken,
  SOL,
  stranger,
} from "./support/solana-scene.ts";
import { type Tamper, type TamperingProxy, tamperingProxy } from "./support/proxy.ts";

describe("Solana network", function () {
  this.timeout(60_000);
  let test: TestNode;
  let adapter: ChainAdapter;
  let signer: KeyPairSigner;
  const closing: (() => Promise<void> | void)[] = [];
  beforeEach(async () => {
    test = await testNode();
    adapter = await solanaAdapter(test.node.rpcUrl);
    signer = await developmentSigner(0);
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await adapter.close();
    await test.close();
  });

  const proxied = async (by?: Tamper): Promise<TamperingProxy> => {
    const proxy = await tamperingProxy(test.node.rpcUrl);
    if (by) proxy.tamper(by);
    closing.push(() => proxy.close());
    return proxy;
  };
  /** An adapter that sees the node through a proxy which changes answers to one method. */
  const through = async (method: string, change: (result: unknown) => unknown): Promise<ChainAdapter> => {
    const proxy = await proxied();
    const by = await solanaAdapter(proxy.url);
    proxy.tamper((request, answer) =>
      request.method === method ? { ...answer, result: change(answer.result) } : answer,
    );
    return by;
  };
  const prepare = async (
    changes: { to?: string; amount?: bigint; sequence?: bigint; asset?: string; replaces?: Uint8Array } = {},
    by = adapter,
  ): Promise<PreparedTransfer> => {
    const sequence = changes.sequence ?? (await by.getSigner({ network })).nextSequence;
    return by.prepareTransfer({
      network,
      asset: test.asset,
      to: newAccount(),
      amount: 1000n,
      ...changes,
      sequence,
    });
  };
  const submit = ({ signedTransaction }: PreparedTransfer, by = adapter): Promise<string> =>
    by.submitTransfer({ network, signedTransaction });
  const look = ({ reference, signer, sequence }: PreparedTransfer, by = adapter): Promise<Transfer> =>
    by.getTransfer({ network, reference, placement: { signer, sequence } });
  const balance = async (account: string, asset = test.asset): Promise<bigint> =>
    (await adapter.getBalance({ network, asset, account })).amount;
  const lamports = async (of: Address): Promise<bigint> =>
    BigInt(((await test.rpc("getBalance", [of, { commitment: "processed" }])) as { value: number }).value);

  it("is what a deployment's settings open, with the public key in sandbox mode only", async () => {
    const settings = { rpcUrl: test.node.rpcUrl, confirmations: 2 };
    const { log } = recordingLog();
    for (const name of [undefined, network]) {
      const opened = await openChainAdapter([{ ...settings, name }], { development: true, log });
      expect(await opened.listNetworks()).to.deep.equal(await adapter.listNetworks());
    }
    const refusal = async (name: string | undefined, development: boolean): Promise<string> =>
      openChainAdapter([{ ...settings, name }], { development, log }).then(
        () => "opened",
        (error: Error) => error.message,
      );
    expect(await refusal(network, false)).to.include("refused in production");
    expect(await refusal("cosmos:cosmoshub-4", true)).to.include(
      "no adapter for networks of the namespace cosmos",
    );
    expect(await refusal("solana:mainnet", true)).to.include("no name of a Solana network");
  });

  it("does not start on a node of another network", async () => {
    const other = solanaOptions(test.node.rpcUrl, { network: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" });
    await expectChainError(openSolanaNetwork(other), "FAILED_PRECONDITION", "NETWORK_MISMATCH");
  });

  it("starts while the node is away, and signs nothing for another network that comes in its place", async () => {
    const proxy = await proxied(() => 503);
    const by = await solanaAdapter(proxy.url);
    await expectChainError(by.getSigner({ network }), "UNAVAILABLE", "NODE_UNAVAILABLE");
    proxy.tamper((request, answer) =>
      request.method === "getGenesisHash"
        ? { ...answer, result: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d" }
        : answer,
    );
    await expectChainError(prepare({ sequence: 0n }, by), "FAILED_PRECONDITION", "NETWORK_MISMATCH");
    proxy.tamper((_request, answer) => answer);
    expect((await prepare({ sequence: 0n }, by)).sequence).to.equal(0n);
  });

  it("says pending of what one validator has seen and the network has not agreed on", async () => {
    const slow = await testNode({ confirmedAfter: 1, finalizedAfter: 3 });
    closing.push(() => slow.close());
    const by = await solanaAdapter(slow.node.rpcUrl);
    const transfer = await prepare({ asset: slow.asset }, by);
    await submit(transfer, by);
    await slow.mine(1);
    expect((await look(transfer, by)).state).to.equal("pending");
    await slow.mine(1);
    expect(await look(transfer, by)).to.include({ state: "included", confirmationCount: 1, final: false });
    await slow.mine(1);
    expect(await look(transfer, by)).to.include({ state: "included", confirmationCount: 2, final: false });
    await slow.mine(1);
    expect(await look(transfer, by)).to.include({ state: "finalized", confirmationCount: 3, final: true });
  });

  it("pays the fee and the receiver's token account, once", async () => {
    const to = newAccount();
    const before = await lamports(signer.address);
    await submit(await prepare({ to }));
    await test.mine(1);
    const first = before - (await lamports(signer.address));
    await submit(await prepare({ to }));
    await test.mine(1);
    const second = before - first - (await lamports(signer.address));
    const rent = (await test.rpc("getMinimumBalanceForRentExemption", [getTokenSize()])) as number;
    expect(first - second).to.equal(BigInt(rent));
    expect(Number(second)).to.be.within(5000, 10_000);
    expect(await balance(to)).to.equal(2000n);
  });

  it("replaces a transfer by one that offers more, which then goes first", async () => {
    const sequence = 0n;
    const stuck = await prepare({ sequence });
    const bumps: PreparedTransfer[] = [stuck];
    for (let i = 0; i < 3; i++) {
      bumps.push(await prepare({ sequence, replaces: (bumps.at(-1) as PreparedTransfer).signedTransaction }));
    }
    const prices = await Promise.all(
      bumps.map(async (each) => (await readSigned(each.signedTransaction)).price),
    );
    prices.reduce((low, high) => {
      expect(high > low).to.equal(true);
      return high;
    });
    for (const each of bumps) await submit(each);
    await test.mine(1);
    expect((await look(bumps[3] as PreparedTransfer)).state).to.equal("included");
    const others = await Promise.all(bumps.slice(0, 3).map(async (each) => (await look(each)).state));
    expect(others).to.deep.equal(["replaced", "replaced", "replaced"]);
  });

  it("takes only whole transactions of its own making, signed by whom they name", async () => {
    const { signedTransaction } = await prepare();
    const invalid = (bytes: Uint8Array) =>
      expectChainError(
        adapter.submitTransfer({ network, signedTransaction: bytes }),
        "INVALID_ARGUMENT",
        "INVALID_TRANSACTION",
      );
    const changed = (at: number): Uint8Array => {
      const bytes = Uint8Array.from(signedTransaction);
      bytes[at] = (bytes[at] as number) ^ 1;
      return bytes;
    };
    for (let at = 0; at < signedTransaction.length; at += 7) await invalid(changed(at));
    await invalid(Uint8Array.from([...signedTransaction, 0]));
    const gift = getTransferSolInstruction({
      source: signer,
      destination: addressIn(newAccount()),
      amount: 5n,
    });
    const { hash } = test.node.chain.head("processed");
    await invalid(Uint8Array.from(getBase64Encoder().encode(await signedBy(signer, [], [gift], hash))));
  });

  describe("a receiver that cannot be paid", () => {
    const refused = (to: string, asset = test.asset) =>
      expectChainError(prepare({ to, asset }), "FAILED_PRECONDITION", "TRANSFER_REFUSED");

    it("is a token account, even one whose address is a public key", async () => {
      const account = await newSigner();
      await createAccount(test, account, getTokenSize(), TOKEN_PROGRAM_ADDRESS);
      const owner = addressIn(newAccount());
      const mint = addressIn(test.asset);
      await include(test, await stranger(), [
        getInitializeAccount3Instruction({ account: account.address, mint, owner }),
      ]);
      await refused(accountName(network, account.address));
      expect((await prepare({ to: accountName(network, owner) })).sequence).to.equal(0n);
    });

    it("is one whose token account was given to somebody else, or is frozen", async () => {
      const { mint, asset, authority } = await newToken(test, signer.address, 10_000n);
      const [given, frozen] = [await newSigner(), await newSigner()];
      const make = async (owner: KeyPairSigner, then: (ata: Address) => Instruction): Promise<void> => {
        const ata = await tokenAccount(owner.address, mint);
        const payer = await stranger();
        const create = getCreateAssociatedTokenIdempotentInstruction({
          payer,
          ata,
          owner: owner.address,
          mint,
        });
        const signers = then(ata).accounts?.some((each) => each.address === owner.address) ? [owner] : [];
        await include(test, payer, [create, then(ata)], signers);
      };
      await make(frozen, (account) => getFreezeAccountInstruction({ account, mint, owner: authority }));
      await make(given, (owned) =>
        getSetAuthorityInstruction({
          owned,
          owner: given,
          authorityType: AuthorityType.AccountOwner,
          newAuthority: authority.address,
        }),
      );
      await refused(accountName(network, frozen.address), asset);
      await refused(accountName(network, given.address), asset);
      const account = accountName(network, given.address);
      expect(await balance(account, asset), "held by another").to.equal(0n);
    });
  });

  it("does not transfer tokens of programs that may keep a part", async () => {
    const mint = await newSigner();
    const program = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb" as Address;
    await createAccount(test, mint, 82, program);
    const asset = assetName(network, mint.address);
    await expectChainError(adapter.getAsset({ network, asset }), "INVALID_ARGUMENT", "INVALID_ASSET");
    await expectChainError(prepare({ asset }), "INVALID_ARGUMENT", "INVALID_ASSET");
  });

  describe("with a key of its own", () => {
    const own = async (lamportsGiven: bigint) => {
      const { signer: key, path, remove } = await keyFile();
      closing.push(remove);
      if (lamportsGiven > 0n) await fund(test, key.address, lamportsGiven);
      const { asset } = await newToken(test, key.address, 10_000n);
      const open = () =>
        solanaAdapter(test.node.rpcUrl, { signer: { kind: "file", path }, development: false });
      return { key, asset, open };
    };

    it("makes the accounts of its sequence first, even where somebody has sent lamports to one of them", async () => {
      const { key, asset, open } = await own(SOL);
      const [first] = await laneAddresses(key.address);
      await fund(test, first as Address, SOL / 1000n);
      const by = await open();
      expect(await by.getSigner({ network })).to.include({ nextSequence: 0n, includedSequence: 0n });
      const order = { asset, amount: 40n, to: newAccount() };
      await expectChainError(prepare({ ...order, sequence: 0n }, by), "UNAVAILABLE", "SEQUENCE_NOT_READY");
      await test.mine(1);
      await expectChainError(prepare({ ...order, sequence: 0n }, by), "UNAVAILABLE", "SEQUENCE_NOT_READY");
      await test.mine(2);
      for (let sequence = 0n; sequence < 16n; sequence++) {
        await submit(await prepare({ ...order, sequence }, by), by);
      }
      await test.mine(1);
      expect(await balance(order.to, asset)).to.equal(16n * 40n);
      expect((await by.getSigner({ network })).nextSequence).to.equal(16n);
    });

    it("says when it cannot pay what the network charges", async () => {
      const { open } = await own(0n);
      const by = await open();
      await expectChainError(prepare({ sequence: 0n }, by), "FAILED_PRECONDITION", "INSUFFICIENT_BALANCE");
      expect((await by.getSigner({ network })).nextSequence).to.equal(0n);
      const poor = await own(900_000n);
      const order = { asset: poor.asset, sequence: 0n };
      await expectChainError(
        prepare(order, await poor.open()),
        "FAILED_PRECONDITION",
        "INSUFFICIENT_FEE_BALANCE",
      );
    });

    it("stops when its key was used elsewhere: nothing more is prepared, and nothing is told wrong", async () => {
      const { key, asset, open } = await own(SOL);
      const by = await open();
      await test.mine(3);
      const order = { asset, amount: 40n, sequence: 0n };
      const prepared = await prepare(order, by);
      const [nonceAccount] = (await laneAddresses(key.address)) as [Address];
      await include(test, key, [getAdvanceNonceAccountInstruction({ nonceAccount, nonceAuthority: key })]);
      await test.mine(3);
      const calls = [by.getSigner({ network }), prepare(order, by), submit(prepared, by), look(prepared, by)];
      await Promise.all(calls.map((call) => expectChainError(call, "FAILED_PRECONDITION", "SEQUENCE_USED")));
    });
  });

  it("is not confused by transactions of strangers that name its accounts", async () => {
    const to = newAccount();
    await submit(await prepare({ to, sequence: 0n }));
    await test.mine(3);
    const payer = await stranger();
    const [lane] = (await laneAddresses(signer.address)) as [Address];
    for (let i = 0; i < 45; i++) {
      const data = getTransferSolInstructionDataEncoder().encode({ amount: BigInt(i + 1) });
      const accounts = [
        { address: payer.address, role: 3, signer: payer },
        { address: lane, role: 1 },
        { address: signer.address, role: 0 },
      ];
      await include(test, payer, [{ programAddress: SYSTEM_PROGRAM_ADDRESS, accounts, data } as Instruction]);
    }
    const fresh = await solanaAdapter(test.node.rpcUrl);
    expect((await fresh.getSigner({ network })).nextSequence).to.equal(1n);
    await expectChainError(prepare({ sequence: 0n }, fresh), "FAILED_PRECONDITION", "SEQUENCE_USED");
    await submit(await prepare({ to, sequence: 16n }, fresh), fresh);
    await test.mine(1);
    expect(await balance(to)).to.equal(2000n);
  });

  describe("with a node that is wrong", () => {
    it("does not take a history that was cut off for one that never was", async () => {
      await submit(await prepare({ sequence: 0n }));
      await test.mine(3);
      const by = await through("getSignaturesForAddress", () => []);
      await expectChainError(by.getSigner({ network }), "UNKNOWN", "NODE_REFUSED");
      await expectChainError(prepare({ sequence: 0n }, by), "UNKNOWN", "NODE_REFUSED");
    });

    it("does not tell where a transfer stands when the node contradicts itself", async () => {
      const transfer = await prepare({ sequence: 0n });
      await submit(transfer);
      await test.mine(1);
      const lies: [string, (result: unknown) => unknown][] = [
        ["getTransaction", () => null],
        ["getBlock", (block) => ({ ...(block as object), signatures: [] })],
        ["getBlockHeight", () => 1],
        ["getSignatureStatuses", (statuses) => ({ ...(statuses as object), value: [null] })],
      ];
      for (const [method, lie] of lies) {
        const by = await through(method, lie);
        await expectChainError(look(transfer, by), "UNAVAILABLE", "NODE_INCONSISTENT", method);
      }
      const early = await through("getSignatureStatuses", (statuses) => {
        const { value } = statuses as { value: object[] };
        return {
          ...(statuses as object),
          value: value.map((each) => ({ ...each, confirmationStatus: "finalized" })),
        };
      });
      expect(await look(transfer, early)).to.include({ state: "included", final: false });
    });

    it("asks again later when the node is busy, and tells that it was refused", async () => {
      const proxy = await proxied();
      const by = await solanaAdapter(proxy.url);
      const { id, jsonrpc } = { id: 1, jsonrpc: "2.0" };
      const outcomes: [Tamper, "UNAVAILABLE" | "UNKNOWN", "NODE_UNAVAILABLE" | "NODE_REFUSED"][] = [
        [() => 429, "UNAVAILABLE", "NODE_UNAVAILABLE"],
        [() => 500, "UNAVAILABLE", "NODE_UNAVAILABLE"],
        [() => 401, "UNKNOWN", "NODE_REFUSED"],
        [
          () => ({ id, jsonrpc, error: { code: -32005, message: "Node is behind", data: {} } }),
          "UNAVAILABLE",
          "NODE_UNAVAILABLE",
        ],
        [
          () => ({ id, jsonrpc, error: { code: -32601, message: "Method not found" } }),
          "UNKNOWN",
          "NODE_REFUSED",
        ],
      ];
      for (const [tamper, code, reason] of outcomes) {
        proxy.tamper(tamper);
        await expectChainError(by.getSigner({ network }), code, reason);
      }
    });
  });

  it("succeeds when the node has the transaction but its answer was lost", async () => {
    const transfer = await prepare();
    const proxy = await proxied();
    const lossy = await solanaAdapter(proxy.url);
    await lossy.getSigner({ network });
    proxy.tamper((request, answer) => (request.method === "sendTransaction" ? 502 : answer));
    await expectChainError(submit(transfer, lossy), "UNAVAILABLE", "NODE_UNAVAILABLE");
    expect(await submit(transfer)).to.equal(transfer.reference);
    await test.mine(1);
    expect(await submit(transfer)).to.equal(transfer.reference);
    expect((await look(transfer)).state).to.equal("included");
  });

  it("shows neither the signer's key nor the node's address in logs and errors", async () => {
    const proxy = await proxied();
    const rpcUrl = `${proxy.url}/v3/credential-of-the-node`;
    const { path, remove } = await keyFile();
    closing.push(remove);
    const remote = await served(await solanaAdapter(rpcUrl, { signer: { kind: "file", path } }));
    closing.push(() => remote.close());
    proxy.tamper(() => 500);
    const error = await expectChainError(remote.getSigner({ network }), "UNAVAILABLE", "NODE_UNAVAILABLE");
    expect(remote.lines()).to.include("NODE_UNAVAILABLE");
    expect(remote.lines() + error.message).to.not.include("credential-of-the-node");
  });
});
