import { verifySun } from "../../../src/trust/sun.ts";
import { readData, type Suite, Tally } from "../suite.ts";

const FILE = "sun/an12196.json";

interface Vector {
  readonly source: string;
  readonly piccEncData: string;
  readonly encFileData?: string;
  readonly macParameter?: string;
  readonly cmac: string;
  readonly metaReadKey: string;
  readonly fileReadKey: string;
  readonly valid: boolean;
  readonly uid?: string;
  readonly counter?: number;
  readonly fileData?: string;
}

/** NTAG 424 DNA messages of NXP AN12196: verdict, UID, counter and file data. */
export const suite: Suite = {
  name: "sun",
  run() {
    const tally = new Tally();
    for (const vector of readData<readonly Vector[]>(FILE)) {
      const { encFileData, macParameter } = vector;
      const result = verifySun(
        {
          piccEncData: vector.piccEncData,
          cmac: vector.cmac,
          ...(encFileData === undefined || macParameter === undefined
            ? {}
            : { file: { encFileData, macParameter } }),
        },
        {
          metaRead: Buffer.from(vector.metaReadKey, "hex"),
          fileRead: Buffer.from(vector.fileReadKey, "hex"),
        },
      );
      const told =
        result.ok &&
        Buffer.from(result.uid).toString("hex") === vector.uid?.toLowerCase() &&
        result.counter === vector.counter &&
        (result.fileData && Buffer.from(result.fileData).toString("latin1")) === vector.fileData;
      // A message that verifies and tells something else than the vector says is not right either.
      const actual = vector.valid ? told : result.ok;
      tally.count(vector.source, vector.valid, actual, result.ok ? "another content" : result.reason);
    }
    return tally;
  },
};
