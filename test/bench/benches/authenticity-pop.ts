import { X509Certificate, createHash, KeyObject, sign } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { duel } from "../duel.ts";
import { callOnce } from "../http.ts";
import type { Asked, LoadResult } from "../load/plan.ts";
import { applyLoad, loadShape } from "../load/start.ts";
import type { Device } from "../provision.ts";
import { leftOut } from "../report.ts";
import type { Contender } from "../turn.ts";
import { hasOpenssl, opensslVerifying } from "./openssl.ts";
import type { Bench, Setting } from "./setting.ts";
import { Supply } from "./supply.ts";
import { authenticityPath, authorised, httpContender, oursOf } from "./targets.ts";

/** A challenge lives 60 seconds; fetching, signing and using those of one turn has to fit into that. */
const secondsMax = 10;

interface Challenge {
  readonly nonce: string;
  readonly assetId: string;
  readonly audience: string;
}

const challengeRequest = ({ assetId }: { assetId: string }): Asked => ({
  method: "POST",
  path: "/api/v1/verification/challenges",
  body: JSON.stringify({ assetId }),
});

/** A device as it signs. */
interface Signer {
  readonly key: KeyObject;
  /** PEM, leaf first. */
  readonly certificate: string;
  /** SHA-256 of the leaf in DER. */
  readonly fingerprint: Buffer;
}

function signerOf({ keys, certificate }: Device): Signer {
  const { raw } = new X509Certificate(certificate);
  const fingerprint = createHash("sha256").update(raw).digest();
  return { key: KeyObject.from(keys.privateKey), certificate, fingerprint };
}

/** The call with the device's proof, over the bytes that `ChallengeSignature` of the contract says. */
function proven({ key, certificate, fingerprint }: Signer, { nonce, assetId, audience }: Challenge): Asked {
  const message = Buffer.concat([
    Buffer.from("PDA-POP-v1"),
    Buffer.from(nonce, "base64url"),
    Buffer.from(assetId),
    fingerprint,
    Buffer.from([audience.length]),
    Buffer.from(audience),
  ]);
  const signature = sign("sha256", message, { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  const proof = { challengeSignature: { nonce, signature } };
  return {
    method: "POST",
    path: authenticityPath,
    body: JSON.stringify({ assetId, deviceCertificate: certificate, proof }),
  };
}

/** Verifies one asset with a proof. @throws Error when the answer is not that its device was there */
async function proveOne({ product, made }: Setting, signers: ReadonlyMap<string, Signer>): Promise<void> {
  const call = { port: product.port, ca: product.ca, headers: authorised(made) };
  const [first] = made.devices;
  if (!first) throw new Error("there is no device");
  const { data: challenge } = await callOnce({ ...call, ...challengeRequest(first) });
  const request = proven(signers.get(first.assetId) as Signer, challenge as Challenge);
  const { data } = await callOnce({ ...call, ...request });
  const { trusted, assurance } = data as { trusted?: boolean; assurance?: string };
  if (trusted !== true || assurance !== "proof_of_possession") {
    throw new Error(`the proof was not accepted: ${JSON.stringify(data)}`);
  }
}

/** Verifies assets with proofs; challenges are fetched and signed before the turn. */
function proving(setting: Setting, signers: ReadonlyMap<string, Signer>, seconds: number): Contender {
  const { processes, product, made, dir } = setting;
  const [challenges, proofs] = [join(dir, "challenges"), join(dir, "proofs")];
  const supply = new Supply(seconds);
  const headers = authorised(made);
  const contender = httpContender({ processes, product, seconds }, oursOf(setting), {
    requests: { file: proofs },
    once: true,
    headers,
    keyed: false,
  });
  return {
    ...contender,
    prepare: async () => {
      await applyLoad(processes, {
        ...loadShape,
        port: product.port,
        ca: product.ca,
        requests: Array.from({ length: supply.size }, (_, index) =>
          challengeRequest(made.devices[index % made.devices.length] as Device),
        ),
        once: true,
        headers,
        keyed: false,
        warmUpSeconds: 0,
        seconds: 600,
        keepAnswers: challenges,
      });
      const lines = readFileSync(challenges, "utf8")
        .split("\n")
        .map((line) => (JSON.parse(line) as { data: Challenge }).data)
        .map((challenge) => JSON.stringify(proven(signers.get(challenge.assetId) as Signer, challenge)));
      await writeFile(proofs, lines.join("\n"));
      rmSync(challenges);
      await product.settle();
    },
    turn: async (): Promise<LoadResult> => supply.seen(await contender.turn()),
  };
}

/** Verifying assets by certificate and a signature that the device made over a challenge, against P-256 verifications by openssl. */
export const authenticityPop: Bench = {
  name: "authenticity.pop/openssl",
  async run(setting) {
    const seconds = Math.min(setting.seconds, secondsMax);
    const against = "openssl speed, P-256 verifications of one core";
    const names = { bench: this.name, against, target: 0.6, seconds };
    if (!(await hasOpenssl()))
      return leftOut({ ...names, unit: "calls/s" }, "there is no openssl on this machine");
    const signers = new Map(setting.made.devices.map((device) => [device.assetId, signerOf(device)]));
    await proveOne(setting, signers);
    return duel(proving(setting, signers, seconds), opensslVerifying(seconds), names);
  },
};
