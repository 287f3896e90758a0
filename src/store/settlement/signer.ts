import { Repository, type Row } from "../database.ts";

/** The account that pays out on a network, and the sequence of its next transfer. */
export interface SignerState {
  /** CAIP-10. */
  readonly account: string;
  readonly nextSequence: bigint;
  /** Counts how often the network has started from zero. */
  readonly epoch: number;
}

/** Gives out the sequences of each network's signer, one at a time; exists inside a transaction only. */
export class SignerWriter extends Repository {
  /** The signer of a network, locked; `busy` while another transaction has it, undefined before its first use. */
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

  /** Records a signer on its first use, unless somebody else has just done so. */
  async open(network: string, signer: Pick<SignerState, "account" | "nextSequence">): Promise<void> {
    await this.session.run(
      {
        name: "signer_open",
        text: "insert into network_signer (network, account, next_sequence) values ($1, $2, $3) on conflict do nothing",
      },
      [network, signer.account, signer.nextSequence.toString()],
    );
  }

  /** Sets the next sequence of a signer that this transaction has locked. */
  async setNext(network: string, nextSequence: bigint): Promise<void> {
    await this.session.run(
      { name: "signer_set_next", text: "update network_signer set next_sequence = $2 where network = $1" },
      [network, nextSequence.toString()],
    );
  }

  /** Goes on with another account, or in another epoch, of a signer that this transaction has locked. */
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
