import type { components } from "../../../../clients/typescript/src/index.ts";
import type { Demo } from "../demo.ts";
import { expectEqual, required } from "../expect.ts";
import { deviceCertificate, foreignAuthority, signChallenge } from "../keys.ts";
import type { PublisherState } from "./publisher.ts";

type Authenticity = components["schemas"]["Authenticity"];
type DeviceProof = components["schemas"]["DeviceProof"];

/** 6: anyone can verify an asset. A foreign certificate and a revoked asset are not trusted; the checks give the reason. */
export async function verificationPart(demo: Demo, publisher: PublisherState): Promise<void> {
  demo.part("6  Anyone verifies the asset");
  const anyone = demo.as();
  const { assetId, publisherId } = publisher;
  const verify = async (certificate: string, proof?: DeviceProof): Promise<Authenticity> => {
    const body = { assetId, deviceCertificate: certificate, ...(proof ? { proof } : {}) };
    return (await anyone.POST("/api/v1/verification/authenticity", { body })).data;
  };

  await demo.step("read the asset's public information", async () => {
    const { data } = await anyone.GET("/api/v1/assets/{assetId}", { params: { path: { assetId } } });
    expectEqual("assetIdentifier", data.assetIdentifier, assetId);
    expectEqual("lifecycleStatus", data.lifecycleStatus, "active");
  });
  await demo.step("the asset with its device certificate is trusted", async () => {
    const verdict = await verify(publisher.deviceCertificate);
    expectEqual("failed checks", failedChecks(verdict), []);
    expectEqual("trusted", verdict.trusted, true);
    expectEqual("assurance", verdict.assurance, "static");
  });
  const proof = await demo.step("the device signs a challenge", async () => {
    const { data } = await anyone.POST("/api/v1/verification/challenges", { body: { assetId } });
    const { deviceKeys, deviceCertificate: certificate } = publisher;
    return { challengeSignature: await signChallenge(deviceKeys, certificate, data) };
  });
  await demo.step("the signature proves that the device is not a copy", async () => {
    const verdict = await verify(publisher.deviceCertificate, proof);
    expectEqual("trusted", verdict.trusted, true);
    expectEqual("assurance", verdict.assurance, "proof_of_possession");
  });
  await demo.step("a replay of the same proof is not accepted", async () => {
    const verdict = await verify(publisher.deviceCertificate, proof);
    expectEqual("trusted", verdict.trusted, false);
    const failed = required("a failed check", failedChecks(verdict)[0]);
    expectEqual("failed check", failed.check, "proof_of_possession");
  });
  await demo.step("a certificate of a foreign CA with the same names is not trusted", async () => {
    const names = { assetId, serialNumber: "CHIP-FOREIGN" };
    const verdict = await verify(
      await deviceCertificate(await foreignAuthority(), publisher.deviceCertificate, names),
    );
    expectEqual("trusted", verdict.trusted, false);
    expectEqual(
      "code of the failed check",
      required("a failed check", failedChecks(verdict)[0]).code,
      "SVC-4010",
    );
  });
  await demo.step("the publisher revokes the asset", async () => {
    const { data } = await demo.operator.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/revoke", {
      params: { path: { publisherId, assetId } },
      body: { reason: "Reported stolen" },
    });
    expectEqual("lifecycleStatus", data.lifecycleStatus, "revoked");
  });
  await demo.step("the revoked asset is not trusted", async () => {
    const verdict = await verify(publisher.deviceCertificate);
    expectEqual("trusted", verdict.trusted, false);
    expectEqual("failed check", required("a failed check", failedChecks(verdict)[0]).check, "lifecycle");
  });
}

function failedChecks(verdict: Authenticity): Authenticity["checks"] {
  return verdict.checks.filter((check) => check.outcome === "failed");
}
