// The core: all services behind one pipeline over gRPC with mutual TLS.
import { walletService } from "./services/wallet/index.ts";
import { Receipts } from "./services/signing/receipts.ts";
import tls from "node:tls";
import { connectChainAdapter } from "./chain/client.ts";
import type { Config } from "./config.ts";
import { release } from "./config/release.ts";
import { simulations } from "./domain/payment/simulation.ts";
import { logger } from "./logger.ts";
import { loadGrants } from "./pki/grants.ts";
import { loadTierIdentity } from "./pki/identity.ts";
import { layout, tierId } from "./pki/names.ts";
import { dataKeySource } from "./platform/data-key.ts";
import { AuditTrail } from "./rpc/audit/trail.ts";
import { BusinessClock } from "./rpc/business-clock.ts";
import type { ServedMethod } from "./rpc/handler.ts";
import { Identity } from "./rpc/identity.ts";
import { Notices } from "./rpc/notices.ts";
import { Pipeline } from "./rpc/pipeline.ts";
import { ProcessReporter } from "./rpc/process-reporter.ts";
import { Limiter } from "./rpc/quota/limiter.ts";
import { Sealer } from "./rpc/seal.ts";
import { serveRpc } from "./rpc/server.ts";
import { principalOfCredential } from "./services/access/credential.ts";
import { principalOfToken } from "./services/access/dpop.ts";
import { DpopNonces } from "./services/access/dpop-nonces.ts";
import { accessService, callerService, outcomeService } from "./services/access/index.ts";
import { KeyUse } from "./services/access/key-use.ts";
import { Issuers } from "./services/access/oauth/issuers.ts";
import { authorizationServerService } from "./services/access/oauth/authorization-server.ts";
import { SessionCredentials } from "./services/access/oauth/session-credentials.ts";
import { SessionTokens } from "./services/access/oauth/session-tokens.ts";
import { passkeyService } from "./services/access/oauth/passkeys.ts";
import { signInService } from "./services/access/oauth/sign-in.ts";
import { OAuthClients } from "./services/access/oauth/clients.ts";
import { OwnTokens } from "./services/access/oauth/own-tokens.ts";
import { ownLeases, RateSubjects } from "./services/access/quotas.ts";
import { RevokedTokens } from "./services/access/oauth/revoked-tokens.ts";
import { RegisteredCertificates } from "./services/access/registered-certificates.ts";
import { keptMs } from "./services/access/recently-found.ts";
import { RegisteredKeys } from "./services/access/registered-keys.ts";
import { stillAccepted } from "./services/access/still-accepted.ts";
import { spendOnce } from "./services/access/spend-once.ts";
import { assetService } from "./services/asset/index.ts";
import { requireSameKeys } from "./services/authority/installed-keys.ts";
import { loadTrustAuthority } from "./services/authority/trust-authority.ts";
import { DataKeys } from "./services/data-keys/data-keys.ts";
import { publicKeyServices } from "./services/credentials/index.ts";
import { operatorKeyServices } from "./services/credentials/operator.ts";
import type { ServiceDeps } from "./services/deps.ts";
import { Checkpoints } from "./services/audit/checkpoints.ts";
import { auditService } from "./services/audit/index.ts";
import { loadAuditKeys } from "./services/audit/keys.ts";
import { SignedHead } from "./services/audit/signed-head.ts";
import { EventNews } from "./services/event/event-news.ts";
import { EventWaits } from "./services/event/event-waits.ts";
import { eventNewsService, eventService } from "./services/event/index.ts";
import { watchEvents } from "./services/event/watch-events.ts";
import { ledgerService } from "./services/ledger/index.ts";
import { merchantService, merchantTrustService } from "./services/merchant/index.ts";
import { chainNetworks } from "./services/networks/networks.ts";
import { grantService, ownershipService } from "./services/ownership/index.ts";
import { paymentServices, settlementService } from "./services/payment/index.ts";
import { deviceTaps } from "./services/payment/tap/device.ts";
import { identityIssuerService, passService, publisherService } from "./services/publisher/index.ts";
import { issuanceService } from "./services/publisher/issuance/index.ts";
import { OfflineRootList, type RootListEnd } from "./services/revocation/offline-root-list.ts";
import { RevocationLists } from "./services/revocation/revocation-lists.ts";
import { StatusLists } from "./services/revocation/status-lists.ts";
import { followClock } from "./services/sandbox/follow-clock.ts";
import { sandboxService } from "./services/sandbox/index.ts";
import { alarmService, ledgerCheckService, processService } from "./services/operator/index.ts";
import { serverService } from "./services/server/index.ts";
import { SigningKeys } from "./services/signing/signing-keys.ts";
import { identityService, recordService, verificationService } from "./services/verification/index.ts";
import { walletKeyService } from "./services/wallet-keys/index.ts";
import { walletTransactionService } from "./services/wallet-transactions/index.ts";
import { webhookService } from "./services/webhook/index.ts";
import { onceAvailable } from "./store/available.ts";
import { EventSignals } from "./store/event/signals.ts";
import { requireSchema } from "./store/schema-needed.ts";
import { Store } from "./store/store.ts";
import {
  auditLogChanged,
  certificateExpiry,
  countConnections,
  followExpiry,
  rootListExpiry,
  serveMetrics,
} from "./telemetry.ts";
import { logMembers, startTraces } from "./telemetry/start-traces.ts";
import { OwnershipTags } from "./trust/ownership/tags.ts";

