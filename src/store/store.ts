import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { ApiKeyReader, ApiKeyWriter } from "./access/store.ts";
import { DeviceReader, DeviceWriter } from "./asset/devices.ts";
import { EvidenceReader } from "./asset/evidence.ts";
import { AssetReader, AssetWriter } from "./asset/store.ts";
import { AssetTypeCache } from "./asset-type/cache.ts";
import { AssetTypeReader, AssetTypeWriter } from "./asset-type/store.ts";
import { ClockReader, ClockWriter } from "./clock/clock.ts";
import { isStalePlan, isTransient, meaningOf } from "./constraints.ts";
import {
  connectionWaitMs,
  type DatabaseOptions,
  openPool,
  ReadingSession,
  refusing,
  type Session,
  silenceOf,
  stalePlansMax,
  TransactionSession,
} from "./database.ts";
import { EventReader, EventSequencer } from "./event/log.ts";
import { OutboxWriter } from "./event/outbox.ts";
import { IdempotencyReader, IdempotencyWriter } from "./idempotency/store.ts";
import { InstallationWriter } from "./installation/store.ts";
import { IssuanceJobReader, IssuanceJobWriter } from "./issuance/jobs.ts";
import { AssetReferenceWriter } from "./issuance/references.ts";
import { BalanceReader } from "./ledger/balances.ts";
import { CheckpointWriter } from "./ledger/checkpoints.ts";
import { LedgerCheckReader } from "./ledger/checks.ts";
import { MovementReader } from "./ledger/movements.ts";
import { LedgerReader } from "./ledger/reader.ts";
import { StatementReader } from "./ledger/statement.ts";
import { TransactionReader } from "./ledger/transactions.ts";
import { LedgerWriter } from "./ledger/writer.ts";
import { MerchantCertificateReader, MerchantCertificateWriter } from "./merchant/certificates.ts";
import { MerchantDeviceReader, MerchantDeviceWriter } from "./merchant/devices.ts";
import { SettlementAccountReader, SettlementAccountWriter } from "./merchant/settlement-accounts.ts";
import { MerchantReader, MerchantWriter } from "./merchant/store.ts";
import { ShelfReader, ShelfWriter } from "./ownership/shelves.ts";
import { TitleReader, TitleWriter } from "./ownership/titles.ts";
import { TransferReader, TransferWriter } from "./ownership/transfers.ts";
import { PartitionWriter } from "./partition/store.ts";
import { PaymentReader } from "./payment/reader.ts";
import { PaymentWriter } from "./payment/writer.ts";
import { PublisherCertificateReader, PublisherCertificateWriter } from "./publisher/certificates.ts";
import { IdentityIssuerReader, IdentityIssuerWriter } from "./publisher/identity-issuers.ts";
import { PublisherReader, PublisherWriter } from "./publisher/store.ts";
import { RefundReader, RefundWriter } from "./refund/store.ts";
import { Reserved } from "./reserved.ts";
import { RevocationListReader, RevocationListWriter } from "./revocation/lists.ts";
import { SettlementProblemReader, SettlementProblemWriter } from "./settlement/problems.ts";
import { SettlementQueueReader, SettlementQueueWriter } from "./settlement/queue.ts";
import { SettlementReader } from "./settlement/reader.ts";
import { SignerWriter } from "./settlement/signer.ts";
import { SettlementTransferWriter } from "./settlement/transfers.ts";
import { UnsettledReader, UnsettledWriter } from "./settlement/unsettled.ts";
import { SettlementWriter } from "./settlement/writer.ts";
import { SigningKeyReader, SigningKeyWriter } from "./signing/keys.ts";
import { StatusListReader, StatusListWriter } from "./status/lists.ts";
import { TicketReader } from "./ticket/reader.ts";
import { TicketWriter } from "./ticket/writer.ts";
import { TurnSession } from "./turn-session.ts";
import { Turns } from "./turns.ts";
import { ChallengeReader, ChallengeWriter } from "./verification/challenges.ts";
import { ChipReader } from "./verification/chips.ts";
import { IdentityChallengeWriter } from "./verification/identity-challenges.ts";
import { IdentityEvidenceReader } from "./verification/identity-evidence.ts";
import { StandingReader } from "./verification/standing.ts";
import { TagReader, TagWriter } from "./verification/tags.ts";
import { RecoveryReader, RecoveryWriter } from "./wallet/recoveries.ts";
import { StatementWriter } from "./wallet/statements.ts";
import { WalletReader, WalletWriter } from "./wallet/store.ts";

const attemptsMax = 5;

