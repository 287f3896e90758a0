import type { WebhookPolicy } from "../domain/webhook/webhook.ts";
import type { RequestedFailures } from "../domain/payment/requested-failures.ts";
import type { Logger } from "../logger.ts";
import type { AuditTrail } from "../rpc/audit/trail.ts";
import type { BusinessClock } from "../rpc/business-clock.ts";
import type { Notices } from "../rpc/notices.ts";
import type { Sealer } from "../rpc/seal.ts";
import type { Store } from "../store/store.ts";
import type { OwnershipTags } from "../trust/ownership/tags.ts";
import type { Checkpoints } from "./audit/checkpoints.ts";
import type { KeyUse } from "./access/key-use.ts";
import type { OwnTokens } from "./access/oauth/own-tokens.ts";
import type { SessionCredentials } from "./access/oauth/session-credentials.ts";
import type { SessionTokens } from "./access/oauth/session-tokens.ts";
import type { RateSubjects } from "./access/quotas.ts";
import type { StillAccepted } from "./access/still-accepted.ts";
import type { TokenCheck } from "./access/token.ts";
import type { TrustAuthority } from "./authority/trust-authority.ts";
import type { EventNews } from "./event/event-news.ts";
import type { EventWaits } from "./event/event-waits.ts";
import type { Networks } from "./networks/networks.ts";
import type { RevocationLists } from "./revocation/revocation-lists.ts";
import type { StatusLists } from "./revocation/status-lists.ts";
import type { Receipts } from "./signing/receipts.ts";
import type { SigningKeys } from "./signing/signing-keys.ts";

/** The dependencies of the services. Each service takes only those that it needs. */
export interface ServiceDeps {
  readonly store: Store;
  readonly log: Logger;
  readonly sealer: Sealer;
  /** Computes the tags that stand for owners in the store, so that the store does not reveal the owners. */
  readonly ownershipTags: OwnershipTags;
  readonly networks: Networks;
  /** Types of several publishers may be the same asset on a network, as in a sandbox, whose demonstrations share its assets. */
  readonly networkAssetsShared: boolean;
  readonly trust: TrustAuthority;
  /** Keys that the service signs with. */
  readonly signingKeys: SigningKeys;
  /** Signs receipts of answers. */
  readonly receipts: Receipts;
  readonly statusLists: StatusLists;
  readonly revocationLists: RevocationLists;
  /** Assets on networks that a sandbox offers for new asset types, CAIP-19. */
  readonly sandboxAssets: readonly string[];
  /** Base address of the service as callers know it; `source` of events and `aud` of signatures. */
  readonly publicUrl: string;
  /** Default lifetime of a payment. A request may set one from `paymentTtlSecondsMin` to `paymentTtlSecondsMax`. */
  readonly paymentTtlSeconds: number;
  /** How often a worker checks the ledger; 0 for never. */
  readonly ledgerCheckSeconds: number;
  /** How long a change of a settlement account waits until it is in force. */
  readonly settlementAccountDelaySeconds: number;
  /** Records when keys are used. */
  readonly keyUse: KeyUse;
  /** Pseudonyms of callers for quotas and for counts of wrong credentials. */
  readonly rateSubjects: RateSubjects;
  /** Checks JWTs that are signed with registered keys. */
  readonly tokens: TokenCheck;
  /** Access tokens of the embedded authorisation server. */
  readonly ownTokens: OwnTokens;
  /** The credentials that people sign in as. */
  readonly sessionCredentials: SessionCredentials;
  /** Access tokens of people. */
  readonly sessionTokens: SessionTokens;
  readonly paymentTtlSecondsMin: number;
  readonly paymentTtlSecondsMax: number;
  /** Most that a device pays when it is tapped, in whole units of any asset type. */
  readonly tapAmountMax: string;
  /** The failures that payments can request, in a sandbox. */
  readonly requestedFailures?: RequestedFailures;
  /** Refunds may come out of money that a settlement has taken already. */
  readonly refundsFromSettled: boolean;
  /** How long a holder can veto the recovery of its wallet. */
  readonly recoveryDelaySeconds: number;
  /** What this core knows of the clock, in a sandbox. */
  readonly clock?: BusinessClock;
  /** Keeps a record of every call. */
  readonly audit: Pick<AuditTrail, "note" | "commit" | "addressHash" | "isFull">;
  /** Tells the operator what may be the work of a thief. */
  readonly notices: Notices;
  /** Signs the heads of the audit log. */
  readonly checkpoints: Checkpoints;
  /** Event types that this service publishes. */
  readonly eventTypes: readonly string[];
  /** The calls that wait for events. */
  readonly eventWaits: EventWaits;
  /** What has happened lately, for the streams of gateways. */
  readonly eventNews: EventNews;
  /** Checks the credential of a call that has waited once more. */
  readonly stillAccepted: StillAccepted;
  /** What this deployment allows of webhook endpoints. */
  readonly webhooks: WebhookPolicy;
}

/** What the operations on ownership need. */
export type OwnershipDeps = Pick<
  ServiceDeps,
  "store" | "sealer" | "ownershipTags" | "receipts" | "publicUrl"
>;

/** What the operations on keys of wallets need. */
export type WalletKeyDeps = Pick<ServiceDeps, "publicUrl" | "recoveryDelaySeconds" | "notices">;
