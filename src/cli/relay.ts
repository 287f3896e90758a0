import { Command } from "commander";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import { READY } from "../platform/child.ts";
import { databaseUrl, withDatabase } from "./database.ts";
import { openStore } from "./operator-keys.ts";
import { assertProduction } from "./production.ts";
import { stopOnHangUp, untilStopped } from "./signals.ts";
import { jsonText } from "./output/plain.ts";
import { Table } from "./output/table.ts";

interface RelayOptions {
  readonly to?: string;
  readonly name?: string;
  readonly stream?: string;
  readonly createStream?: true;
  readonly from?: string;
}

const help = `
Publishes every event of the log, of all tenants, to a stream of NATS JetStream as CloudEvents JSON, under the subject
pda.events.<tenant>.<type>, for example pda.events.mer_01m7xz42v5fk4a0a6n5ttwrwg3.payment.completed. The stream has the events of each tenant in their
order. Nothing is lost when the relay, NATS or the database is killed. Consumers still compare identifiers: a message may reach them twice.

Several processes may run under one name: one relays, the others stand by. The settings under relay in pda.config.yaml say the rest; credentials
and certificates come from files only (relay.credentialsFile, relay.nkeyFile, relay.tls).

Examples:
  $ pda relay --to nats://localhost:4222 --create-stream
  $ PDA_RELAY_TLS_CA_FILE=ca.pem PDA_RELAY_CREDENTIALS_FILE=relay.creds pda relay --to tls://nats-1.example:4222,tls://nats-2.example:4222
  $ pda relay status`;

/** `pda relay`: publishes the event log to NATS JetStream until a signal stops it. */
export function relayCommand(): Command {
  return new Command("relay")
    .description("Publish the events of all tenants to a stream of NATS JetStream")
    .option(
      "--to <servers>",
      "servers of NATS, such as nats://host:4222, with commas in between (relay.servers)",
    )
    .option("--name <name>", "name under which the place in the log is stored (relay.name)")
    .option("--stream <name>", "stream of NATS JetStream (relay.stream)")
    .option("--create-stream", "make the stream when it does not exist (relay.createStream)")
    .option("--from <where>", "where a new relay begins: beginning or latest (relay.from)")
    .addHelpText("after", help)
    .addCommand(statusCommand())
    .action((options: RelayOptions) => run(relayConfig(options)));
}

/** Loads the settings; the command line overrides the environment. @throws ConfigError */
function relayConfig({ to, name, stream, createStream, from }: RelayOptions): Config {
  const given = {
    PDA_RELAY_SERVERS: to,
    PDA_RELAY_NAME: name,
    PDA_RELAY_STREAM: stream,
    PDA_RELAY_CREATE_STREAM: createStream && "true",
    PDA_RELAY_FROM: from,
  };
  const overrides = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const config = loadConfig({ env: { ...process.env, ...overrides } });
  if (config.relay.servers.length === 0)
    throw new ConfigError(
      ["relay.servers: the relay needs a server of NATS"],
      "run pda relay --to nats://host:4222, or set relay.servers",
    );
  assertProduction(config, "relay");
  return config;
}

async function run(given: Config): Promise<never> {
  const config = databaseUrl(given);
  const { startRelay } = await import("../workers/relay/server.ts");
  const running = await startRelay(config);
  const stopped = untilStopped("pda relay");
  stopOnHangUp();
  process.send?.(READY);
  await stopped;
  await running.close();
  process.exit(0);
}

function statusCommand(): Command {
  return new Command("status")
    .description("Show how far each relay is behind the log")
    .option("--json", "print the list as JSON and nothing else")
    .addHelpText("after", "\nExamples:\n  $ pda relay status\n  $ pda relay status --json")
    .action(async ({ json }: { readonly json?: true }) => {
      const config = loadConfig();
      await withDatabase(config, async (url) => {
        await using store = await openStore(config, url);
        const lags = await store.read.relays.lags();
        if (json) {
          process.stdout.write(`${jsonText({ items: lags })}\n`);
          return;
        }
        if (lags.length === 0) {
          process.stdout.write("no relay has run yet; see: pda relay --help\n");
          return;
        }
        const rows = lags.map(({ name, running, events, seconds, updatedAt }) => [
          name,
          running ? "running" : "stopped",
          String(events),
          `${Math.ceil(seconds)} s`,
          updatedAt.toISOString(),
        ]);
        const table = new Table(["name", "state", "events behind", "oldest", "last moved"]);
        process.stdout.write(`${table.lines(rows).join("\n")}\n`);
      });
    });
}
