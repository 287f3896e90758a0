import { type LifecycleStatus, whyNotActive } from "../../domain/asset/lifecycle.ts";
import type { Certificate } from "../certificate.ts";
import { uriOf } from "../path/leaf.ts";
import { isObject, type JsonValue, type JsonObject, member } from "../../json/value.ts";
import type { StatusClaim } from "../status-list.ts";
import { CLOCK_SKEW_SECONDS, isNumericDate } from "../time-limits.ts";
import type { StatusReason, ValidityReason } from "./check.ts";

/**
 * Claims that the issuer must always disclose, because the verdict depends on them.
 * A holder could otherwise hide that a credential has ended or was revoked (RFC 9901 §9.7, draft-ietf-oauth-sd-jwt-vc §2.2.2.2).
 * `assetId` is a claim of this product.
 */
export const PLAIN_CLAIMS = [
  "iss",
  "nbf",
  "exp",
  "cnf",
  "vct",
  "vct#integrity",
  "status",
  "assetId",
] as const;

/** The asset that a credential names. */
export interface IdentityAsset {
  readonly publisherId: string;
  readonly isIdentity: boolean;
  readonly state: LifecycleStatus;
  /** The asset's entry in the status lists of the service. */
  readonly listed: StatusClaim;
}

/** Checks that the credential has the mandatory claims and is valid now. @param now real time */
export function credentialProblem(
  claims: JsonObject,
  issuer: Certificate,
  now: Date,
): ValidityReason | undefined {
  const [iss, vct, iat, nbf, exp] = ["iss", "vct", "iat", "nbf", "exp"].map((name) => member(claims, name));
  const dates = [iat, nbf, exp].filter((date) => date !== undefined);
  const wellFormed = typeof vct === "string" && vct !== "" && dates.every(isNumericDate);
  if (!wellFormed) return "CLAIMS_MALFORMED";
  // draft-ietf-oauth-sd-jwt-vc §3.5: `iss` must equal the name in the certificate, or be absent.
  if (iss !== undefined && iss !== uriOf(issuer)) return "ISSUER_DIFFERENT";
  const seconds = now.getTime() / 1000;
  const begins = [iat, nbf].filter(isNumericDate);
  if (begins.some((date) => date > seconds + CLOCK_SKEW_SECONDS)) return "CREDENTIAL_NOT_YET_VALID";
  return isNumericDate(exp) && seconds >= exp ? "CREDENTIAL_EXPIRED" : undefined;
}

/**
 * Checks that the credential's asset is active, and that its `status`, if present, is the asset's entry in the service's status lists.
 * Status lists of other services are not fetched, so a revocation there is unknown here.
 */
export function statusProblem(
  claims: JsonObject,
  publisherId: string,
  asset: IdentityAsset | null,
): StatusReason | undefined {
  // One reason for an asset that does not exist and an asset that is no identity of this issuer.
  if (asset === null || !asset.isIdentity || asset.publisherId !== publisherId) return "ASSET_NOT_RECOGNISED";
  if (asset.state !== "active") return whyNotActive[asset.state];
  return listProblem(member(claims, "status"), asset.listed);
}

function listProblem(
  status: JsonValue | undefined,
  { status_list: own }: StatusClaim,
): StatusReason | undefined {
  if (status === undefined) return undefined;
  const list = isObject(status) ? member(status, "status_list") : undefined;
  if (!isObject(status) || Object.keys(status).length !== 1 || !isObject(list)) return "STATUS_NOT_OURS";
  const [idx, uri] = [member(list, "idx"), member(list, "uri")];
  if (uri === own.uri && idx === own.idx) return undefined;
  const ours = typeof uri === "string" && uri.startsWith(own.uri.slice(0, own.uri.lastIndexOf("/") + 1));
  return ours ? "STATUS_OF_OTHER_ASSET" : "STATUS_NOT_OURS";
}
