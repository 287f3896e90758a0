// Which service a command calls without options, and which roots it trusts there.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect } from "chai";
import { chosenProfile } from "../../../src/cli/profiles/choose.ts";
import { callOptionsOf } from "../../../src/cli/service.ts";
import { type Config, loadConfig } from "../../../src/config.ts";
import { layout } from "../../../src/pki/names.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const OWN = "-----BEGIN CERTIFICATE-----\nb3du\n-----END CERTIFICATE-----";
const tls = { PDA_GATEWAY_TLS_CERT_FILE: "gateway.crt", PDA_GATEWAY_TLS_KEY_FILE: "gateway.key" };

describe("the service that a command calls", () => {
  const folder = temporaryDirectory();
  const { XDG_CONFIG_HOME } = process.env;
  before(() => {
    process.env.XDG_CONFIG_HOME = folder.path;
    const file = join(folder.path, "pda/profiles.yaml");
    mkdirSync(dirname(file));
    writeFileSync(file, "default:\n  url: https://own.example\n  key: pda_test_secret\n", { mode: 0o600 });
    const root = layout(config({}).pki.dir).root.cert;
    mkdirSync(dirname(root), { recursive: true });
    writeFileSync(root, OWN);
  });
  after(() => {
    if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
    else process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME;
    folder[Symbol.dispose]();
  });
  const config = (env: Record<string, string>): Config => loadConfig({ env, cwd: folder.path });

  it("is not that of the default profile where production has a service of its own", () => {
    const production = (PDA_PUBLIC_URL: string) =>
      chosenProfile(config({ PDA_MODE: "production", PDA_PUBLIC_URL }), {});
    expect(chosenProfile(config({}), {})?.url).to.equal("https://own.example");
    expect(production("https://own.example")?.url).to.equal("https://own.example");
    expect(production("https://shop.example")).to.equal(undefined);
  });

  it("is trusted by the root of the installation, and by those of the system where its certificate may be theirs", () => {
    const rootsOf = (env: Record<string, string>): string =>
      callOptionsOf(config({ PDA_MODE: "production", PDA_PUBLIC_URL: "https://shop.example", ...env }), {})
        .ca;
    expect(rootsOf({})).to.equal(OWN);
    expect(rootsOf(tls)).to.include(OWN).and.to.include(rootCertificates[0]);
  });
});
