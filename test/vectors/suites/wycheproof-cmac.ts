import { aesCmac } from "../../../src/trust/sun/cmac.ts";
import { readData, type Suite, Tally } from "../suite.ts";

const FILE = "wycheproof/aes_cmac_test.json";

interface File {
  readonly testGroups: readonly {
    readonly tagSize: number;
    readonly tests: readonly {
      readonly tcId: number;
      readonly key: string;
      readonly msg: string;
      readonly tag: string;
      readonly result: "valid" | "invalid";
    }[];
  }[];
}

/** AES-CMAC with keys of every size, right and wrong, whole and truncated tags. */
export const suite: Suite = {
  name: "wycheproof-cmac",
  run() {
    const tally = new Tally();
    const { testGroups } = readData<File>(FILE);
    for (const { tagSize, tests } of testGroups) {
      for (const { tcId, key, msg, tag, result } of tests) {
        tally.count(String(tcId), result === "valid", verifies(key, msg, tag, tagSize / 8));
      }
    }
    return tally;
  },
};

function verifies(key: string, message: string, tag: string, tagBytes: number): boolean {
  try {
    const computed = aesCmac(Buffer.from(key, "hex"), Buffer.from(message, "hex"));
    return computed.subarray(0, tagBytes).toString("hex") === tag;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
