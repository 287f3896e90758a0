import { randomInt } from "node:crypto";
import { PdaError } from "../../../../clients/typescript/src/index.ts";
import type { Demo } from "../demo.ts";
import { expectEqual, expectForm, required } from "../expect.ts";
import {
  type Authority,
  certificatesOf,
  deviceCertificate,
  type KeyPair,
  newKeyPair,
  signingRequest,
} from "../keys.ts";

/** Results of the first part that later parts use. */
export interface PublisherState {
  readonly publisherId: string;
  /** Code of a refundable asset type with six decimals. */
  readonly assetType: string;
  readonly network: string;
  readonly networkAsset: string;
  /** All networks that the asset type is on, CAIP-2, `network` first. */
  readonly networks: readonly string[];
  readonly assetId: string;
  /** Certificate of the device in the asset, PEM. */
  readonly deviceCertificate: string;
  /** Key of the device. */
  readonly deviceKeys: KeyPair;
}

/** 1: a publisher obtains its certificate, defines an asset type, issues an asset and binds devices to it. */
export async function publisherPart(demo: Demo): Promise<PublisherState> {
  demo.part("1  A publisher obtains its certificate, defines an asset type and issues an asset");
  const api = demo.operator;

  const publisher = await demo.step("register a publisher", async () => {
    const { data } = await api.POST("/api/v1/publishers", { body: { name: "Example Issuer" } });
    expectEqual("status", data.status, "active");
    return data;
  });
  const path = { publisherId: publisher.publisherId };

  const authority = await demo.step(
    "obtain its CA certificate from a signing request",
    async (): Promise<Authority> => {
      const keys = await newKeyPair();
      const certificateSigningRequest = await signingRequest(keys, "only the key is taken from here");
      const { data } = await api.POST("/api/v1/publishers/{publisherId}/certificates", {
        params: { path },
        body: { certificateSigningRequest },
      });
      const certificate = required("the CA certificate", certificatesOf(data.certificate)[0]);
      expectForm("its subject", certificate.subject, new RegExp(publisher.publisherId));
      return { certificate, keys };
    },
  );

  const { network, networkAsset, networkAssets } = await demo.step(
    "read the network assets of the sandbox",
    async () => {
      const { data } = await api.GET("/api/v1/sandbox");
      const networkAsset = required("a network asset", data.networkAssets[0]);
      const { networkAssets } = data;
      return { networkAssets, networkAsset, network: required("its network", networkAsset.split("/")[0]) };
    },
  );

  const assetType = await demo.step("define a refundable asset type with six decimals", () =>
    demoAssetType(demo, publisher.publisherId, "USDX", networkAssets, true),
  );

  const assetId = await demo.step("issue an asset", () => issueAsset(demo, publisher.publisherId, network));

  const deviceKeys = await newKeyPair();
  const device = await demo.step(
    "bind the device in the asset: send its signing request, get its certificate",
    async () => {
      const { data } = await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
        params: { path: { ...path, assetId } },
        body: {
          serialNumber: newSerialNumber(),
          certificateSigningRequest: await signingRequest(deviceKeys, "chip"),
        },
      });
      expectForm("the device certificate", data.deviceCertificate, /^-----BEGIN CERTIFICATE-----/);
      return data;
    },
  );

  await demo.step(
    "bind a device of another asset with a certificate that the publisher signed itself",
    async () => {
      const otherAsset = await issueAsset(demo, publisher.publisherId, network);
      const serialNumber = newSerialNumber();
      const certificate = await deviceCertificate(authority, device.deviceCertificate, {
        assetId: otherAsset,
        serialNumber,
      });
      const { data } = await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/devices", {
        params: { path: { ...path, assetId: otherAsset } },
        body: { serialNumber, deviceCertificate: certificate },
      });
      expectEqual("assetId", data.assetId, otherAsset);
    },
  );

  await demo.step("activate the asset", async () => {
    const { data } = await api.POST("/api/v1/publishers/{publisherId}/assets/{assetId}/activate", {
      params: { path: { ...path, assetId } },
    });
    expectEqual("lifecycleStatus", data.lifecycleStatus, "active");
  });

  return {
    publisherId: publisher.publisherId,
    assetType,
    network,
    networkAsset,
    networks: networkAssets.map((asset) => asset.split("/")[0] ?? ""),
    assetId,
    deviceCertificate: device.deviceCertificate,
    deviceKeys,
  };
}

/** Defines an asset type with this code, or with a random suffix when the code is taken. Returns the code. */
export async function demoAssetType(
  demo: Demo,
  publisherId: string,
  code: string,
  networkAssets: string[],
  refundable: boolean,
): Promise<string> {
  const define = async (assetType: string): Promise<string> => {
    const { data } = await demo.operator.POST("/api/v1/publishers/{publisherId}/asset-types", {
      params: { path: { publisherId } },
      body: {
        assetType,
        name: "Example dollar",
        decimals: 6,
        refundPolicy: { refundable, windowSeconds: "2592000" },
        networks: networkAssets,
      },
    });
    expectEqual("decimals", data.decimals, 6);
    return data.assetType;
  };
  try {
    return await define(code);
  } catch (error) {
    if (!(error instanceof PdaError) || error.errorCode !== "SVC-4090") throw error;
    return await define(
      `${code}${randomInt(36 ** 5, 36 ** 6)
        .toString(36)
        .toUpperCase()}`,
    );
  }
}

/** Issues an asset, which waits for its activation. Returns its identifier. */
export async function issueAsset(demo: Demo, publisherId: string, network: string): Promise<string> {
  const { data } = await demo.operator.POST("/api/v1/publishers/{publisherId}/assets", {
    params: { path: { publisherId } },
    body: {
      assetProfile: { kind: "good", name: "Signed print", description: "Number 7 of 100" },
      supportedNetworks: [network],
      metadata: { edition: "7/100" },
    },
  });
  expectEqual("lifecycleStatus", data.lifecycleStatus, "issued");
  expectEqual("publisher", data.publisher, publisherId);
  return data.assetIdentifier;
}

function newSerialNumber(): string {
  return `CHIP-${randomInt(2 ** 40)
    .toString(16)
    .toUpperCase()
    .padStart(10, "0")}`;
}
