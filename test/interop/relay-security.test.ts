// `pda relay` and a NATS server with TLS and users: which settings it needs, what it refuses and what it never says.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, nkeyAuthenticator, nkeys } from "@nats-io/transport-node";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { expect } from "chai";
import { eventually } from "../e2e/support/scene.ts";
import { createRoot, issueLeaf } from "../../src/pki/authority.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { buildNats, idsOf, type NatsServer, RelayScene } from "./relay-scene.ts";

describe("pda relay and the security of NATS", function () {
  this.timeout(300_000);
  const built = temporaryDirectory();
  let scene: RelayScene;

  before(async function () {
    try {
      scene = await RelayScene.start(await buildNats(built.path));
    } catch (error) {
      this.test?.parent?.eachTest((test) => {
        test.title += ` [left out: no Go or no module: ${(error as Error).message.trim().split("\n").at(-1)}]`;
      });
      this.skip();
    }
  });
  after(async () => {
    await scene?.[Symbol.asyncDispose]();
    built[Symbol.dispose]();
  });

  /** Writes a file of the scene. @returns its path */
  const file = (name: string, content: string): string => {
    const path = join(scene.folder.path, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const user = (name: string): { publicKey: string; seed: string; seedFile: string } => {
    const pair = nkeys.createUser();
    const seed = new TextDecoder().decode(pair.getSeed());
    return { publicKey: pair.getPublicKey(), seed, seedFile: file(`${name}.nk`, seed) };
  };
  const tlsOf = async (name: string): Promise<{ caFile: string; block: string; certs: string[] }> => {
    const root = await createRoot(name, 1);
    const leaf = (usage: "client" | "server") =>
      issueLeaf(root, { commonName: usage, dns: ["localhost"], ip: ["127.0.0.1"], usages: [usage], days: 1 });
    const [server, client] = [await leaf("server"), await leaf("client")];
    const caFile = file(`${name}-ca.pem`, root.cert);
    const own = [file(`${name}.pem`, server.cert), file(`${name}.key`, server.key)];
    const certs = [file(`${name}-client.pem`, client.cert), file(`${name}-client.key`, client.key)];
    const block = `tls { cert_file: "${own[0]}", key_file: "${own[1]}", ca_file: "${caFile}", verify: true }`;
    return { caFile, block, certs };
  };
  /** Runs a relay that has to refuse its settings. */
  const refused = async (settings: Record<string, string>, ...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await scene.pda(["relay", ...args], {
      PDA_RELAY_METRICS_PORT: "0",
      ...settings,
    });
    expect(code, stdout + stderr).to.equal(78);
    expect(stderr).to.match(/^pda: .+\n {2}next: .+\n$/);
    return stdout + stderr;
  };

  it("publishes over TLS with a user that may do no more, and a consumer of one tenant sees that tenant alone", async () => {
    const tenant = scene.tenants[0] as string;
    const [relayUser, operatorUser, shopUser] = [user("relay"), user("operator"), user("shop")];
    const { caFile, block, certs } = await tlsOf("bus");
    // As docs/operations.md has it.
    const server = await scene.nats(`${block}
      authorization { users: [
        { nkey: ${operatorUser.publicKey} }
        { nkey: ${relayUser.publicKey}, permissions: {
            publish: ["pda.events.>", "$JS.API.STREAM.INFO.PDA_EVENTS", "$JS.API.STREAM.MSG.GET.PDA_EVENTS"],
            subscribe: ["_INBOX.>"] } }
        { nkey: ${shopUser.publicKey}, permissions: {
            publish: ["$JS.API.CONSUMER.MSG.NEXT.PDA_EVENTS.shop", "$JS.API.CONSUMER.INFO.PDA_EVENTS.shop", "$JS.ACK.PDA_EVENTS.shop.>"],
            subscribe: ["_INBOX.>"] } }
      ] }`);
    const url = `tls://localhost:${server.port}`;
    const as = ({ seed }: { seed: string }) =>
      connect({
        servers: url,
        authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
        tls: { caFile, certFile: certs[0] as string, keyFile: certs[1] as string },
      });
    const secure = {
      PDA_RELAY_TLS_CA_FILE: caFile,
      PDA_RELAY_TLS_CERT_FILE: certs[0] as string,
      PDA_RELAY_TLS_KEY_FILE: certs[1] as string,
      PDA_RELAY_NKEY_FILE: relayUser.seedFile,
    };
    // It may not make the stream.
    expect(await refused({ ...secure, PDA_RELAY_CREATE_STREAM: "false" }, "--to", url)).to.contain(
      "NATS has no stream PDA_EVENTS",
    );
    const operator = await as(operatorUser);
    const manager = await jetstreamManager(operator);
    await manager.streams.add({ name: "PDA_EVENTS", subjects: ["pda.events.>"] });
    await manager.consumers.add("PDA_EVENTS", {
      durable_name: "shop",
      filter_subject: `pda.events.${tenant}.>`,
      ack_policy: "explicit",
    });
    await scene.happen(40);
    const relay = await scene.relay(url, {
      ...secure,
      PDA_RELAY_CREATE_STREAM: "false",
      PDA_RELAY_NAME: "secure",
    });
    await eventually(
      "all are there",
      async () => (await manager.streams.info("PDA_EVENTS")).state.messages === 40,
    );
    const shop = await as(shopUser);
    const consumer = await jetstream(shop).consumers.get("PDA_EVENTS", "shop");
    const got: string[] = [];
    for await (const message of await consumer.fetch({ max_messages: 20, expires: 2_000 })) {
      got.push(message.subject);
      message.ack();
    }
    expect(got).to.have.length(40 / scene.tenants.length);
    expect(new Set(got)).to.deep.equal(new Set([`pda.events.${tenant}.payment.completed`]));
    const other = jetstreamManager(shop, { checkAPI: false }).then((own) =>
      own.consumers.add("PDA_EVENTS", { durable_name: "all", ack_policy: "explicit" }),
    );
    expect(
      await other.then(
        () => "allowed",
        (error: Error) => error.message,
      ),
    ).to.match(/Permissions Violation/i);
    await Promise.all([shop.close(), operator.close()]);
    expect(await relay.stop()).to.equal(0);
    expect(relay.output).to.not.contain(relayUser.seed);

    // What it refuses: no certificate, another authority, another user, a key that it cannot read.
    const { PDA_RELAY_NKEY_FILE: nkey, PDA_RELAY_TLS_CA_FILE: ca } = secure;
    expect(await refused({ PDA_RELAY_NKEY_FILE: nkey }, "--to", url)).to.contain("relay.tls.caFile");
    const foreign = await tlsOf("foreign");
    expect(await refused({ ...secure, PDA_RELAY_TLS_CA_FILE: foreign.caFile }, "--to", url)).to.contain(
      "TLS with NATS fails",
    );
    const stranger = user("stranger");
    const strangers = await refused({ ...secure, PDA_RELAY_NKEY_FILE: stranger.seedFile }, "--to", url);
    expect(strangers).to.contain("NATS refuses the relay's credentials").and.not.contain(stranger.seed);
    expect(await refused({ ...secure, PDA_RELAY_NKEY_FILE: `${ca}.none` }, "--to", url)).to.contain(
      "relay.nkeyFile cannot be read",
    );
    const broken = file("broken.nk", "SUNOSEED");
    expect(await refused({ ...secure, PDA_RELAY_NKEY_FILE: broken }, "--to", url)).to.not.contain("SUNOSEED");
  });

  it("says what is wrong with its settings, and never a secret", async () => {
    expect(await refused({})).to.contain("pda relay --to nats://host:4222");
    expect(await refused({}, "--to", "nats://user:hunter2@localhost:4222"))
      .to.contain("without a user or a password")
      .and.not.contain("hunter2");
    expect(await refused({}, "--to", "nats://localhost:4222,tls://localhost:4222")).to.contain(
      "all be tls://",
    );
    expect(await refused({ PDA_RELAY_TLS_CA_FILE: "ca.pem" }, "--to", "nats://localhost:4222")).to.contain(
      "needs relay.servers with tls://",
    );
    expect(
      await refused(
        { PDA_RELAY_NKEY_FILE: "a", PDA_RELAY_CREDENTIALS_FILE: "b" },
        "--to",
        "nats://localhost",
      ),
    ).to.contain("must not be set together");
    expect(await refused({ PDA_RELAY_TLS_CERT_FILE: "a" }, "--to", "tls://localhost")).to.contain(
      "certFile and keyFile must be set together",
    );
    const production = await refused({ PDA_MODE: "production" }, "--to", "nats://bus.example:4222");
    expect(production)
      .to.contain("relay.servers with tls://")
      .and.contain("relay.credentialsFile, relay.nkeyFile");
    const help = await scene.pda(["relay", "--help"]);
    expect(help.stdout).to.contain("pda.events.<tenant>.<type>");
  });

  it("refuses a stream that is not its own", async () => {
    const server: NatsServer = await scene.nats();
    const connection = await connect({ servers: server.url });
    const manager = await jetstreamManager(connection);
    // The server answers that a stream is deleted while it still removes its files; until then it cannot make the next one.
    const add = (config: object) =>
      eventually("the stream is made", () =>
        manager.streams
          .add({ name: "PDA_EVENTS", subjects: ["pda.events.>"], ...config })
          .catch((error: Error) => {
            if (error.message.includes("error creating store")) return undefined;
            throw error;
          }),
      );
    for (const [config, says] of [
      [{ subjects: ["pda.events.>", "orders.>"] }, "nobody but the relay may write to it"],
      [{ storage: "memory" }, "its storage is not file"],
      [{ no_ack: true }, "it acknowledges nothing"],
      [{ max_msg_size: 1_000 }, "messages of 1000 bytes at most"],
    ] as const) {
      await add(config);
      expect(await refused({}, "--to", server.url)).to.contain(says);
      await manager.streams.delete("PDA_EVENTS");
    }
    // The newest message is of an event that this log does not have.
    await add({});
    const id = "evt_01m7xz42wgfvgbx7pw2dpj6nbp";
    await jetstream(connection).publish("pda.events.x.y", "", { msgID: id });
    const relay = await scene.relay(server, { PDA_RELAY_NAME: "foreign" });
    await eventually("it says so", async () => relay.output.includes(`${id}, is not in this event log`));
    expect(await relay.ready()).to.equal(503);
    expect(idsOf((await scene.read(server)).filter(({ data }) => data !== ""))).to.deep.equal([]);
    await connection.close();
  });
});
