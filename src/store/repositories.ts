// The registry of the store's readers and writers, by name.

import { AccessCertificateReader, AccessCertificateWriter } from "./access-certificates.ts";
import { AlarmReader } from "./alarms.ts";
import { ApiKeyReader, ApiKeyWriter } from "./api-keys.ts";
import { AssetReader, AssetWriter } from "./asset/assets.ts";
import { DeviceReader, DeviceWriter } from "./asset/devices.ts";
import { EvidenceReader } from "./asset/evidence.ts";
import { AssetTypeReader, AssetTypeWriter } from "./asset-type/asset-types.ts";
import type { AssetTypeCache } from "./asset-type/cache.ts";
import { AuditKeyReader, AuditKeyWriter } from "./audit/keys.ts";
import { AuditReader } from "./audit/log.ts";
import { AuditBatchWriter } from "./audit/batches.ts";
import { AuditRetention } from "./audit/retention.ts";
import { AuditSequencer } from "./audit/sequencer.ts";
import { ClockReader, ClockWriter } from "./clock.ts";
import { DataKeyReader, DataKeyWriter } from "./data-keys.ts";
import { CredentialFailureWriter } from "./credential-failures.ts";
import { DelegationUseWriter } from "./delegation-uses.ts";
import type { Session, TransactionSession } from "./database.ts";
import { EventReader, EventSequencer } from "./event/log.ts";
import { OutboxWriter } from "./event/outbox.ts";
import { RelayReader, RelayWriter } from "./event/relay.ts";
import { IdempotencyReader, IdempotencyWriter } from "./idempotency.ts";
import { InstallationReader, InstallationWriter } from "./installation.ts";
import { IssuanceJobReader, IssuanceJobWriter } from "./issuance/jobs.ts";
import { AssetReferenceWriter } from "./issuance/references.ts";
import { BalanceReader } from "./ledger/balances.ts";
import { CheckpointWriter } from "./ledger/checkpoints.ts";
import { FoldWriter } from "./ledger/folding.ts";
import { LedgerCheckReader, LedgerCheckWriter } from "./ledger/checks.ts";
import { MovementReader } from "./ledger/movements.ts";
import { LedgerReader } from "./ledger/reader.ts";
import { StatementReader } from "./ledger/statement.ts";
import { TransactionReader } from "./ledger/transactions.ts";
import { LedgerWriter } from "./ledger/writer.ts";
import { MerchantDeviceReader, MerchantDeviceWriter } from "./merchant/devices.ts";
import { MerchantReader, MerchantWriter } from "./merchant/merchants.ts";
import { SettlementAccountReader, SettlementAccountWriter } from "./merchant/settlement-accounts.ts";
import { ShelfReader, ShelfWriter } from "./ownership/shelves.ts";
import { TitleReader, TitleWriter } from "./ownership/titles.ts";
import { TransferReader, TransferWriter } from "./ownership/transfers.ts";
import { PasskeyReader, PasskeyWriter } from "./passkeys.ts";
import { PartitionWriter } from "./partitions.ts";
import { PaymentReader } from "./payment/reader.ts";
import { PaymentWriter } from "./payment/writer.ts";
import { ProcessReader, ProcessWriter } from "./processes.ts";
import { PublicKeyReader, PublicKeyWriter } from "./public-keys.ts";
import { PublisherCertificateReader, PublisherCertificateWriter } from "./publisher/certificates.ts";
import { IdentityIssuerReader, IdentityIssuerWriter } from "./publisher/identity-issuers.ts";
import { PublisherReader, PublisherWriter } from "./publisher/publishers.ts";
import { QuotaBucketWriter } from "./quota-buckets.ts";
import { RefundReader, RefundWriter } from "./refunds.ts";
import { RevocationListReader, RevocationListWriter } from "./revocation-lists.ts";
import { SettlementProblemReader, SettlementProblemWriter } from "./settlement/problems.ts";
import { SettlementQueueReader, SettlementQueueWriter } from "./settlement/queue.ts";
import { SettlementReader } from "./settlement/reader.ts";
import { SettlementRecoveryWriter } from "./settlement/recovery.ts";
import { SignerWriter } from "./settlement/signer.ts";
import { SettlementTransferWriter } from "./settlement/transfers.ts";
import { UnfinishedSettlementReader } from "./settlement/unfinished.ts";
import { UnsettledReader, UnsettledWriter } from "./settlement/unsettled.ts";
import { SettlementWriter } from "./settlement/writer.ts";
import { SealedValueReader, SealedValueWriter } from "./sealed-values.ts";
import { SigningKeyReader, SigningKeyWriter } from "./signing-keys.ts";
import { RevokedAccessTokens } from "./revoked-access-tokens.ts";
import { OAuthStates } from "./oauth-states.ts";
import { SignInGrants } from "./sign-in-grants.ts";
import { SignInSessionReader, SignInSessionWriter } from "./sign-in-sessions.ts";
import { SpentNonceWriter } from "./spent-nonces.ts";
import { StatusListReader, StatusListWriter } from "./status-lists.ts";
import { TicketReader } from "./ticket/reader.ts";
import { TicketWriter } from "./ticket/writer.ts";
import { ChallengeReader, ChallengeWriter } from "./verification/challenges.ts";
import { ChipReader } from "./verification/chips.ts";
import { IdentityChallengeWriter } from "./verification/identity-challenges.ts";
import { IdentityEvidenceReader } from "./verification/identity-evidence.ts";
import { StandingReader } from "./verification/standing.ts";
import { TagReader, TagWriter } from "./verification/tags.ts";
import { RecoveryReader, RecoveryWriter } from "./wallet/recoveries.ts";
import { StatementWriter } from "./wallet/statements.ts";
import { WalletReader, WalletWriter } from "./wallet/wallets.ts";
import { WebhookDeliveryReader } from "./webhook/deliveries.ts";
import { WebhookReplayReader, WebhookReplayWriter } from "./webhook/replays.ts";
import { WebhookSecretWriter } from "./webhook/secrets.ts";
import { WebhookTestWriter } from "./webhook/tests.ts";
import { WebhookVerificationWriter } from "./webhook/verifications.ts";
import { WebhookReader, WebhookWriter } from "./webhook/webhooks.ts";
import { WebhookDisabler } from "./webhook/disabler.ts";
import { WebhookFeedReader } from "./webhook/feed.ts";
import { WebhookLeaseWriter } from "./webhook/leases.ts";
import { WebhookOutcomeWriter } from "./webhook/outcomes.ts";

