// docs/reference/settings.md, as an operator takes it: what it says of a setting is what the product does with it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ConfigError, loadConfig } from "../../src/config.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/reference/settings.md"), "utf8");
const rows = [...page.matchAll(/^\| `([\w.]+)`<br>`(PDA_\w+)` \| (.*?) \| (.*?) \| (.+) \|$/gm)].map(
  ([, name = "", env = "", preset = "", values = "", what = ""]) => ({ name, env, preset, values, what }),
);
const plain = (cell: string): string[] =>
  cell === "" ? [] : cell.split(", ").map((each) => each.replaceAll("`", ""));

describe("the page of settings", () => {
  const cwd = "/srv/pda-without-a-file";
  const load = (env: NodeJS.ProcessEnv = {}) => loadConfig({ env, cwd });
  const valueOf = (config: object, name: string): unknown =>
    name
      .split(".")
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], config);
  /** What the product says against a value; undefined when it takes the value. */
  const refusal = (env: string, value: string): string | undefined => {
    try {
      load({ [env]: value });
    } catch (error) {
      expect(error).to.be.an.instanceOf(ConfigError);
      return (error as ConfigError).problems.join("\n");
    }
    return undefined;
  };

  it("has every setting that the product can be told", () => {
    expect(rows.map(({ name }) => name)).to.include.members([
      "mode",
      "gateway.port",
      "worker.pollMs",
      "database.poolMax",
      "telemetry.traces.endpoint",
      "webhooks.ports",
      "dataKeyCommand",
    ]);
    const said = rows.map(({ name }) => name);
    const inFile = (node: object, above: string[]): string[] =>
      Object.entries(node).flatMap(([key, value]) =>
        value !== null && typeof value === "object" && !Array.isArray(value)
          ? inFile(value, [...above, key])
          : [[...above, key].join(".")],
      );
    // What the product makes of several settings together is no setting.
    const derived = ["development", "served"];
    expect(
      inFile(load(), []).filter(
        (name) => !said.includes(name) && !derived.includes(name.split(".").at(-1) as string),
      ),
    ).to.deep.equal([]);
    for (const { name, what } of rows) expect(what.length, name).to.be.above(10);
  });

  it("has the presets that hold where nothing is set", () => {
    const config = load();
    const wrong = rows.filter(({ name, preset }) => {
      if (preset === "" || name === "dataDir" || name === "webhooks.ports") return false;
      const value = valueOf(config, name);
      const texts = [value].flat().map((each) => (typeof each === "number" ? each : String(each)));
      return plain(preset.replaceAll(/(?<=\d),(?=\d)/g, "")).join() !== texts.join();
    });
    expect(wrong).to.deep.equal([]);
    expect(config.webhooks.ports).to.deep.equal([
      { from: 443, to: 443 },
      { from: 1024, to: 65_535 },
    ]);
  });

  for (const { name, env, values } of rows) {
    const range = /^([\d,.]+) to ([\d,.]+)$/
      .exec(values)
      ?.slice(1)
      .map((each) => Number(each.replaceAll(",", "")));
    if (range) {
      it(`${name} has the limits ${values}`, () => {
        const [least = 0, most = 0] = range;
        const step = name === "telemetry.traces.sampleRatio" ? 0.5 : 1;
        expect(refusal(env, String(least - step)), "below").to.contain(name);
        if (most < Number.MAX_SAFE_INTEGER)
          expect(refusal(env, String(most + step)), "above").to.contain(name);
        expect(refusal(env, "x"), "no number").to.contain(name);
      });
    } else if (values.startsWith("`")) {
      it(`${name} takes ${values}, and nothing else`, () => {
        for (const value of plain(values))
          if (name !== "mode" && name !== "console.enabled")
            expect(refusal(env, value), value).to.equal(undefined);
        expect(refusal(env, "nonsense")).to.contain(name);
      });
    }
  }

  it("has an example that the product takes", () => {
    const example = /```yaml\n([^]*?)```/.exec(page)?.[1] ?? "";
    using folder = temporaryDirectory();
    writeFileSync(join(folder.path, "pda.config.yaml"), `${example}assetDomain: assets.example.com\n`);
    const config = loadConfig({ env: {}, cwd: folder.path });
    expect(config.gateway.tls.keyFile).to.equal("/etc/pda/tls/key.pem");
    expect(config.webhooks.ports).to.deep.equal([
      { from: 443, to: 443 },
      { from: 8443, to: 8443 },
    ]);
  });
});