/** What can be read outside a transaction. */
export class Readers {
  readonly apiKeys: ApiKeyReader;
  readonly assets: AssetReader;
  readonly assetTypes: AssetTypeReader;
  readonly balances: BalanceReader;
  readonly challenges: ChallengeReader;
  readonly chips: ChipReader;
  readonly clock: ClockReader;
  readonly devices: DeviceReader;
  readonly evidence: EvidenceReader;
  readonly events: EventReader;
  readonly idempotency: IdempotencyReader;
  readonly identityIssuers: IdentityIssuerReader;
  readonly issuanceJobs: IssuanceJobReader;
  readonly ledger: LedgerReader;
  readonly merchantCertificates: MerchantCertificateReader;
  readonly merchantDevices: MerchantDeviceReader;
  readonly ledgerChecks: LedgerCheckReader;
  readonly merchants: MerchantReader;
  readonly movements: MovementReader;
  readonly payments: PaymentReader;
  readonly publisherCertificates: PublisherCertificateReader;
  readonly publishers: PublisherReader;
  readonly recoveries: RecoveryReader;
  readonly refunds: RefundReader;
  readonly revocationLists: RevocationListReader;
  readonly settlementProblems: SettlementProblemReader;
  readonly settlementQueue: SettlementQueueReader;
  readonly settlementAccounts: SettlementAccountReader;
  readonly settlements: SettlementReader;
  readonly shelves: ShelfReader;
  readonly titles: TitleReader;
  readonly transfers: TransferReader;
  readonly signingKeys: SigningKeyReader;
  readonly standings: StandingReader;
  readonly statements: StatementReader;
  readonly statusLists: StatusListReader;
  readonly tags: TagReader;
  readonly tickets: TicketReader;
  readonly transactions: TransactionReader;
  readonly unsettled: UnsettledReader;
  readonly wallets: WalletReader;

  constructor(session: Session, cache: AssetTypeCache) {
    this.apiKeys = new ApiKeyReader(session);
    this.assets = new AssetReader(session);
    this.assetTypes = new AssetTypeReader(session, cache);
    this.balances = new BalanceReader(session);
    this.challenges = new ChallengeReader(session);
    this.chips = new ChipReader(session);
    this.clock = new ClockReader(session);
    this.devices = new DeviceReader(session);
    this.evidence = new EvidenceReader(session);
    this.events = new EventReader(session);
    this.idempotency = new IdempotencyReader(session);
    this.identityIssuers = new IdentityIssuerReader(session);
    this.issuanceJobs = new IssuanceJobReader(session);
    this.ledger = new LedgerReader(session);
    this.merchantCertificates = new MerchantCertificateReader(session);
    this.merchantDevices = new MerchantDeviceReader(session);
    this.ledgerChecks = new LedgerCheckReader(session);
    this.merchants = new MerchantReader(session);
    this.movements = new MovementReader(session);
    this.payments = new PaymentReader(session);
    this.publisherCertificates = new PublisherCertificateReader(session);
    this.publishers = new PublisherReader(session);
    this.recoveries = new RecoveryReader(session);
    this.refunds = new RefundReader(session);
    this.revocationLists = new RevocationListReader(session);
    this.settlementProblems = new SettlementProblemReader(session);
    this.settlementQueue = new SettlementQueueReader(session);
    this.settlementAccounts = new SettlementAccountReader(session);
    this.settlements = new SettlementReader(session);
    this.shelves = new ShelfReader(session);
    this.titles = new TitleReader(session);
    this.transfers = new TransferReader(session);
    this.signingKeys = new SigningKeyReader(session);
    this.standings = new StandingReader(session);
    this.statements = new StatementReader(session);
    this.statusLists = new StatusListReader(session);
    this.tags = new TagReader(session);
    this.tickets = new TicketReader(session);
    this.transactions = new TransactionReader(session);
    this.unsettled = new UnsettledReader(session);
    this.wallets = new WalletReader(session);
  }
}

