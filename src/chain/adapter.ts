// The contract `pda.chain.v1` as TypeScript: what a network family implements, and what a caller sees of it.

/** A network that an adapter serves. */
export interface NetworkInfo {
  /** CAIP-2. */
  readonly network: string;
  /** Confirmations from which a transfer can be final. */
  readonly confirmations: number;
  /** CAIP-10 account that transfers are made from. */
  readonly signer: string;
}

/** A signing account, of now or before, as the node sees it now. */
export interface SignerInfo {
  /** CAIP-10. */
  readonly account: string;
  /** The sequence of the next one: above those of all transactions included, or waiting where the node tells of them. */
  readonly nextSequence: bigint;
  /** Above the sequences of all transactions that the network has included. */
  readonly includedSequence: bigint;
}

/** An asset as its network describes it. */
export interface AssetInfo {
  /** CAIP-19, canonical. */
  readonly asset: string;
  /** Fraction digits. */
  readonly decimals: number;
  /** What the asset calls itself; not to be trusted. */
  readonly symbol: string;
}

/** A transfer to be signed. */
export interface TransferOrder {
  /** CAIP-19. */
  readonly asset: string;
  /** CAIP-10. */
  readonly to: string;
  /** Minor units, above zero. */
  readonly amount: bigint;
  /** Place among the signer's transactions. */
  readonly sequence: bigint;
  /** A signed transaction of the same sequence that the new one shall displace by a higher fee. */
  readonly replaces?: Uint8Array;
  /** By how many percent at least the fee is above that of what it displaces; as much as the network needs unless given. */
  readonly feeRaisePercent?: number;
}

/** A signed transfer that was not sent. */
export interface PreparedTransfer {
  readonly network: string;
  /** The network's reference, known before sending. */
  readonly reference: string;
  /** CAIP-10. */
  readonly signer: string;
  readonly sequence: bigint;
  /** Opaque; whoever holds it can have it included. */
  readonly signedTransaction: Uint8Array;
}

/**
 * Where a transfer stands. `not_found`: submit it again. `pending`: the node holds it. `included`: in a block, amount moved.
 * `finalized`: irreversible, terminal. `failed`: in a block, nothing moved; terminal once final. `replaced`: another transaction
 * has its sequence.
 */
export type NetworkTransferState = "not_found" | "pending" | "included" | "finalized" | "failed" | "replaced";

/** The block that a transaction is in. Two inclusions that differ show a reorganisation. */
export interface Inclusion {
  readonly height: bigint;
  /** The network's name of the block, opaque. */
  readonly block: string;
  readonly blockTime: Date;
}

/** A transaction's place in the order of one signer. */
export interface Placement {
  /** CAIP-10. */
  readonly signer: string;
  readonly sequence: bigint;
}

/** What a transaction moves, or would have moved. */
export interface NetworkMovement {
  /** CAIP-19. */
  readonly asset: string;
  /** CAIP-10. */
  readonly to: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** What the node knows of a transfer at one moment. */
export interface NetworkTransfer {
  readonly network: string;
  readonly reference: string;
  readonly state: NetworkTransferState;
  /** In the states included, finalized and failed. */
  readonly inclusion?: Inclusion;
  /** 1 on inclusion, 0 without. */
  readonly confirmationCount: number;
  /** The inclusion is irreversible. */
  readonly final: boolean;
  /** Whose it is, and its place, as the network has it; absent when the node does not know it. */
  readonly placement?: Placement;
  /** What it moves, as far as it is a transfer; absent also when the node does not know it. */
  readonly movement?: NetworkMovement;
}

/** Which transfer is asked for. With its placement, the state `replaced` can be told from `not_found`. */
interface TransferQuery {
  readonly reference: string;
  readonly placement?: Placement;
}

/** What an account holds of an asset. */
interface Balance {
  /** Minor units. */
  readonly amount: bigint;
  /** Height of the block that this is the balance at. */
  readonly height: bigint;
}

/** How a single call is made. */
export interface CallOptions {
  /** Milliseconds after which the call fails with DEADLINE_EXCEEDED. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Written to the adapter's log lines. */
  readonly requestId?: string;
}

type OnNetwork<T> = T & {
  /** CAIP-2. */
  readonly network: string;
};

/** One network of a family. Every method rejects with a `ChainError` when the network, the node or the input is at fault. */
export interface ChainNetwork extends AsyncDisposable {
  readonly info: NetworkInfo;
  validateAccount(account: string): Promise<string>;
  getAsset(asset: string): Promise<AssetInfo>;
  getSigner(account?: string): Promise<SignerInfo>;
  prepareTransfer(order: TransferOrder): Promise<PreparedTransfer>;
  submitTransfer(signedTransaction: Uint8Array): Promise<string>;
  getTransfer(query: TransferQuery): Promise<NetworkTransfer>;
  getBalance(asset: string, account: string): Promise<Balance>;
  /** Takes the newest blocks back, down to the one with this transfer. Only development networks have it. */
  rehearseReorganisation?(reference: string): Promise<void>;
}

/**
 * All networks behind one address: the methods of `pda.chain.v1.ChainAdapterService`, documented there. Every method rejects with
 * a `ChainError`.
 */
export interface ChainAdapter extends AsyncDisposable {
  listNetworks(call?: CallOptions): Promise<NetworkInfo[]>;
  /** Returns the canonical form of the account. */
  validateAccount(request: OnNetwork<{ readonly account: string }>, call?: CallOptions): Promise<string>;
  getAsset(request: OnNetwork<{ readonly asset: string }>, call?: CallOptions): Promise<AssetInfo>;
  /** Of the account that the adapter signs with unless another one is named. */
  getSigner(
    request: OnNetwork<{ readonly account?: string | undefined }>,
    call?: CallOptions,
  ): Promise<SignerInfo>;
  prepareTransfer(request: OnNetwork<TransferOrder>, call?: CallOptions): Promise<PreparedTransfer>;
  /** Returns the reference. A repeat succeeds. */
  submitTransfer(
    request: OnNetwork<{ readonly signedTransaction: Uint8Array }>,
    call?: CallOptions,
  ): Promise<string>;
  getTransfer(request: OnNetwork<TransferQuery>, call?: CallOptions): Promise<NetworkTransfer>;
  getBalance(
    request: OnNetwork<{ readonly asset: string; readonly account: string }>,
    call?: CallOptions,
  ): Promise<Balance>;
  rehearseReorganisation(
    request: OnNetwork<{ readonly reference: string }>,
    call?: CallOptions,
  ): Promise<void>;
  close(): Promise<void>;
}
