import type { Config } from "../config.ts";
import { release } from "../config/release.ts";
import { type Logger, logger } from "../logger.ts";
import { loadTierIdentity } from "../pki/identity.ts";
import { BusinessClock } from "../rpc/business-clock.ts";
import { connectCore } from "../rpc/client.ts";
import { Limiter } from "../rpc/quota/limiter.ts";
import { certificateExpiry, followExpiry, httpsCertificateExpiry } from "../telemetry.ts";
import { logMembers, startTraces } from "../telemetry/start-traces.ts";
import type { AppName } from "./apps.ts";
import { AnswerKeys } from "./answer-keys.ts";
import { gatewayApp } from "./app.ts";
import { authenticator } from "./authenticate.ts";
import { Authorities, configuredNames } from "./authority.ts";
import { followPublicCertificate } from "./certificate.ts";
import { consoleSignIn } from "./console-sign-in.ts";
import { compiledCodec } from "../codec/compiled.ts";
import { authorizationCore } from "./oauth/core-calls.ts";
import { leasesOf } from "./leases.ts";
import { listen } from "./listener.ts";
import { answerProbes } from "./probes.ts";
import { putNowAhead } from "../json/rfc3339.ts";
import { walletLinks } from "./payment-page/wallet-links.ts";
import { gatewayReports } from "./process-reports.ts";
import { Proxies } from "./proxies.ts";
import { RefusedCalls } from "./refused-calls.ts";
import { standingHeaders } from "./response-head.ts";
import { OpenStreams, type OpenStreamsOptions } from "./event-stream/open-streams.ts";
import { compileRoutes } from "./routes.ts";
import { securityHeaders } from "./security-headers.ts";

const DRAIN_MS = 10_000;
const READY_TIMEOUT_MS = 1_000;

export interface GatewayOptions {
  log?: Logger;
  /** How long running requests may take to end when the gateway closes. */
  drainMs?: number;
  /** Whether this process answers probes and shows metrics; true unless a supervisor does so for several processes. */
  probes?: boolean;
  /** Times of the streams of events. */
  streams?: Pick<OpenStreamsOptions, "lifeMs" | "heartbeatMs">;
}

/** A running gateway. */
export interface Gateway extends AsyncDisposable {
  /** `https://<host>:<port>` with the port that was actually taken. */
  readonly url: string;
  readonly port: number;
  /** The port of `/metrics` and the machine probes, plain HTTP on the loopback interface; 0 without probes. */
  readonly metricsPort: number;
  /** Tells whether the gateway accepts requests and at least one core serves. */
  isReady(): Promise<boolean>;
  /** Answers "not ready", accepts no more connections, ends running requests within a bounded time, and releases everything. */
  close(): Promise<void>;
}

/**
 * Starts the gateway, with TLS 1.3 for the public and mutual TLS to the core, and follows its certificates. Starts without the core too,
 * and is then not ready.
 * @throws PkiError for certificates that cannot be used; the listen error (EADDRINUSE, EACCES) when a port is not available.
 */
export async function startGateway(config: Config, options: GatewayOptions = {}): Promise<Gateway> {
  const {
    log = logger("gateway", { level: config.log.level, members: logMembers(config.telemetry.traces) }),
    drainMs = DRAIN_MS,
  } = options;
  const { probes = true } = options;
  const { gateway, trustDomain } = config;
  await using undo = new AsyncDisposableStack();
  // Disposed last, so that the traces of the last requests are exported.
  undo.use(await startTraces(config.telemetry.traces, { tier: "gateway", version: release.version, log }));
  const identity = undo.use(loadTierIdentity({ dir: config.pki.dir, tier: "gateway", trustDomain, log }));
  followExpiry(certificateExpiry, identity);
  const certificate = undo.use(followPublicCertificate(config, log));
  followExpiry(httpsCertificateExpiry, certificate);
  const { addresses } = config.core;
  const { dispatch, coreStreams: streams, callsInFlightMax, callsWaitingMax } = gateway;
  const bounds = { callsInFlightMax, callsWaitingMax };
  const clock = followBusinessClock();
  const core = undo.use(
    connectCore({ addresses, identity, trustDomain, dispatch, streams, clock, ...bounds }),
  );

  const authorities = new Authorities(configuredNames(config), certificate.current());
  const limiter = undo.use(new Limiter(gateway.rate, leasesOf(core)));
  const reports = undo.use(gatewayReports(core, identity, log));
  const refusedCalls = undo.use(new RefusedCalls(core, log));
  // Without Strict-Transport-Security in sandbox mode, because that header would bind every program on localhost.
  const standing = standingHeaders(securityHeaders(config.mode === "production"));
  const serves = config.oauth.server.enabled;
  let open = true;
  const codec = compiledCodec();
  const { deadlineMsMax } = gateway;
  const openStreams = new OpenStreams({ core, codec, deadlineMsMax, log, ...options.streams });
  const app = gatewayApp({
    routes: compileRoutes({
      codec,
      sandbox: config.mode === "sandbox",
      closed: config.publicOperations.closed,
    }),
    core,
    authenticator: authenticator({ core, credentialTtlMs: gateway.credentialTtlMs }),
    limiter,
    refusedCalls,
    authorities,
    proxies: new Proxies(gateway.proxies),
    bodyBytesMax: gateway.bodyBytesMax,
    deadlineMsMax,
    openStreams,
    standing,
    isOpen: () => open,
    publicUrl: config.publicUrl,
    requestSigning: config.requestSigning,
    answerKeys: new AnswerKeys(core),
    securityContact: config.securityContact,
    wallets: walletLinks(config),
    apps: appNames(config),
    consoleSignIn: config.console.enabled ? consoleSignIn(config) : undefined,
    sandbox: config.mode === "sandbox",
    issuers: [...config.oauth.issuers.map(({ issuer }) => issuer), ...(serves ? [config.publicUrl] : [])],
    authorizationCore: serves ? authorizationCore(core) : undefined,
    peopleClients: config.oauth.server.clients,
    needsDpop: config.oauth.tokenBinding === "dpop",
    log,
  });
  const isReady = async () => open && (await core.serving(READY_TIMEOUT_MS));
  const metricsPort = probes ? await answerProbes(config, { identity, isReady, log }, undo) : 0;
  const { host, port } = gateway;
  const listener = await listen({
    app,
    certificate: certificate.current(),
    host,
    port,
    deadlineMsMax,
    limiter,
    standing,
    log,
  });
  undo.defer(() => listener.close(drainMs));
  // Before the listener waits for running requests, of which a stream would be one.
  undo.use(openStreams);
  certificate.onChange((next) => {
    authorities.useCertificate(next);
    listener.useCertificate(next);
  });

  reports.start();
  const running = undo.move();
  const close = async () => {
    open = false;
    await running.disposeAsync();
  };
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${listener.port}`;
  log.info({ url, ...(probes ? { metricsPort } : {}) }, "gateway listens");
  return { url, port: listener.port, metricsPort, isReady, close, [Symbol.asyncDispose]: close };
}

/** Returns the programs for browsers that the deployment serves. */
const appNames = ({ console, mode }: Config): AppName[] => [
  ...(console.enabled ? ["console" as const] : []),
  ...(mode === "sandbox" ? ["wallet" as const] : []),
];

/** Makes the timestamps of envelopes follow the business time of the core. */
function followBusinessClock(): BusinessClock {
  const clock = new BusinessClock();
  putNowAhead(0);
  clock.onChange((aheadSeconds) => putNowAhead(aheadSeconds * 1000));
  return clock;
}