/** What exists inside a transaction: writers (which also read). */
export class Transaction {
  readonly apiKeys: ApiKeyWriter;
  readonly assetReferences: AssetReferenceWriter;
  readonly assets: AssetWriter;
  readonly assetTypes: AssetTypeWriter;
  readonly challenges: ChallengeWriter;
  readonly checkpoints: CheckpointWriter;
  readonly chips: ChipReader;
  readonly clock: ClockWriter;
  readonly devices: DeviceWriter;
  readonly evidence: EvidenceReader;
  readonly idempotency: IdempotencyWriter;
  readonly identityChallenges: IdentityChallengeWriter;
  readonly identityEvidence: IdentityEvidenceReader;
  readonly identityIssuers: IdentityIssuerWriter;
  readonly ledger: LedgerWriter;
  readonly merchantCertificates: MerchantCertificateWriter;
  readonly merchantDevices: MerchantDeviceWriter;
  readonly merchants: MerchantWriter;
  readonly outbox: OutboxWriter;
  readonly installation: InstallationWriter;
  readonly issuanceJobs: IssuanceJobWriter;
  readonly partitions: PartitionWriter;
  readonly movements: MovementReader;
  readonly payments: PaymentWriter;
  readonly publisherCertificates: PublisherCertificateWriter;
  readonly publishers: PublisherWriter;
  readonly recoveries: RecoveryWriter;
  readonly refunds: RefundWriter;
  readonly revocationLists: RevocationListWriter;
  readonly sequencer: EventSequencer;
  readonly settlementProblems: SettlementProblemWriter;
  readonly settlementQueue: SettlementQueueWriter;
  readonly settlementAccounts: SettlementAccountWriter;
  readonly settlements: SettlementWriter;
  readonly settlementTransfers: SettlementTransferWriter;
  readonly shelves: ShelfWriter;
  readonly signers: SignerWriter;
  readonly titles: TitleWriter;
  readonly transfers: TransferWriter;
  readonly signingKeys: SigningKeyWriter;
  readonly standings: StandingReader;
  readonly statements: StatementWriter;
  readonly statusLists: StatusListWriter;
  readonly tags: TagWriter;
  readonly tickets: TicketWriter;
  readonly unsettled: UnsettledWriter;
  readonly wallets: WalletWriter;

  constructor(session: TransactionSession, cache: AssetTypeCache) {
    this.apiKeys = new ApiKeyWriter(session);
    this.assetReferences = new AssetReferenceWriter(session);
    this.assets = new AssetWriter(session);
    this.assetTypes = new AssetTypeWriter(session, cache);
    this.challenges = new ChallengeWriter(session);
    this.checkpoints = new CheckpointWriter(session);
    this.chips = new ChipReader(session);
    this.clock = new ClockWriter(session);
    this.devices = new DeviceWriter(session);
    this.evidence = new EvidenceReader(session);
    this.idempotency = new IdempotencyWriter(session);
    this.identityChallenges = new IdentityChallengeWriter(session);
    this.identityEvidence = new IdentityEvidenceReader(session);
    this.identityIssuers = new IdentityIssuerWriter(session);
    this.ledger = new LedgerWriter(session);
    this.merchantCertificates = new MerchantCertificateWriter(session);
    this.merchantDevices = new MerchantDeviceWriter(session);
    this.merchants = new MerchantWriter(session);
    this.outbox = new OutboxWriter(session);
    this.installation = new InstallationWriter(session);
    this.issuanceJobs = new IssuanceJobWriter(session);
    this.partitions = new PartitionWriter(session);
    this.movements = new MovementReader(session);
    this.payments = new PaymentWriter(session);
    this.publisherCertificates = new PublisherCertificateWriter(session);
    this.publishers = new PublisherWriter(session);
    this.recoveries = new RecoveryWriter(session);
    this.refunds = new RefundWriter(session);
    this.revocationLists = new RevocationListWriter(session);
    this.sequencer = new EventSequencer(session);
    this.settlementProblems = new SettlementProblemWriter(session);
    this.settlementQueue = new SettlementQueueWriter(session);
    this.settlementAccounts = new SettlementAccountWriter(session);
    this.settlements = new SettlementWriter(session);
    this.settlementTransfers = new SettlementTransferWriter(session);
    this.shelves = new ShelfWriter(session);
    this.signers = new SignerWriter(session);
    this.titles = new TitleWriter(session);
    this.transfers = new TransferWriter(session);
    this.signingKeys = new SigningKeyWriter(session);
    this.standings = new StandingReader(session);
    this.statements = new StatementWriter(session);
    this.statusLists = new StatusListWriter(session);
    this.tags = new TagWriter(session);
    this.tickets = new TicketWriter(session);
    this.unsettled = new UnsettledWriter(session);
    this.wallets = new WalletWriter(session);
  }
}

/** How a transaction is run. */
export interface TransactOptions {
  /** Runs at most, when contention fails it; 5 unless given. */
  readonly attempts?: number;
  /** Longest wait for one lock; the statement timeout unless given. */
  readonly lockTimeoutMs?: number;
  /** Whose turn it waits for; it waits for none unless given. */
  readonly owner?: string;
}

