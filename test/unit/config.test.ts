import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { assert, constantFrom, nat, property } from "fast-check";
import { nearest, settingsOf } from "../../src/config/names.ts";
import { configSchema } from "../../src/config/schema.ts";
import {
  ConfigError,
  describeConfig,
  environmentName,
  loadConfig,
  withDatabaseUrl,
} from "../../src/config.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const cwd = "/srv/pda-without-a-file";
const load = (env: NodeJS.ProcessEnv = {}) => loadConfig({ env, cwd });

function problemsOf(env: NodeJS.ProcessEnv, folder = cwd): string {
  try {
    loadConfig({ env, cwd: folder });
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return (error as ConfigError).problems.join("\n");
  }
  throw new Error("the settings were accepted");
}

function withFile(
  text: string,
  env: NodeJS.ProcessEnv,
  use: (env: NodeJS.ProcessEnv, folder: string) => void,
): void {
  using dir = temporaryDirectory();
  writeFileSync(join(dir.path, "pda.config.yaml"), text);
  use(env, dir.path);
}

describe("configuration", () => {
  it("keeps the key of a payment for as long as it can be paid", () => {
    expect(load({ PDA_IDEMPOTENCY_DAYS: "7" }).idempotencyDays).to.equal(7);
    expect(problemsOf({ PDA_IDEMPOTENCY_DAYS: "6" })).to.contain("paymentTtlSecondsMax: must be at most");
  });

  it("lets payments wait by default as long as a request may ask for", () => {
    const problem =
      "paymentTtlSeconds: must be at least paymentTtlSecondsMin and at most paymentTtlSecondsMax";
    expect(problemsOf({ PDA_PAYMENT_TTL_SECONDS_MAX: "899" })).to.contain(problem);
    expect(problemsOf({ PDA_PAYMENT_TTL_SECONDS_MIN: "901" })).to.contain(problem);
    const config = load({ PDA_PAYMENT_TTL_SECONDS_MIN: "900", PDA_PAYMENT_TTL_SECONDS_MAX: "900" });
    expect(config.paymentTtlSeconds).to.equal(900);
  });

  it("is complete without any setting", () => {
    const config = load();
    expect(config.mode).to.equal("sandbox");
    expect(config.publicUrl).to.equal("https://localhost:8443");
    expect(config.dataDir).to.equal(`${cwd}/.pda`);
    expect(config.pki.dir).to.equal(`${cwd}/.pda/pki`);
    expect(config.database).to.include({ embeddedPort: 8432 });
    expect(config.database.url).to.equal(undefined);
    expect(config.core.addresses).to.deep.equal(["127.0.0.1:8445"]);
    expect(config.chainAdapter.network).to.include({ rpcUrl: "http://127.0.0.1:8447", development: true });
    expect(config.paymentTtlSeconds).to.equal(900);
    expect(config.idempotencyDays).to.equal(30);
    expect(config.gateway).to.include({ bodyBytesMax: 1_048_576, deadlineMsMax: 30_000 });
    expect(config.eventTypes).to.have.members([
      "payment.completed",
      "payment.failed",
      "settlement.finalized",
      "asset.revoked",
      "refund.completed",
      "ownership.transferred",
      "webhook.disabled",
    ]);
    expect(config.webhooks).to.deep.equal({
      endpointsMax: 20,
      walletEndpointsMax: 3,
      ports: [
        { from: 443, to: 443 },
        { from: 1024, to: 65_535 },
      ],
      allowedNetworks: [],
      refusedNetworks: [],
      caFile: undefined,
    });
  });

  it("shows lists of settings that have members", () => {
    const clients = [{ id: "portal", name: "Portal", redirectUris: ["https://portal.example/callback"] }];
    let shown = "";
    withFile(JSON.stringify({ oauth: { server: { clients } } }), {}, (env, folder) => {
      shown = describeConfig(loadConfig({ env, cwd: folder })).join("\n");
    });
    expect(shown).to.include('"id":"portal"').and.include('webhooks.ports = {"from":443,"to":443}');
    expect(shown).to.not.include("[object");
  });

  it("takes the data key from a file or from a command, and shows no argument of the command", () => {
    const config = load({ PDA_DATA_KEY_COMMAND: "./print-key, --token, hush" });
    expect(config.dataKeyFile).to.equal(undefined);
    expect(config.dataKeyCommand?.[0]).to.match(/^\/.+\/print-key$/);
    expect(config.dataKeyCommand?.slice(1)).to.deep.equal(["--token", "hush"]);
    const shown = describeConfig(config).join("\n");
    expect(shown)
      .to.match(/^dataKeyCommand = \/.+\/print-key …$/m)
      .and.not.include("hush");
    expect(load({ PDA_DATA_KEY_COMMAND: "vault,kv" }).dataKeyCommand).to.deep.equal(["vault", "kv"]);
    expect(problemsOf({ PDA_DATA_KEY_COMMAND: "vault", PDA_DATA_KEY_FILE: "/k" })).to.match(
      /dataKeyFile and dataKeyCommand must not be set together; set one of them/,
    );
  });

  it("lets what follows from a setting follow it", () => {
    const config = load({
      PDA_GATEWAY_PORT: "9443",
      PDA_CORE_PORT: "9445",
      PDA_CORE_HOST: "0.0.0.0",
      PDA_DATA_DIR: "/var/lib/pda",
    });
    expect(config.publicUrl).to.equal("https://localhost:9443");
    expect(config.core.addresses).to.deep.equal(["127.0.0.1:9445"]);
    expect(config.dataKeyFile).to.equal("/var/lib/pda/data.key");
    expect(load({ PDA_CHAIN_ADAPTER_HOST: "::1" }).chainAdapter.address).to.equal("[::1]:8446");
    expect(
      load({ PDA_CHAIN_ADAPTER_NETWORK_RPC_URL: "https://rpc.example/x" }).chainAdapter.network.development,
    ).to.equal(false);
  });

  it("serves a second network in sandbox mode, and elsewhere where it is named", () => {
    const second = (env: NodeJS.ProcessEnv = {}) => load(env).chainAdapter.secondNetwork;
    expect(second()).to.include({ served: true, development: true, rpcUrl: "http://127.0.0.1:8453" });
    expect(second({ PDA_CHAIN_ADAPTER_SECOND_NETWORK_SERVE: "off" }).served).to.equal(false);
    expect(second({ PDA_MODE: "production" }).served).to.equal(false);
    const named = {
      PDA_CHAIN_ADAPTER_SECOND_NETWORK_NAME: "cosmos:cosmoshub-4",
      PDA_CHAIN_ADAPTER_SECOND_NETWORK_RPC_URL: "https://rpc.example/v3/access",
    };
    expect(second({ ...named, PDA_MODE: "production" })).to.include({ served: true, development: false });
    expect(describeConfig(load(named)).join("\n")).to.not.include("v3/access");
    for (const name of Object.keys(named) as (keyof typeof named)[])
      expect(problemsOf({ [name]: named[name] })).to.contain("name and rpcUrl must be set together");
  });

  it("takes the file, and the environment over it", () => {
    const text =
      "mode: production\ngateway:\n  port: 1443\n  rate:\n    requestsPerSecond: 7\ndataDir: data\n";
    withFile(
      text,
      {
        PDA_GATEWAY_PORT: "2443",
        PDA_CORE_ADDRESSES: "core-1:8445, core-2:8445",
        PDA_TELEMETRY_TRACES_SAMPLE_RATIO: "0.05",
        DATABASE_URL: "postgres://db.example/pda",
      },
      (env, folder) => {
        const config = loadConfig({ env, cwd: folder });
        expect(config.mode).to.equal("production");
        expect(config.gateway.port).to.equal(2443);
        expect(config.gateway.rate.requestsPerSecond).to.equal(7);
        expect(config.gateway.rate.burst).to.equal(4000);
        expect(config.core.addresses).to.deep.equal(["core-1:8445", "core-2:8445"]);
        expect(config.telemetry.traces).to.deep.equal({
          sampleRatio: 0.05,
          trustCallers: false,
          caFile: undefined,
        });
        expect(config.database.url).to.equal("postgres://db.example/pda");
        expect(config.dataDir).to.equal(join(folder, "data"));
      },
    );
  });

  it("means the paths of a file from its folder, wherever the command runs", () => {
    using dir = temporaryDirectory();
    mkdirSync(join(dir.path, "etc"));
    writeFileSync(join(dir.path, "etc", "my.yaml"), "dataDir: ../data\n");
    const config = loadConfig({ env: { PDA_CONFIG: "etc/my.yaml" }, cwd: dir.path });
    expect(config.dataDir).to.equal(join(dir.path, "data"));
  });

  it("refuses a file that is named and not there, or is no map of settings", () => {
    expect(problemsOf({ PDA_GATEWAY_PORT: "abc" })).to.equal("gateway.port: must be a number");
    expect(problemsOf({ PDA_CONFIG: "nowhere.yaml" })).to.contain("nowhere.yaml, which does not exist");
    withFile("- a\n", {}, (env, folder) => expect(problemsOf(env, folder)).to.contain("must be a map"));
    withFile("mode: sandbox\nmode: production\n", {}, (env, folder) =>
      expect(problemsOf(env, folder)).to.contain("not readable YAML"),
    );
    withFile("", {}, (env, folder) => expect(loadConfig({ env, cwd: folder }).mode).to.equal("sandbox"));
  });

  it("leaves the variables of the client libraries to them", () => {
    const names = [
      "PDA_URL",
      "PDA_API_KEY",
      "PDA_CA_FILE",
      "PDA_CLIENT_CERT_FILE",
      "PDA_CLIENT_KEY_FILE",
      "PDA_SIGNING_KEY_FILE",
      "PDA_PUBLIC_KEY_ID",
      "PDA_SIGNATURE_KEY_FILE",
      "PDA_SIGNATURE_KEY_ID",
    ];
    const env = Object.fromEntries(names.map((name) => [name, "x"]));
    withFile("", env, (given, folder) =>
      expect(loadConfig({ env: given, cwd: folder }).mode).to.equal("sandbox"),
    );
  });

  it("refuses unknown names with the nearest known one", () => {
    expect(problemsOf({ PDA_GATWAY_PORT: "1" })).to.equal(
      "unknown environment setting PDA_GATWAY_PORT; did you mean PDA_GATEWAY_PORT?",
    );
    withFile("gateway:\n  bodyByteMax: 5000\nmod: sandbox\n", {}, (env, folder) => {
      expect(problemsOf(env, folder).split("\n")).to.have.members([
        "unknown setting gateway.bodyByteMax; did you mean gateway.bodyBytesMax?",
        "unknown setting mod; did you mean mode?",
      ]);
    });
    expect(problemsOf({ PDA_ZZZZZZZZZZZZZZZZZZZZZZZZZZZZ: "1" })).to.not.contain("did you mean");
  });

  const outside: Record<string, string> = {
    PDA_GATEWAY_PORT: "65536",
    PDA_GATEWAY_BODY_BYTES_MAX: "99999999999",
    PDA_GATEWAY_CREDENTIAL_TTL_MS: "5001",
    PDA_GATEWAY_DEADLINE_MS_MAX: "1.5",
    PDA_PAYMENT_TTL_SECONDS: "0",
    PDA_DATABASE_URL: "mysql://db.example/pda",
    PDA_PUBLIC_URL: "http://pda.example",
    PDA_TRUST_DOMAIN: "Not A Domain",
    PDA_MODE: "staging",
    PDA_CORE_ADDRESSES: "core.example",
    PDA_EVENT_TYPES: "Payment",
    PDA_WEBHOOKS_PORTS: "443,1024-80",
    PDA_WEBHOOKS_ALLOWED_NETWORKS: "10.0.0.1/8",
    PDA_CHAIN_ADAPTER_NETWORK_RPC_URL: "ftp://rpc.example",
    PDA_TELEMETRY_TRACES_SAMPLE_RATIO: "1.01",
    PDA_TELEMETRY_TRACES_ENDPOINT: "https://user:secret@collector.example/v1/traces",
  };
  it("refuses a collector of traces without a path, which would answer 404 to every export", () => {
    const to = (address: string) => problemsOf({ PDA_TELEMETRY_TRACES_ENDPOINT: address });
    for (const address of ["http://collector.example:4318", "http://collector.example:4318/"])
      expect(to(address), address).to.contain("telemetry.traces.endpoint").and.contain("/v1/traces");
  });

  for (const [name, value] of Object.entries(outside)) {
    it(`refuses ${name}=${value}, and names the setting`, () => {
      const setting = settingsOf(configSchema).find(({ env }) => env === name);
      expect(problemsOf({ [name]: value })).to.contain(setting?.path.join("."));
    });
  }

  it("refuses one half of a public certificate", () => {
    expect(problemsOf({ PDA_GATEWAY_TLS_CERT_FILE: "public.crt" })).to.contain(
      "certFile and keyFile must be set together",
    );
  });

  it("is frozen all through", () => {
    const config = withDatabaseUrl(load(), "postgres://db.example/pda");
    const open: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (value === null || typeof value !== "object") return;
      if (!Object.isFrozen(value)) open.push(path);
      for (const [key, member] of Object.entries(value)) visit(member, `${path}.${key}`);
    };
    visit(config, "config");
    expect(open).to.deep.equal([]);
    expect(config.database.url).to.equal("postgres://db.example/pda");
  });

  it("is described without secrets", () => {
    const lines = describeConfig(
      load({
        DATABASE_URL: "postgres://pda:s3cret@db.example/pda?sslpassword=s3cret",
        PDA_CHAIN_ADAPTER_NETWORK_RPC_URL: "https://rpc.example/v3/s3cret?key=s3cret",
      }),
    ).join("\n");
    expect(lines).to.not.contain("s3cret");
    expect(lines)
      .to.contain("database.url = postgres://pda:redacted@db.example/pda")
      .and.to.contain("https://rpc.example");
  });

  it("never repeats a value in a complaint", () => {
    expect(problemsOf({ DATABASE_URL: "mysql://pda:s3cret@db.example" })).to.not.contain("s3cret");
  });

  it("gives each setting an environment name of its own, and keeps words of chains under chainAdapter", () => {
    const settings = settingsOf(configSchema);
    expect(new Set(settings.map(({ env }) => env)).size).to.equal(settings.length);
    expect(environmentName("database.embeddedPort")).to.equal("PDA_DATABASE_EMBEDDED_PORT");
    const others = settings
      .filter(({ path }) => path[0] !== "chainAdapter")
      .map(({ path }) => path.join("."));
    expect(others.filter((name) => /rpcUrl|chain|evm|gas|confirmation|signer/i.test(name))).to.deep.equal([]);
  });

  it("finds the known name for one wrong letter", () => {
    const names = settingsOf(configSchema).map(({ env }) => env);
    assert(
      property(constantFrom(...names), nat(), constantFrom("", "Q"), (name, place, letter) => {
        const at = place % name.length;
        const typo = name.slice(0, at) + letter + name.slice(at + 1);
        return names.includes(typo) || nearest(typo, names) === name;
      }),
    );
  });
});