/** Returns every method of all services. */
function services(deps: ServiceDeps, sandbox: boolean): ServedMethod[] {
  return [
    ...paymentServices({ ...deps, devices: deviceTaps(deps) }),
    ...settlementService(),
    ...ledgerService(deps),
    ...merchantService(deps),
    ...merchantTrustService(deps),
    ...publicKeyServices(deps),
    ...operatorKeyServices(deps),
    ...assetService(),
    ...verificationService(deps),
    ...recordService(deps),
    ...identityService(deps),
    ...walletService(deps),
    ...walletKeyService(deps),
    ...walletTransactionService(deps),
    ...ownershipService(deps),
    ...publisherService(deps),
    ...issuanceService(deps),
    ...passService(deps),
    ...grantService(deps),
    ...identityIssuerService(deps),
    ...eventService(deps),
    ...eventNewsService(deps),
    ...webhookService(deps),
    ...auditService(deps),
    ...accessService(deps),
    ...authorizationServerService(deps),
    ...signInService(deps),
    ...passkeyService(deps),
    ...outcomeService(deps),
    ...callerService(),
    ...sandboxService(deps),
    ...serverService({ release, sandbox }),
    ...ledgerCheckService(),
    ...processService(),
    ...alarmService(deps),
  ];
}

/** A running core. */
export interface Core {
  readonly port: number;
  /** Tells whether the core reaches its database. */
  isReady(): Promise<boolean>;
  /** Stops accepting calls at once, waits for running calls, then releases all resources. */
  close(): Promise<void>;
}

export interface CoreOptions {
  /** True (the default) when the core itself answers HTTP probes and serves metrics. In a process set the supervisor does. */
  probes?: boolean;
}

/**
 * Starts a core and resolves when it serves. Closes everything it opened when the start fails.
 * @throws DatabaseAway when the database was not available for 20 s; SchemaBehind when it lacks migrations of this version
 */
