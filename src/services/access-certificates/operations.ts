import type {
  AccessCertificate,
  AccessRevocationReason,
  CertificateHolder,
} from "../../domain/access/certificate.ts";
import type { CredentialLimits } from "../../../gen/ts/pda/access/v1/limits.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Handler } from "../../rpc/handler.ts";
import type { Readers } from "../../store/store.ts";
import { requireContained } from "../credentials/containment.ts";
import { limitsOf } from "../credentials/limits.ts";
import { requireRights } from "../credentials/rights.ts";
import type { TrustAuthority } from "../authority/trust-authority.ts";
import { requireSigningRequest } from "../contract/credential.ts";
import { pageRequest, pageToProto } from "../contract/page-token.ts";
import { requireFound } from "../contract/require-found.ts";
import { lockNamedDevice } from "../merchant/devices/lock-device.ts";
import { certify } from "./certify.ts";

/** A kind of tenant that has access certificates. */
interface CertificateHolders<Owned, Message, Answer, Reason> {
  /** Name of the list in page tokens. */
  readonly list: string;
  /** Returns the holder that a request names. */
  readonly holderOf: (request: Owned) => CertificateHolder;
  /** Returns the tenant of a holder. @throws Failure NOT_FOUND unless the tenant exists */
  readonly requireTenant: (
    read: Pick<Readers, "merchants" | "publishers">,
    request: Owned,
  ) => Promise<{ readonly status: "active" | "suspended" }>;
  /** @throws Refused for a tenant that is suspended */
  readonly requireActive: (tenant: { readonly status: "active" | "suspended" }) => void;
  /** Returns the reason that a request states; `unspecified` when it states none. */
  readonly reasonOf: (reason: Reason | undefined) => AccessRevocationReason;
  /** Returns a certificate as the contract shows it to this kind of tenant, with the chain up to its root. */
  readonly toProto: (stored: AccessCertificate, trust: TrustAuthority) => Message;
  /** Returns the response with one certificate. */
  readonly answer: (certificate: Message) => Answer;
}

interface IssueRequest {
  readonly certificateSigningRequest: string;
  readonly scopes: readonly string[];
  readonly role?: string | undefined;
  readonly limits?: CredentialLimits | undefined;
}

interface NamedCertificate {
  readonly certificateId: string;
}

/** Returns the operations on access certificates. Every kind of tenant has the same ones. */
export function accessCertificateOperations<Owned, Message, Answer, Reason>({
  list: listName,
  holderOf,
  requireTenant,
  requireActive,
  reasonOf,
  toProto,
  answer,
}: CertificateHolders<Owned, Message, Answer, Reason>) {
  /**
   * Issues a certificate for the tenant's own key or a terminal's key. The names in the certificate come from the registry. The caller
   * can give only scopes that it holds.
   */
  const issue =
    (trust: TrustAuthority): Handler<Owned & IssueRequest, Answer> =>
    async ({ request, principal, read, transact }) => {
      const holder = holderOf(request);
      const deviceId = holder.kind === "merchant" ? holder.deviceId : undefined;
      const rights = requireRights(deviceId === undefined ? holder.kind : "terminal", request, principal);
      const limits = await limitsOf(request, read);
      requireNoOrigins(limits.limits);
      const { spki } = requireSigningRequest(request.certificateSigningRequest);
      return transact(async (tx) => {
        requireActive(await requireTenant(tx, request));
        if (holder.kind === "merchant" && deviceId !== undefined)
          await lockNamedDevice(tx.merchantDevices, holder.merchantId, deviceId);
        const stored = await certify(tx, trust, { holder, spki }, { ...rights, ...limits });
        // Without scopes the certificate is no credential. With some it may be used from everywhere and unsigned until it ends.
        if (rights.scopes.length > 0)
          await requireContained(tx, principal, {
            allowedNetworks: [],
            requestSigning: "optional",
            ...limits,
            expiresAt: stored.notAfter,
          });
        return answer(toProto(stored, trust));
      });
    };

  const get =
    (trust: TrustAuthority): Handler<Owned & NamedCertificate, Answer> =>
    async ({ request, read }) => {
      const stored = await read.accessCertificates.get(holderOf(request), request.certificateId);
      return answer(toProto(requireFound(stored), trust));
    };

  /** Lists the tenant's certificates, newest first; with a terminal as the holder, only those of the terminal. */
  const list =
    (
      trust: TrustAuthority,
    ): Handler<
      Owned & { readonly pageSize: number; readonly pageToken: string },
      { items: Message[]; nextPageToken: string }
    > =>
    async ({ request, read }) => {
      const holder = holderOf(request);
      const binding =
        holder.kind === "merchant"
          ? { list: listName, merchantId: holder.merchantId, deviceId: holder.deviceId }
          : { list: listName, publisherId: holder.publisherId };
      const page = pageRequest(request, binding, "certificate");
      await requireTenant(read, request);
      const found = await read.accessCertificates.list(holder, page);
      return pageToProto(found, binding, (stored) => toProto(stored, trust));
    };

  /** Revokes a certificate of the tenant, also of a suspended tenant. A revoked certificate keeps its time and reason. */
  const revoke =
    (
      trust: TrustAuthority,
    ): Handler<Owned & NamedCertificate & { readonly reason?: Reason | undefined }, Answer> =>
    async ({ request, transact }) => {
      const reason = reasonOf(request.reason);
      return transact(async ({ accessCertificates }) => {
        const revoked = await accessCertificates.revoke(holderOf(request), request.certificateId, reason);
        return answer(toProto(requireFound(revoked), trust));
      });
    };

  return { issue, get, list, revoke };
}

/** A browser shows a certificate for every page, so a certificate is no credential for the pages of other origins. */
function requireNoOrigins(limits: AccessCertificate["limits"]): void {
  if (limits && limits.allowedOrigins.length > 0)
    throw Failure.ofField(
      "limits.allowed_origins",
      "NOT_AN_ORIGIN",
      "A certificate cannot be used by web pages of other origins. Use an API key or a public key for them.",
    );
}
