import { readFileSync } from "node:fs";
import tls from "node:tls";
import { release } from "../../config/release.ts";
import type { ReceiverRules } from "../../domain/webhook/address.ts";
import type { SealedCertificate } from "../../domain/webhook/authentication.ts";
import type { Logger } from "../../logger.ts";
import type { Sealer } from "../../rpc/seal.ts";
import type { SigningKeys } from "../../services/signing/signing-keys.ts";
import { EventCursors } from "../../services/event/cursor.ts";
import { ReceiverAnswers } from "../../services/webhook/answers.ts";
import { webhookCredentialContext } from "../../services/webhook/authentication.ts";
import { webhookSecretContext } from "../../services/webhook/secrets.ts";
import type { EventSignals } from "../../store/event/signals.ts";
import type { Store } from "../../store/store.ts";
import { type Loop, startLoop } from "../loop.ts";
import { Bodies } from "../../services/event/bodies.ts";
import { Authorizations } from "./authorizations.ts";
import { disableEndpoint } from "./disable.ts";
import { Delivery } from "./engine.ts";
import { nameServers, type Resolve } from "./receiver-connection.ts";
import { Sender, type TlsClient } from "./sender.ts";
import { startTests } from "./send-tests.ts";
import { verifyEndpoints } from "./verify.ts";
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
    rules,
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
    openSecret: ({ webhookId, secretId, sealed }: { webhookId: string; secretId: string; sealed: Buffer }) =>
      sealer.open(sealed, webhookSecretContext(webhookId, secretId)),
    signingKey: () => signingKeys.of("webhook"),
  };
  const wake = new DeliveryWake({ store, signals, log });
  const delivery = new Delivery({
    ...common,
    pollMs,
    wakeOn: (callback) => wake.on(callback),
    disable: (webhookUuid, reason) => disableEndpoint(store, webhookUuid, reason),
  });
  const verifications = [false, true].map((ofWallets) =>
    startLoop({
      name: ofWallets ? "verify-wallet-webhooks" : "verify-webhooks",
      pauseMs: pollMs,
      round: verifyEndpoints(common, ofWallets),
      log,
    }),
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
