// Without the setting, a process loads nothing of OpenTelemetry's SDK.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { root } from "./files.ts";

const tiers = ["gateway/server", "core", "workers/server", "workers/relay/server", "chain/start"];

/** Loads all tiers in a process and turns traces on or off. @returns the packages of OpenTelemetry that were loaded */
async function loaded(endpoint: string | undefined): Promise<string[]> {
  const settings = { endpoint, sampleRatio: 1, trustCallers: false };
  const program = `
    import { registerHooks } from "node:module";
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(url) ?? [];
        if (name) packages.add(name);
        return next(url, context);
      },
    });
    for (const tier of ${JSON.stringify(tiers)}) await import("${root}/src/" + tier + ".ts");
    const { startTraces } = await import("${root}/src/telemetry/start-traces.ts");
    const process = { tier: "core", version: "0", log: console };
    await using traces = await startTraces(${JSON.stringify(settings)}, process);
    console.log(JSON.stringify([...packages].sort()));
  `;
  const { stdout } = await promisify(execFile)(
    join(root, "node_modules/.bin/node"),
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program],
    { cwd: root },
  );
  return JSON.parse(stdout) as string[];
}

describe("a process without traces", function () {
  this.timeout(60_000);

  it("loads nothing of OpenTelemetry but the interface that prom-client has loaded", async () => {
    expect(await loaded(undefined)).to.deep.equal(["@opentelemetry/api"]);
  });

  it("would be seen if it did", async () => {
    expect(await loaded("http://127.0.0.1:9/v1/traces")).to.include.members([
      "@opentelemetry/sdk-trace",
      "@opentelemetry/exporter-trace-otlp-proto",
    ]);
  });
});
