import { expect } from "chai";
import { assertProduction } from "../../../src/cli/production.ts";
import { loadConfig } from "../../../src/config.ts";
import type { Tier } from "../../../src/pki/names.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

describe("what production mode demands", () => {
  const refusal = (tier: Tier | "relay", env: Record<string, string>): string => {
    using directory = temporaryDirectory();
    try {
      assertProduction(loadConfig({ env: { PDA_MODE: "production", ...env }, cwd: directory.path }), tier);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  const signer = { PDA_CHAIN_ADAPTER_NETWORK_SIGNER_KEY_FILE: "signer.key" };

  const names = { PDA_PUBLIC_URL: "https://pda.city.org", PDA_ASSET_DOMAIN: "assets.city.org" };

  it("is names of one's own, which stand in certificates and links for years", () => {
    const database = { DATABASE_URL: "postgres://pda:secret@localhost/pda" };
    const tls = { PDA_GATEWAY_TLS_CERT_FILE: "gateway.crt", PDA_GATEWAY_TLS_KEY_FILE: "gateway.key" };
    const to = (tier: Tier, more: Record<string, string>): string =>
      refusal(tier, { ...database, ...tls, ...more });
    for (const tier of ["gateway", "core", "worker"] as const) {
      expect(to(tier, names), tier).to.equal("");
      for (const PDA_PUBLIC_URL of ["", "https://localhost:8443", "https://127.0.0.1", "https://[::1]:8443"])
        expect(to(tier, { ...names, PDA_PUBLIC_URL }), `${tier} ${PDA_PUBLIC_URL}`).to.contain("publicUrl");
    }
    expect(to("core", { PDA_PUBLIC_URL: names.PDA_PUBLIC_URL })).to.contain("assetDomain");
  });

  for (const tier of ["core", "worker"] as const)
    it(`is TLS with a verified name from the ${tier} to a database elsewhere`, () => {
      const to = (url: string): string => refusal(tier, { ...names, DATABASE_URL: url });
      for (const url of [
        "postgres://pda:secret@db.example/pda",
        "postgres://pda:secret@db.example/pda?sslmode=disable",
        "postgres://pda:secret@db.example/pda?sslmode=require",
        "postgres://pda:secret@db.example/pda?sslmode=no-verify",
        "postgres://pda:secret@localhost.example/pda",
        "postgres://pda:secret@10.127.0.1/pda",
        "postgres://pda:secret@localhost/pda?host=db.example",
        "postgres://pda:secret@db.example/pda?sslmode=verify-full&sslmode=disable",
      ])
        expect(to(url), url).to.contain("sslmode=verify-full").and.not.to.contain("secret");
      for (const url of [
        "postgres://pda:secret@db.example/pda?sslmode=verify-full",
        "postgres://pda:secret@db.example/pda?sslmode=verify-full&sslrootcert=/etc/pda/db.crt",
        "postgres://pda:secret@localhost:5432/pda",
        "postgres://pda:secret@127.0.0.1/pda",
        "postgres://pda:secret@[::1]:5432/pda",
        "postgres://pda:secret@%2Fvar%2Frun%2Fpostgresql/pda",
      ])
        expect(to(url), url).to.equal("");
    });

  it("is https from the chain adapter to a node elsewhere", () => {
    const to = (url: string): string =>
      refusal("chain-adapter", { ...signer, PDA_CHAIN_ADAPTER_NETWORK_RPC_URL: url });
    expect(to("http://node.example:8545")).to.contain("chainAdapter.network.rpcUrl with https");
    for (const url of ["https://node.example", "http://localhost:8545", "http://127.0.0.1:8545"])
      expect(to(url), url).to.equal("");
  });

  it("is TLS and a user from the relay to NATS elsewhere", () => {
    const database = { DATABASE_URL: "postgres://pda:secret@localhost/pda" };
    const user = { PDA_RELAY_NKEY_FILE: "relay.nk" };
    const to = (servers: string, more: Record<string, string> = user): string =>
      refusal("relay", { ...database, PDA_RELAY_SERVERS: servers, ...more });
    expect(to("nats://bus.example:4222")).to.contain("relay.servers with tls://");
    expect(to("tls://bus.example:4222", {})).to.contain("relay.nkeyFile");
    for (const servers of [
      "tls://bus.example:4222",
      "nats://localhost:4222",
      "nats://[::1]:4222,nats://127.0.0.1",
    ])
      expect(to(servers), servers).to.equal("");
  });

  it("is TLS from every tier to a collector of traces elsewhere", () => {
    for (const tier of ["gateway", "core", "worker", "chain-adapter", "relay"] as const) {
      const to = (endpoint: string): string => refusal(tier, { PDA_TELEMETRY_TRACES_ENDPOINT: endpoint });
      expect(to("http://collector.example:4318/v1/traces"), tier).to.contain("telemetry.traces.endpoint");
      for (const endpoint of ["https://collector.example/v1/traces", "http://localhost:4318/v1/traces"])
        expect(to(endpoint), tier).to.not.contain("telemetry.traces.endpoint");
    }
  });

  it("is nothing in a sandbox", () => {
    expect(refusal("core", { PDA_MODE: "sandbox", DATABASE_URL: "postgres://db.example/pda" })).to.equal("");
  });
});
