import { readSubjectPublicKey } from "../../../src/trust/certificate/public-key.ts";
import { DerReader } from "../../../src/trust/der/reader.ts";
import { signatureVerifies } from "../../../src/trust/path/signature.ts";
import { readData, type Suite, Tally } from "../suite.ts";

const FILE = "wycheproof/ecdsa_secp256r1_sha256_test.json";

interface File {
  readonly testGroups: readonly {
    readonly publicKeyDer: string;
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly msg: string;
      readonly sig: string;
      readonly result: "valid" | "invalid";
    }[];
  }[];
}

/** ECDSA on P-256 with SHA-256 as certificates and CRLs have it: signatures in DER. */
export const suite: Suite = {
  name: "wycheproof-ecdsa",
  run() {
    const tally = new Tally();
    const { testGroups } = readData<File>(FILE);
    for (const { publicKeyDer, tests } of testGroups) {
      const key = readSubjectPublicKey(DerReader.document(Buffer.from(publicKeyDer, "hex")));
      for (const { tcId, comment, msg, sig, result } of tests) {
        const [message, signature] = [Buffer.from(msg, "hex"), Buffer.from(sig, "hex")];
        const verified = signatureVerifies(key, { keyType: "ec", hash: "sha256" }, message, signature);
        tally.count(`${tcId} ${comment}`, result === "valid", verified);
      }
    }
    return tally;
  },
};
