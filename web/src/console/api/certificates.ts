// The three sorts of certificates of a publisher: of its CAs, of its access, and of the keys that sign digital identities.
import type { Page } from "@pda/client/browser";
import { keyed } from "../../intent.ts";
import { api } from "./client.ts";

/** What all sorts have in common. */
export interface Certificate {
  readonly certificateId: string;
  readonly certificateChain: string;
  readonly status: string;
  readonly notAfterTime: string;
  readonly createTime: string;
  readonly role?: string;
}
type Asked = { readonly pageSize: number; readonly pageToken?: string };

export interface NewCertificate {
  readonly certificateSigningRequest: string;
  /** Of a certificate of access. Empty: it gives no rights here. */
  readonly role: string;
}

/** Certificates of one sort. */
export interface Sort {
  readonly name: "ca" | "access" | "identity";
  /** Scopes of which one allows to make a certificate, and to revoke one. */
  readonly makers: readonly string[];
  readonly revokers: readonly string[];
  /** Reasons that a revocation can have. */
  readonly reasons: readonly string[];
  list(page: Asked): Promise<{ readonly data: Page<Certificate> }>;
  make(body: NewCertificate, key: string): Promise<Certificate>;
  revoke(certificateId: string, reason: string, key: string): Promise<unknown>;
}

const ACCESS_REASONS = [
  "SUPERSEDED",
  "KEY_COMPROMISE",
  "AFFILIATION_CHANGED",
  "CESSATION_OF_OPERATION",
  "PRIVILEGE_WITHDRAWN",
] as const;
const CA_REASONS = [...ACCESS_REASONS, "CA_COMPROMISE"] as const;
const bodyOf = <Reason extends string>(reasons: readonly Reason[], given: string) => {
  const reason = reasons.find((each) => each === given);
  return reason === undefined ? {} : { reason };
};

export function caCertificates(publisherId: string): Sort {
  const path = { publisherId };
  return {
    name: "ca",
    makers: ["publishers.write"],
    revokers: ["publishers.write"],
    reasons: CA_REASONS,
    list: (query) => api().GET("/api/v1/publishers/{publisherId}/certificates", { params: { path, query } }),
    make: async ({ certificateSigningRequest }, key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/certificates", {
          params: { path, ...keyed(key) },
          body: { certificateSigningRequest },
        })
      ).data,
    revoke: (certificateId, reason, key) =>
      api().POST("/api/v1/publishers/{publisherId}/certificates/{certificateId}/revoke", {
        params: { path: { ...path, certificateId }, ...keyed(key) },
        body: bodyOf(CA_REASONS, reason),
      }),
  };
}

export function accessCertificates(publisherId: string): Sort {
  const path = { publisherId };
  return {
    name: "access",
    makers: ["publishers.write", "credentials.write"],
    revokers: ["publishers.write", "credentials.write"],
    reasons: ACCESS_REASONS,
    list: (query) =>
      api().GET("/api/v1/publishers/{publisherId}/access-certificates", { params: { path, query } }),
    make: async ({ certificateSigningRequest, role }, key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/access-certificates", {
          params: { path, ...keyed(key) },
          body: { certificateSigningRequest, ...(role === "" ? {} : { role }) },
        })
      ).data,
    revoke: (certificateId, reason, key) =>
      api().POST("/api/v1/publishers/{publisherId}/access-certificates/{certificateId}/revoke", {
        params: { path: { ...path, certificateId }, ...keyed(key) },
        body: bodyOf(ACCESS_REASONS, reason),
      }),
  };
}

export function identityIssuers(publisherId: string): Sort {
  const path = { publisherId };
  return {
    name: "identity",
    makers: ["publishers.issue"],
    revokers: ["publishers.write"],
    reasons: [],
    list: (query) =>
      api().GET("/api/v1/publishers/{publisherId}/identity-issuers", { params: { path, query } }),
    make: async ({ certificateSigningRequest }, key) =>
      (
        await api().POST("/api/v1/publishers/{publisherId}/identity-issuers", {
          params: { path, ...keyed(key) },
          body: { certificateSigningRequest },
        })
      ).data,
    revoke: (certificateId, _reason, key) =>
      api().POST("/api/v1/publishers/{publisherId}/identity-issuers/{certificateId}/revoke", {
        params: { path: { ...path, certificateId }, ...keyed(key) },
      }),
  };
}
