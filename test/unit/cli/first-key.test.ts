// The operator's first key, and who may read it.
import { expect } from "chai";
import { firstOperatorKey } from "../../../src/cli/operator-keys.ts";
import { closing } from "../../../src/cli/up/closing.ts";
import { loadConfig } from "../../../src/config.ts";
import type { Store } from "../../../src/store/store.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

describe("the operator's first key", () => {
  const folder = temporaryDirectory();
  after(() => folder[Symbol.dispose]());
  const configOf = (mode: string) =>
    loadConfig({ env: { PDA_MODE: mode, PDA_DATA_DIR: folder.path }, cwd: folder.path });
  const storeWith = (hasKey: boolean) => {
    const made: unknown[] = [];
    const apiKeys = {
      existsOfOperator: async () => hasKey,
      lockOperatorKeys: async () => undefined,
      insert: async (key: unknown) => made.push(key),
    };
    const store = {
      read: { apiKeys },
      transact: async (act: (tx: unknown) => unknown) => act({ apiKeys }),
    } as unknown as Store;
    return { store, made };
  };

  it("is not made in production where nobody reads it, and how to make it is said", async () => {
    const { store, made } = storeWith(false);
    const first = await firstOperatorKey(configOf("production"), store, false);
    expect([first, made]).to.deep.equal([{ isMissing: true }, []]);
    expect(closing(configOf("production"), { ...first, link: undefined })).to.contain("pda keys create");
  });

  it("is made for a terminal, and in a sandbox", async () => {
    for (const [mode, isRead] of [
      ["production", true],
      ["sandbox", false],
    ] as const) {
      const { store, made } = storeWith(false);
      const { key = "" } = await firstOperatorKey(configOf(mode), store, isRead);
      expect(made).to.have.length(1);
      expect(closing(configOf(mode), { key, link: undefined }))
        .to.contain(key)
        .and.not.contain("pda keys create");
    }
  });

  it("is not made where an operator has one", async () => {
    const { store, made } = storeWith(true);
    expect([await firstOperatorKey(configOf("production"), store, true), made]).to.deep.equal([{}, []]);
  });
});
