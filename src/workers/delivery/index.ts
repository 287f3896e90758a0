import { createSecretKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { LRUCache } from "lru-cache";
import { release } from "../../config/release.ts";
import { type ReceiverRules, requireReceiverUrl } from "../../domain/webhook/address.ts";
import type { SealedCertificate } from "../../domain/webhook/authentication.ts";
import type { Logger } from "../../logger.ts";
import type { Sealer } from "../../rpc/seal.ts";
import { Bodies } from "../../services/event/bodies.ts";
import { EventCursors } from "../../services/event/cursor.ts";
import type { SigningKeys } from "../../services/signing/signing-keys.ts";
import { ReceiverAnswers } from "../../services/webhook/answers.ts";
import { webhookCredentialContext } from "../../services/webhook/authentication.ts";
import { webhookSecretContext } from "../../services/webhook/secrets.ts";
import type { EventSignals } from "../../store/event/signals.ts";
import type { Store } from "../../store/store.ts";
import type { SealedWebhookSecret } from "../../store/webhook/leases.ts";
import type { Loop } from "../loop.ts";
import { AskedOrigins } from "./asked-origins.ts";
import { Authorizations } from "./authorizations.ts";
import { disableEndpoint } from "./disable.ts";
import { Delivery } from "./engine.ts";
import { nameServers, type Resolve } from "./receiver-connection.ts";
import { startTests } from "./send-tests.ts";
import { Sender, type TlsClient } from "./sender.ts";
import { startVerifications } from "./verify.ts";
import { DeliveryWake } from "./wake.ts";

/** What the delivery of events needs. */
export interface StartDelivery {
  readonly store: Store;
  /** Tell when events have got positions. */
  readonly signals: Pick<EventSignals, "onSequenced">;
  readonly sealer: Sealer;
  readonly signingKeys: Pick<SigningKeys, "of">;
  readonly publicUrl: string;
  readonly rules: ReceiverRules;
  /** File with certificates of authorities that receivers may have besides the public ones, in PEM. */
  readonly caFile: string | undefined;
  readonly pollMs: number;
  readonly log: Logger;
  /** Finds the addresses of a host; asks the name servers of the machine when absent. */
  readonly resolve?: Resolve;
}

/** Delivers events to webhook endpoints, and verifies endpoints, until closed. */
export function startDelivery(options: StartDelivery): Loop {
  const {
    store,
    signals,
    sealer,
    signingKeys,
    publicUrl,
    rules,
    caFile,
    pollMs,
    log,
    resolve = nameServers(),
  } = options;
  const ca =
    caFile === undefined ? undefined : [...tls.getCACertificates("default"), readFileSync(caFile, "utf8")];
  const sender = new Sender({ rules, resolve, ca });
  const userAgent = `pda-webhooks/${release.version}`;
  const answers = new ReceiverAnswers(sealer);
  const common = {
    store,
    pauseMs: pollMs,
    encryptAnswer: (answer: Buffer, webhookUuid: string) => answers.encrypt(answer, webhookUuid),
    sender,
    receiverUrl: receiverUrls(rules),
    log,
    bodies: new Bodies({ publicUrl, cursors: new EventCursors(sealer) }),
    userAgent,
    authorizations: new Authorizations({
      sender,
      rules,
      userAgent,
      openCredential: (webhookUuid, sealed) => sealer.open(sealed, webhookCredentialContext(webhookUuid)),
    }),
    tlsClient: (webhookUuid: string, { chain, sealed }: SealedCertificate): TlsClient => ({
      name: webhookUuid,
      chain,
      sealedKey: sealed,
      openKey: () => sealer.open(sealed, webhookCredentialContext(webhookUuid)),
    }),
    openSecret: openedOnce((secret) =>
      sealer.open(secret.sealed, webhookSecretContext(secret.webhookId, secret.secretId)),
    ),
    signingKey: () => signingKeys.of("webhook"),
  };
  const wake = new DeliveryWake({ store, signals, log });
  const delivery = new Delivery({
    ...common,
    pollMs,
    wakeOn: (callback) => wake.on(callback),
    disable: (endpoint, reason) => disableEndpoint(store, endpoint, reason),
  });
  const askedOrigins = new AskedOrigins();
  const verifications = [false, true].map((ofWallets) =>
    startVerifications({ ...common, askedOrigins }, ofWallets),
  );
  const tests = startTests(common);
  return {
    close: async () => {
      const loops = [wake, delivery, ...verifications, tests];
      await Promise.all(loops.map((loop) => loop.close()));
      await sender[Symbol.asyncDispose]();
    },
  };
}

const urlsMax = 10_000;

/** Returns the check of receivers' URLs. The rules of a process do not change, so that each URL is checked once while it is in use. */
function receiverUrls(rules: ReceiverRules): (text: string) => URL {
  const checked = new LRUCache<string, URL>({ max: urlsMax });
  return (text) => {
    let url = checked.get(text);
    if (!url) {
      url = requireReceiverUrl(text, rules);
      checked.set(text, url);
    }
    return url;
  };
}

/** Opens each secret once. It stays open for as long as its endpoint is leased. */
function openedOnce(
  open: (secret: SealedWebhookSecret) => Buffer,
): (secret: SealedWebhookSecret) => KeyObject {
  const opened = new WeakMap<SealedWebhookSecret, KeyObject>();
  return (secret) => {
    let key = opened.get(secret);
    if (!key) {
      key = createSecretKey(open(secret));
      opened.set(secret, key);
    }
    return key;
  };
}
