import { readFileSync } from "node:fs";
import {
  connect,
  credsAuthenticator,
  errors,
  type NatsConnection,
  nkeyAuthenticator,
} from "@nats-io/transport-node";
import type { Config } from "../../config.ts";
import { readPrivateKey } from "../../pki/files.ts";
import { PkiError } from "../../pki/problem.ts";
import { SinkError } from "./sink.ts";

type Settings = Config["relay"];

const connectMs = 5_000;
const pingMs = 10_000;

/** Connects to one of the servers. Files are read anew each time, so that new credentials need no restart. @throws SinkError */
export async function connectNats({
  servers,
  name,
  credentialsFile,
  nkeyFile,
  tls,
}: Settings): Promise<NatsConnection> {
  const isTls = servers.some((server) => server.startsWith("tls://"));
  const credentials = readSecret("relay.credentialsFile", credentialsFile);
  const nkey = readSecret("relay.nkeyFile", nkeyFile)?.toString().trim();
  const authenticator = credentials
    ? credsAuthenticator(credentials)
    : nkey && nkeyAuthenticator(new TextEncoder().encode(nkey));
  const text = (setting: string, file: string | undefined, reading = read) => {
    const content = reading(setting, file)?.toString();
    return content === undefined ? {} : { [setting.slice("relay.tls.".length, -"File".length)]: content };
  };
  const options = {
    servers: [...servers],
    name: `pda-relay-${name}`,
    // The relay connects again itself: it has to look first at what the stream holds.
    reconnect: false,
    timeout: connectMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    ...(authenticator ? { authenticator } : {}),
    ...(isTls
      ? {
          tls: {
            ...text("relay.tls.caFile", tls.caFile),
            ...text("relay.tls.certFile", tls.certFile),
            ...text("relay.tls.keyFile", tls.keyFile, readSecret),
          },
        }
      : {}),
  };
  try {
    return await connect(options);
  } catch (error) {
    throw connectProblem(error as Error);
  }
}

function read(setting: string, file: string | undefined): Buffer | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SinkError(
      "misconfigured",
      `${setting} cannot be read: ${(cause as Error).message}`,
      `correct ${setting}, or the rights of the file`,
      { cause },
    );
  }
}

/** Reads a file as `read` does. @throws SinkError also when every user of the machine may read the file */
function readSecret(setting: string, file: string | undefined): Buffer | undefined {
  const content = read(setting, file);
  if (content === undefined || file === undefined) return undefined;
  try {
    readPrivateKey(file, setting, `correct ${setting}`);
    return content;
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new SinkError("misconfigured", cause.message, cause.advice, { cause });
  }
}

function connectProblem(error: Error): SinkError {
  const cause = error.cause instanceof Error ? error.cause : error;
  if (cause instanceof errors.AuthorizationError || cause instanceof errors.UserAuthenticationExpiredError)
    return new SinkError(
      "misconfigured",
      `NATS refuses the relay's credentials: ${cause.message}`,
      "set relay.credentialsFile, relay.nkeyFile or relay.tls.certFile to credentials that this server knows",
      { cause },
    );
  if (/nkeys|credentials/i.test(cause.message))
    return new SinkError(
      "misconfigured",
      `the relay's NATS credentials cannot be used: ${cause.message}`,
      "check the contents of relay.credentialsFile or relay.nkeyFile",
      { cause },
    );
  const { code = "" } = cause as NodeJS.ErrnoException;
  if (/CERT|SIGN|VERIFY|SSL/.test(code) || /'tls'/.test(cause.message))
    return new SinkError(
      "misconfigured",
      `TLS with NATS fails: ${cause.message}`,
      "check relay.servers (a name that the certificate has), relay.tls.caFile, and relay.tls.certFile if the server demands one",
      { cause },
    );
  return new SinkError(
    "unavailable",
    `NATS cannot be reached: ${cause.message || code || cause.name}`,
    "check relay.servers, and that the server runs",
    { cause },
  );
}