/** Readers that work outside a transaction. */
const readers = {
  accessCertificates: AccessCertificateReader,
  alarms: AlarmReader,
  apiKeys: ApiKeyReader,
  assetTypes: AssetTypeReader,
  assets: AssetReader,
  audit: AuditReader,
  auditKeys: AuditKeyReader,
  balances: BalanceReader,
  challenges: ChallengeReader,
  chips: ChipReader,
  clock: ClockReader,
  dataKeys: DataKeyReader,
  devices: DeviceReader,
  events: EventReader,
  evidence: EvidenceReader,
  idempotency: IdempotencyReader,
  identityIssuers: IdentityIssuerReader,
  installation: InstallationReader,
  issuanceJobs: IssuanceJobReader,
  ledger: LedgerReader,
  ledgerChecks: LedgerCheckReader,
  merchantDevices: MerchantDeviceReader,
  merchants: MerchantReader,
  movements: MovementReader,
  oauthStates: OAuthStates,
  passkeys: PasskeyReader,
  payments: PaymentReader,
  processes: ProcessReader,
  publicKeys: PublicKeyReader,
  publisherCertificates: PublisherCertificateReader,
  publishers: PublisherReader,
  recoveries: RecoveryReader,
  refunds: RefundReader,
  relays: RelayReader,
  revocationLists: RevocationListReader,
  sealedValues: SealedValueReader,
  settlementAccounts: SettlementAccountReader,
  settlementProblems: SettlementProblemReader,
  settlementQueue: SettlementQueueReader,
  settlements: SettlementReader,
  shelves: ShelfReader,
  signInGrants: SignInGrants,
  signInSessions: SignInSessionReader,
  signingKeys: SigningKeyReader,
  standings: StandingReader,
  statements: StatementReader,
  statusLists: StatusListReader,
  tags: TagReader,
  tickets: TicketReader,
  titles: TitleReader,
  transactions: TransactionReader,
  transfers: TransferReader,
  unfinishedSettlements: UnfinishedSettlementReader,
  unsettled: UnsettledReader,
  wallets: WalletReader,
  webhookDeliveries: WebhookDeliveryReader,
  webhookReplays: WebhookReplayReader,
  webhooks: WebhookReader,
  webhookFeed: WebhookFeedReader,
};

