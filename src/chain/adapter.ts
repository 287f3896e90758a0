// TypeScript types of the contract `pda.chain.v1`: the interface that a network family implements and that the service calls.

/** A network that an adapter serves. */
export interface NetworkInfo {
  /** CAIP-2. */
  readonly network: string;
  /** Confirmations that a transfer needs before it can be final. */
  readonly confirmations: number;
  /** CAIP-10 account that the adapter signs transfers with. */
  readonly signer: string;
}

/** The state of a present or former signing account, as the node reports it at this moment. */
export interface SignerInfo {
  /** CAIP-10. */
  readonly account: string;
  /**
   * Sequence for the next transaction. It is above the sequences of all included transactions, and of waiting ones if the node reports
   * them.
   */
  readonly nextSequence: bigint;
  /** Lowest sequence above those of all transactions that the network has included. */
  readonly includedSequence: bigint;
}

/** An asset as its network describes it. */
export interface AssetInfo {
  /** CAIP-19, canonical. */
  readonly asset: string;
  /** Fraction digits. */
  readonly decimals: number;
  /** Symbol that the asset gives itself. Do not trust it. */
  readonly symbol: string;
}

/** A transfer that the adapter is asked to sign. */
export interface TransferOrder {
  /** CAIP-19. */
  readonly asset: string;
  /** CAIP-10. */
  readonly to: string;
  /** Minor units; must be above zero. */
  readonly amount: bigint;
  /** Position of the transfer in the order of the signer's transactions. */
  readonly sequence: bigint;
  /** A signed transaction of the same sequence. The new transaction displaces it by a higher fee. */
  readonly replaces?: Uint8Array;
  /** Minimum percentage by which the fee exceeds that of the displaced transaction. Default: the network's own minimum. */
  readonly feeRaisePercent?: number;
}

/** A signed transfer that the adapter has not sent. */
export interface PreparedTransfer {
  readonly network: string;
  /** The network's reference of the transfer; known before the transfer is sent. */
  readonly reference: string;
  /** CAIP-10. */
  readonly signer: string;
  readonly sequence: bigint;
  /** Opaque bytes. Anyone who has them can submit the transfer. */
  readonly signedTransaction: Uint8Array;
}

/**
 * State of a transfer on the network:
 * - `not_found`: the node does not know the transfer. Submit it again.
 * - `pending`: the node holds the transfer.
 * - `included`: a block contains the transfer, and the amount moved.
 * - `finalized`: the inclusion is irreversible. Terminal.
 * - `failed`: a block contains the transfer, and the network says that it failed. Nothing moved. Terminal once final.
 * - `unclear`: a block contains the transfer, and the network says that it succeeded, but does not show that exactly the amount moved.
 * - `replaced`: another transaction used the sequence of the transfer.
 */
export type NetworkTransferState =
  | "not_found"
  | "pending"
  | "included"
  | "finalized"
  | "failed"
  | "unclear"
  | "replaced";

/** The block that contains a transaction. If two observations of a transaction differ in this, the network was reorganised. */
export interface Inclusion {
  readonly height: bigint;
  /** The network's identifier of the block; opaque. */
  readonly block: string;
  readonly blockTime: Date;
}

/** Position of a transaction in the order of one signer. */
export interface Placement {
  /** CAIP-10. */
  readonly signer: string;
  readonly sequence: bigint;
}

/** The movement that a transaction makes, or would have made if it had not failed. */
export interface NetworkMovement {
  /** CAIP-19. */
  readonly asset: string;
  /** CAIP-10. */
  readonly to: string;
  /** Minor units. */
  readonly amount: bigint;
}

/** The node's knowledge of a transfer at one moment. */
export interface NetworkTransfer {
  readonly network: string;
  readonly reference: string;
  readonly state: NetworkTransferState;
  /** Present in the states `included`, `finalized`, `failed` and `unclear`. */
  readonly inclusion?: Inclusion;
  /** 1 when the newest block contains the transfer; 0 when no block does. */
  readonly confirmationCount: number;
  /** True when the inclusion is irreversible. */
  readonly final: boolean;
  /** Signer and sequence of the transaction, from the network. Absent when the node does not know the transaction. */
  readonly placement?: Placement;
  /** Absent when the transaction is not a transfer, or the node does not know the transaction. */
  readonly movement?: NetworkMovement;
}

/** Identifies the transfer to look up. The placement lets the adapter tell `replaced` from `not_found`. */
interface TransferQuery {
  readonly reference: string;
  readonly placement?: Placement;
}

/** The balance of an account in one asset. */
interface Balance {
  /** Minor units. */
  readonly amount: bigint;
  /** Height of the block at which the balance was read. */
  readonly height: bigint;
}

/** Options of one call. */
export interface CallOptions {
  /** Deadline in milliseconds; after it the call fails with DEADLINE_EXCEEDED. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Correlates the call with the adapter's log lines. */
  readonly requestId?: string;
}

type OnNetwork<T> = T & {
  /** CAIP-2. */
  readonly network: string;
};

/** One network of a family. Every method rejects with a `ChainError` if the network, the node or the input is at fault. */
export interface ChainNetwork extends AsyncDisposable {
  readonly info: NetworkInfo;
  validateAccount(account: string): Promise<string>;
  getAsset(asset: string): Promise<AssetInfo>;
  getSigner(account?: string): Promise<SignerInfo>;
  prepareTransfer(order: TransferOrder): Promise<PreparedTransfer>;
  submitTransfer(signedTransaction: Uint8Array): Promise<string>;
  getTransfer(query: TransferQuery): Promise<NetworkTransfer>;
  getBalance(asset: string, account: string): Promise<Balance>;
  /**
   * Takes back the newest blocks, down to and including the block that contains this transfer. Only development networks offer this method.
   */
  rehearseReorganisation?(reference: string): Promise<void>;
}

/**
 * All networks that one adapter serves. The methods are those of `pda.chain.v1.ChainAdapterService`, which documents them. Every method
 * rejects with a `ChainError`.
 */
export interface ChainAdapter extends AsyncDisposable {
  listNetworks(call?: CallOptions): Promise<NetworkInfo[]>;
  /** Returns the canonical form of the account. */
  validateAccount(request: OnNetwork<{ readonly account: string }>, call?: CallOptions): Promise<string>;
  getAsset(request: OnNetwork<{ readonly asset: string }>, call?: CallOptions): Promise<AssetInfo>;
  /** Returns the state of the named account. Default: the account that the adapter signs with. */
  getSigner(
    request: OnNetwork<{ readonly account?: string | undefined }>,
    call?: CallOptions,
  ): Promise<SignerInfo>;
  prepareTransfer(request: OnNetwork<TransferOrder>, call?: CallOptions): Promise<PreparedTransfer>;
  /** Submits a signed transfer and returns its reference. A repeat succeeds too. */
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