export async function startCore(config: Config, { probes = true }: CoreOptions = {}): Promise<Core> {
  tls.DEFAULT_MIN_VERSION = "TLSv1.3";
  const log = logger("core", { level: config.log.level, members: logMembers(config.telemetry.traces) });
  await using opened = new AsyncDisposableStack();
  // Disposed last, so that the traces of the last calls are exported.
  opened.use(await startTraces(config.telemetry.traces, { tier: "core", version: release.version, log }));
  const identity = opened.use(
    loadTierIdentity({ dir: config.pki.dir, tier: "core", trustDomain: config.trustDomain, log }),
  );
  followExpiry(certificateExpiry, identity);
  const grants = opened.use(loadGrants({ dir: config.pki.dir, log }));
  const keySource = dataKeySource(config);
  const dataKey = await keySource.read();
  const { url, poolMax, statementTimeoutMs } = config.database;
  if (!url) throw new Error("no database is configured: set DATABASE_URL, or run pda up");
  const onError = (error: Error): void => log.warn({ err: error }, "a database connection was lost");
  const signals = opened.use(new EventSignals({ url, onError }));
  const onEvents = (): void => signals.committed();
  const store = opened.use(new Store({ url, poolMax, statementTimeoutMs, onError, onEvents }));
  countConnections(() => store.connections());
  const isReady = () => store.isReachable();
  const expectedPeer = tierId(config.trustDomain, "chain-adapter");
  const adapter = opened.use(
    connectChainAdapter({ address: config.chainAdapter.address, tls: identity, expectedPeer }),
  );
  const dataKeys = opened.use(
    new DataKeys({ store, outerKey: dataKey, readOuterKey: () => keySource.read(), log }),
  );
  const sealer = new Sealer(dataKeys);
  const { trustDir } = layout(config.pki.dir);
  const { publicUrl, assetDomain } = config;
  const trust = loadTrustAuthority({ dir: trustDir, assetDomain, sealer, publicUrl });
  const keys = { dataKey, dataKeySource: keySource.name, trust };
  await requireSchema(url, log);
  await onceAvailable(() => requireSameKeys(store, keys), { log });
  await onceAvailable(() => dataKeys.load(), { log });
  dataKeys.follow();
  const signingKeys = opened.use(new SigningKeys({ store, sealer, log }));
  const statusLists = new StatusLists({ store, sealer, keys: signingKeys, publicUrl });
  await onceAvailable(() => Promise.all([signingKeys.load(), statusLists.load()]), { log });
  signingKeys.follow();
  const rateSubjects = new RateSubjects(dataKeys.digestKey);
  const limiter = opened.use(new Limiter(config.gateway.rate, ownLeases({ store, rateSubjects })));
  const auditKeys = await onceAvailable(() => loadAuditKeys(store, sealer, publicUrl), { log });
  const audit = opened.use(new AuditTrail({ store, addressKey: auditKeys.address, log }));
  audit.start();
  const head = new SignedHead(config.dataDir);
  const onCompared = (contradicts: boolean): void => auditLogChanged.set(contradicts ? 1 : 0);
  const checkpoints = opened.use(new Checkpoints({ store, keys: auditKeys, head, log, onCompared }));
  checkpoints.follow();
  const onEnd = (end: RootListEnd): void =>
    rootListExpiry.set(end === "none" ? 0 : end === "missing" ? 1 : end.getTime() / 1000);
  opened.use(new OfflineRootList({ store, trust, log, onEnd })).follow();
  const keyUse = opened.use(new KeyUse({ store, log }));
  const ttlMs = keptMs(config.gateway.credentialTtlMs);
  const registeredKeys = new RegisteredKeys(store, ttlMs);
  const certificates = new RegisteredCertificates({ store, trust, ttlMs });
  const clients = new OAuthClients({ keys: registeredKeys, certificates, keyUse });
  const revoked = new RevokedTokens(store, ttlMs);
  const sessionCredentials = new SessionCredentials({ store, keyUse, ttlMs });
  const ofSessions = new SessionTokens({ publicUrl, signingKeys, credentials: sessionCredentials, revoked });
  const ownTokens = new OwnTokens({ publicUrl, signingKeys, clients, revoked, ofSessions });
  const { issuers: trusted, server: authorizationServer, tokenBinding } = config.oauth;
  const issuers = opened.use(
    new Issuers(trusted, {
      publicUrl,
      binding: tokenBinding,
      own: authorizationServer.enabled ? ownTokens : undefined,
      signingOf: (tenantId) => store.reserved.signingOf(tenantId),
    }),
  );
  const tokens = {
    store,
    rateSubjects,
    issuers,
    keys: registeredKeys,
    spend: spendOnce(store),
    nonces: new DpopNonces(dataKeys.digestKey, config.dpop.nonce === "required"),
    keyUse,
    publicUrl,
  };
  const sandbox = config.mode === "sandbox";
  const clock = new BusinessClock();
  if (sandbox) opened.use(await onceAvailable(() => followClock(store, clock, log), { log }));
  const eventWaits = new EventWaits(signals);
  const eventNews = new EventNews(signals);
  const deps: ServiceDeps = {
    store,
    log,
    sealer,
    ownershipTags: new OwnershipTags(dataKeys.ownershipTagKey),
    networks: chainNetworks(adapter),
    networkAssetsShared: sandbox,
    trust,
    signingKeys,
    receipts: new Receipts({ keys: signingKeys, issuer: publicUrl }),
    statusLists,
    revocationLists: new RevocationLists({ store, trust }),
    sandboxAssets: config.sandbox.networkAssets,
    publicUrl,
    paymentTtlSeconds: config.paymentTtlSeconds,
    ledgerCheckSeconds: config.worker.ledgerCheckSeconds,
    settlementAccountDelaySeconds: config.settlementAccountDelaySeconds,
    keyUse,
    rateSubjects,
    tokens,
    ownTokens,
    sessionCredentials,
    sessionTokens: ofSessions,
    paymentTtlSecondsMin: config.paymentTtlSecondsMin,
    paymentTtlSecondsMax: config.paymentTtlSecondsMax,
    tapAmountMax: config.tapAmountMax,
    requestedFailures: sandbox ? simulations : undefined,
    clock,
    refundsFromSettled: config.refunds.fromSettled === "allowed",
    recoveryDelaySeconds: config.wallet.recoveryDelaySeconds,
    eventTypes: config.eventTypes,
    eventWaits,
    eventNews,
    stillAccepted: stillAccepted({ store, certificates, revoked, tokenKeys: ownTokens }),
    webhooks: { ...config.webhooks, loopback: sandbox },
    audit,
    notices: new Notices(log),
    checkpoints,
  };
  const reporter = opened.use(
    new ProcessReporter({
      release,
      certificate: identity,
      keep: (report) => store.reserved.processes.keep("core", report),
      remove: ({ processId }) => store.reserved.processes.remove("core", processId),
      log,
    }),
  );
  const pipeline = new Pipeline(services(deps, sandbox), {
    store,
    sealer,
    log,
    audit,
    sandbox,
    closedOperations: config.publicOperations.closed,
    requestSigning: config.requestSigning,
    limiter,
  });
  const server = await serveRpc({
    pipeline,
    streams: [watchEvents(deps)],
    identity: new Identity({
      trustDomain: config.trustDomain,
      grants,
      resolveCredential: (credential, address) =>
        principalOfCredential({ store, keyUse, rateSubjects }, credential, address),
      resolveToken: (token, use) => principalOfToken(tokens, token, use),
    }),
    stillAccepted: deps.stillAccepted,
    trustDomain: config.trustDomain,
    tls: identity,
    host: config.core.host,
    port: config.core.port,
    clock,
    log,
    isReady,
  });
  opened.defer(() => server.close());
  // Before the server waits for running calls.
  opened.defer(() => {
    eventWaits.end();
    eventNews.end();
  });
  if (probes) opened.use(await serveMetrics({ port: config.core.metricsPort, ready: isReady }));
  reporter.start();
  log.info({ port: server.port }, "core serves");
  const all = opened.move();
  return { port: server.port, isReady, close: () => all.disposeAsync() };
}