/** Writers, and readers that a transaction needs. Writers can also read. */
const writers = {
  accessCertificates: AccessCertificateWriter,
  apiKeys: ApiKeyWriter,
  assetReferences: AssetReferenceWriter,
  assetTypes: AssetTypeWriter,
  assets: AssetWriter,
  audit: AuditReader,
  auditKeys: AuditKeyWriter,
  auditBatches: AuditBatchWriter,
  auditRetention: AuditRetention,
  auditSequencer: AuditSequencer,
  eventSequencer: EventSequencer,
  challenges: ChallengeWriter,
  checkpoints: CheckpointWriter,
  folding: FoldWriter,
  chips: ChipReader,
  clock: ClockWriter,
  dataKeys: DataKeyWriter,
  credentialFailures: CredentialFailureWriter,
  delegationUses: DelegationUseWriter,
  devices: DeviceWriter,
  evidence: EvidenceReader,
  idempotency: IdempotencyWriter,
  identityChallenges: IdentityChallengeWriter,
  identityEvidence: IdentityEvidenceReader,
  identityIssuers: IdentityIssuerWriter,
  installation: InstallationWriter,
  issuanceJobs: IssuanceJobWriter,
  ledger: LedgerWriter,
  ledgerChecks: LedgerCheckWriter,
  merchantDevices: MerchantDeviceWriter,
  merchants: MerchantWriter,
  movements: MovementReader,
  oauthStates: OAuthStates,
  outbox: OutboxWriter,
  partitions: PartitionWriter,
  passkeys: PasskeyWriter,
  payments: PaymentWriter,
  processes: ProcessWriter,
  publicKeys: PublicKeyWriter,
  publisherCertificates: PublisherCertificateWriter,
  publishers: PublisherWriter,
  quotaBuckets: QuotaBucketWriter,
  recoveries: RecoveryWriter,
  refunds: RefundWriter,
  relays: RelayWriter,
  revocationLists: RevocationListWriter,
  sealedValues: SealedValueWriter,
  settlementAccounts: SettlementAccountWriter,
  settlementProblems: SettlementProblemWriter,
  settlementQueue: SettlementQueueWriter,
  settlementRecovery: SettlementRecoveryWriter,
  settlementTransfers: SettlementTransferWriter,
  settlements: SettlementWriter,
  shelves: ShelfWriter,
  signInGrants: SignInGrants,
  signInSessions: SignInSessionWriter,
  signers: SignerWriter,
  signingKeys: SigningKeyWriter,
  revokedAccessTokens: RevokedAccessTokens,
  spentNonces: SpentNonceWriter,
  standings: StandingReader,
  statements: StatementWriter,
  statusLists: StatusListWriter,
  tags: TagWriter,
  tickets: TicketWriter,
  titles: TitleWriter,
  transfers: TransferWriter,
  unsettled: UnsettledWriter,
  wallets: WalletWriter,
  webhookReplays: WebhookReplayWriter,
  webhookSecrets: WebhookSecretWriter,
  webhookTests: WebhookTestWriter,
  webhookVerifications: WebhookVerificationWriter,
  webhooks: WebhookWriter,
  webhookDisabler: WebhookDisabler,
  webhookLeases: WebhookLeaseWriter,
  webhookOutcomes: WebhookOutcomeWriter,
};

type Constructor<S extends Session, Made = object> = new (session: S, cache: AssetTypeCache) => Made;
type Table<S extends Session> = Readonly<Record<string, Constructor<S>>>;
type Instances<T extends Table<never>> = { readonly [Name in keyof T]: InstanceType<T[Name]> };

export const Readers = madeOnUse<Session, typeof readers>(readers);
export type Readers = Instances<typeof readers>;

export const Transaction = madeOnUse<TransactionSession, typeof writers>(writers);
export type Transaction = Instances<typeof writers>;

/**
 * Returns a class with one getter for each name in `table`. A getter creates its instance on first use, because a transaction uses few
 * instances. The getters live on the prototype, so a copy by spread lacks them.
 */
function madeOnUse<S extends Session, T extends Table<S>>(table: T): Constructor<S, Instances<T>> {
  class MadeOnUse {
    readonly made = new Map<string, object>();
    readonly session: S;
    readonly cache: AssetTypeCache;

    constructor(session: S, cache: AssetTypeCache) {
      this.session = session;
      this.cache = cache;
    }
  }
  for (const [name, Repository] of Object.entries(table))
    Object.defineProperty(MadeOnUse.prototype, name, {
      get(this: MadeOnUse): object {
        let instance = this.made.get(name);
        if (!instance) {
          instance = new Repository(this.session, this.cache);
          this.made.set(name, instance);
        }
        return instance;
      },
    });
  return MadeOnUse as unknown as Constructor<S, Instances<T>>;
}
