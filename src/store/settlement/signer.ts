import { Repository, type Row } from "../database.ts";

/** The account that pays out on a network, and the sequence of the account's next transfer. */
export interface SignerState {
  /** CAIP-10. */
  readonly account: string;
  readonly nextSequence: bigint;
  /** Number of times that the network was restarted from zero. */
  readonly epoch: number;
}

/** Assigns the sequences of each network's signer, one at a time; exists inside a transaction only. */
export class SignerWriter extends Repository {
  /** Locks and returns the signer of a network; `busy` while another transaction has the lock, undefined before the first use. */
  async lock(network: string): Promise<SignerState | "busy" | undefined> {
    const [row] = await this.session.run<Row<"network_signer", "account, next_sequence, epoch">>(
      {
        name: "signer_lock",
        text: "select account, next_sequence, epoch from network_signer where network = $1 for no key update skip locked",
      },
      [network],
    );
    if (row) return { account: row.account, nextSequence: BigInt(row.next_sequence), epoch: row.epoch };
    const [known] = await this.session.run(
      { name: "signer_known", text: "select 1 from network_signer where network = $1" },
      [network],
    );
    return known && "busy";
  }

  /** Records a signer on its first use. Has no effect when another transaction has just recorded a signer. */
  async open(network: string, signer: Pick<SignerState, "account" | "nextSequence">): Promise<void> {
    await this.session.run(
      {
        name: "signer_open",
        text: "insert into network_signer (network, account, next_sequence) values ($1, $2, $3) on conflict do nothing",
      },
      [network, signer.account, signer.nextSequence.toString()],
    );
  }

  /** Returns the sequence after the highest that this database gave to a transfer of an account; 0 if it gave none. */
  async nextOf(network: string, account: string, epoch: number): Promise<bigint> {
    const { next } = await this.session.one<{ readonly next: string }>(
      {
        name: "signer_next_of",
        text: `select coalesce(max(sequence) + 1, 0) as next from settlement_transfer
          where network = $1 and signer = $2 and epoch = $3 and replaces is null and epoch >= 0`,
      },
      [network, account, epoch],
    );
    return BigInt(next);
  }

  /** Sets the next sequence of a locked signer. */
  async setNext(network: string, nextSequence: bigint): Promise<void> {
    await this.session.run(
      { name: "signer_set_next", text: "update network_signer set next_sequence = $2 where network = $1" },
      [network, nextSequence.toString()],
    );
  }

  /** Changes the account or the epoch of a locked signer. */
  async replace(network: string, signer: SignerState): Promise<void> {
    await this.session.run(
      {
        name: "signer_replace",
        text: "update network_signer set account = $2, next_sequence = $3, epoch = $4 where network = $1",
      },
      [network, signer.account, signer.nextSequence.toString(), signer.epoch],
    );
  }
}
