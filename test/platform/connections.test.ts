import { expect } from "chai";
import { embeddedConnections, pooledConnections } from "../../src/cli/connections.ts";
import { checkDatabase } from "../../src/cli/doctor/checks.ts";
import { processesOf } from "../../src/cli/processes.ts";
import { loadConfig } from "../../src/config.ts";
import { testDatabase } from "../support/postgres.ts";

const config = (env: NodeJS.ProcessEnv = {}) => loadConfig({ env, cwd: import.meta.dirname });

describe("processes and what they need", () => {
  it("are as many as half of the cores when asked for as many as cores allow, at least one", () => {
    const asked = (processes: string) => config({ PDA_CORE_PROCESSES: processes });
    expect([1, 2, 3, 8].map((cores) => processesOf(asked("0"), "core", cores))).to.deep.equal([1, 1, 1, 4]);
    expect(processesOf(asked("3"), "core", 1)).to.equal(3);
  });

  it("take a pool, two reserved connections and one for signals each, one more while they are replaced, and the worker's", () => {
    expect(pooledConnections(config())).to.equal(26);
    expect(pooledConnections(config({ PDA_CORE_PROCESSES: "1" }))).to.equal(39);
    expect(pooledConnections(config({ PDA_CORE_PROCESSES: "4", PDA_DATABASE_POOL_MAX: "50" }))).to.equal(318);
  });

  it("fit into what the embedded database takes", () => {
    for (const env of [{}, { PDA_CORE_PROCESSES: "64" }, { PDA_DATABASE_POOL_MAX: "200" }])
      expect(embeddedConnections(config(env))).to.be.above(pooledConnections(config(env)) + 10);
  });

  it("are refused by doctor when the database takes fewer connections", async () => {
    await using database = await testDatabase();
    const env = { DATABASE_URL: database.url };
    expect((await checkDatabase(config(env))).map((each) => each.status)).to.deep.equal(["ok"]);
    const [{ status, text } = {}] = await checkDatabase(config({ ...env, PDA_CORE_PROCESSES: "64" }));
    expect(status).to.equal("fail");
    expect(text).to.contain("64 core processes and the worker may open 858 connections");
  });
});