/** Connections that no turn is about: what is gathered from many callers, and what the process does itself, goes by them. */
const connectionsApart = 3;
/** Owners whose readers are kept. */
const ownersMax = 1_000;

/** What a call does with the store. */
export type StoreOfOwner = Pick<Store, "read" | "transact">;

/** The store: readers on the pool, and transactions that hand out writers. */
export class Store implements AsyncDisposable {
  readonly read: Readers;
  readonly reserved: Reserved;
  readonly #pool: Pool;
  readonly #assetTypes = new AssetTypeCache();
  // Two, because what is in a transaction may also read beside it.
  readonly #readTurns: Turns;
  readonly #writeTurns: Turns;
  readonly #owners = new LRUCache<string, StoreOfOwner>({ max: ownersMax });

  constructor(options: DatabaseOptions) {
    const silence = silenceOf(options);
    this.#pool = openPool(options, silence);
    this.reserved = new Reserved(options, silence);
    this.read = new Readers(new ReadingSession(this.#pool), this.#assetTypes);
    const places = Math.max(1, options.poolMax - connectionsApart);
    const turns = { places, share: Math.ceil(places / 2), waitingMax: 512, waitMs: connectionWaitMs };
    this.#readTurns = new Turns(turns);
    this.#writeTurns = new Turns(turns);
  }

  /** The store as one of those uses it who share its connections: slow queries of one leave connections for the others. */
  of(owner: string): StoreOfOwner {
    const known = this.#owners.get(owner);
    if (known) return known;
    const made: StoreOfOwner = {
      read: new Readers(new TurnSession(this.#pool, this.#readTurns, owner), this.#assetTypes),
      transact: (work, options) => this.transact(work, { ...options, owner }),
    };
    this.#owners.set(owner, made);
    return made;
  }

  /**
   * Runs `work` in one transaction and commits it. On serialisation failures, deadlocks and plans that a migration made stale the
   * whole closure runs again, so it must have no effect of its own outside `tx`.
   *
   * @throws what `work` throws, constraint violations translated (see constraints.ts); nothing is changed then
   */
  async transact<T>(work: (tx: Transaction) => Promise<T>, options: TransactOptions = {}): Promise<T> {
    const { attempts = attemptsMax, lockTimeoutMs, owner } = options;
    const begin = lockTimeoutMs === undefined ? "begin" : `begin; set local lock_timeout = ${lockTimeoutMs}`;
    for (let attempt = 1, stale = 0; ; attempt++) {
      try {
        const once = (): Promise<T> => this.#once(work, begin);
        return await (owner === undefined ? once() : this.#writeTurns.within(owner, once));
      } catch (error) {
        if (isStalePlan(error) && ++stale <= stalePlansMax) attempt--;
        else if (!isTransient(error) || attempt >= attempts) throw meaningOf(error);
        await sleep(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  /**
   * Runs `work` with readers that all see the database as it was at one moment, for as long as it takes: a transaction that can only
   * read. It holds no writer back, but keeps the server from cleaning up behind it, so it should not last for hours.
   */
  async snapshot<T>(work: (read: Readers) => Promise<T>): Promise<T> {
    // The name is that by which oldest_open_transaction() knows that it will not write.
    const begin =
      "begin isolation level repeatable read read only; set local application_name = 'pda-reading'; set local statement_timeout = 0";
    return refusing(this.#within(begin, (session) => work(new Readers(session, this.#assetTypes))));
  }

  async #once<T>(work: (tx: Transaction) => Promise<T>, begin: string): Promise<T> {
    return this.#within(begin, (session) => work(new Transaction(session, this.#assetTypes)));
  }

  async #within<T>(begin: string, work: (session: TransactionSession) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    // A connection that is lost between two statements says so here; unheard, it would end the process.
    const lost = (error: Error): void => {
      broken = error;
    };
    client.on("error", lost);
    const session = new TransactionSession(client);
    try {
      session.begin(begin);
      const result = await work(session);
      await session.commit();
      return result;
    } catch (error) {
      const cause = session.causeOf(error);
      // With its connection go the stale plans; the next one prepares its statements anew.
      broken ??= isStalePlan(cause) ? (cause as Error) : await session.rollback();
      throw cause;
    } finally {
      client.off("error", lost);
      // A connection that could not roll back is closed, never reused.
      client.release(broken);
    }
  }

  /** True when the database answers within three seconds. */
  isReachable(): Promise<boolean> {
    return this.reserved.isReachable();
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.reserved.close()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
