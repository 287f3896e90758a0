import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { newId } from "../../domain/identifier/identifier.ts";
import type { MerchantAuthority } from "../../domain/merchant/certificate.ts";
import type { HostedCertificate } from "../../domain/publisher/certificate.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import { rootListId } from "../../domain/status/revocation-list.ts";
import { Failure } from "../../rpc/failure.ts";
import type { Sealer } from "../../rpc/seal.ts";
import { type Certificate, parseCertificate } from "../../trust/certificate.ts";
import { type CrlRequest, issueCrl } from "../../trust/crl/issue.ts";
import type { Crl } from "../../trust/crl.ts";
import type { Issuer } from "../../trust/issue/certificate.ts";
import { issueDeviceCertificate } from "../../trust/issue/device.ts";
import { issueIdentityIssuerCertificate } from "../../trust/issue/identity-issuer.ts";
import { issueMerchantCertificate } from "../../trust/issue/merchant.ts";
import { issueMerchantCa } from "../../trust/issue/merchant-ca.ts";
import { issuePublisherCa } from "../../trust/issue/publisher-ca.ts";
import { publisherHost } from "../../trust/profile.ts";
import { loadTrustRoot, type TrustRoot } from "./trust-root.ts";

/** What the authority is made of. */
export interface TrustAuthorityOptions extends TrustRoot {
  /** Domain of the publishers' host names. */
  readonly assetDomain: string;
  /** Seals the keys of hosted CAs. */
  readonly sealer: Sealer;
  /** Base address of the service, which certificates name for their CRL; they name none unless given. */
  readonly publicUrl?: string;
}

/** A CA whose key the service keeps, just made. */
export interface NewHostedCa {
  readonly certificateId: string;
  readonly certificate: Certificate;
  readonly sealedKey: Buffer;
}

/** What a device certificate is to say. */
export interface DeviceSubject {
  readonly assetId: string;
  /** Serial number of the chip. */
  readonly serialNumber: string;
  /** SubjectPublicKeyInfo of the chip's P-256 key, DER. */
  readonly spki: Uint8Array;
}

/** What a merchant's certificate is to say. */
export interface MerchantSubject {
  readonly merchantId: string;
  /** The terminal whose key it is; the merchant's own without one. */
  readonly deviceId?: string;
  /** SubjectPublicKeyInfo of the P-256 key, DER. */
  readonly spki: Uint8Array;
}

/**
 * Issues the certificates of the trust hierarchy: publisher CAs and the CA of merchants under the root, devices and merchants under
 * these. Times are real.
 */
export class TrustAuthority {
  /** What paths must end at. */
  readonly anchors: readonly [Certificate, ...Certificate[]];
  readonly assetDomain: string;
  readonly #key: KeyObject | undefined;
  readonly #sealer: Sealer;
  readonly #publicUrl: string | undefined;

  constructor(options: TrustAuthorityOptions) {
    this.anchors = options.roots;
    this.assetDomain = options.assetDomain;
    this.#key = options.key;
    this.#sealer = options.sealer;
    this.#publicUrl = options.publicUrl;
  }

  /** False where the key of the trust root is offline: no publisher CA can be issued then, everything else works. */
  get issues(): boolean {
    return this.#key !== undefined;
  }

  /** The root that issues. */
  get root(): Certificate {
    return this.anchors[0];
  }

  /** Host name in the device URIs of a publisher. */
  hostOf(publisherId: string): string {
    return publisherHost(publisherId, this.assetDomain);
  }

  /** The certificate and those above it, up to the root. */
  chainOf(certificate: Certificate): Certificate[] {
    const issuer = certificate.extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
    const above = this.anchors.filter(
      ({ extensions }) => Buffer.compare(extensions.subjectKeyIdentifier ?? Buffer.from([0]), issuer) === 0,
    );
    return [certificate, ...above];
  }

  /**
   * A CA certificate for the publisher's own key, constrained to its names.
   *
   * @param spki SubjectPublicKeyInfo, DER
   * @throws Failure STATE_CONFLICT when the key of the root is offline; IssueError
   */
  issuePublisherCa(publisher: Publisher, spki: Uint8Array): Certificate {
    return issuePublisherCa(this.#rootIssuer(), {
      publisherId: publisher.publisherId,
      organization: publisher.name,
      assetDomain: this.assetDomain,
      spki,
      issuedAt: new Date(),
      ...this.#crlAt(listIdOfRoot(this.root)),
    });
  }

  /**
   * A CA whose key is made here and kept for the publisher: it leaves this function only sealed, bound to the publisher and to
   * this certificate.
   *
   * @throws Failure STATE_CONFLICT when the key of the root is offline; IssueError
   */
  makeHostedCa(publisher: Publisher): NewHostedCa {
    return this.#makeCa(
      (certificateId) => keyContext(publisher.publisherId, certificateId),
      (spki) => this.issuePublisherCa(publisher, spki),
    );
  }

  /**
   * A CA for merchants, whose key is made here; it leaves this function only sealed, bound to this certificate.
   *
   * @throws Failure STATE_CONFLICT when the key of the root is offline; IssueError
   */
  makeMerchantCa(): NewHostedCa {
    const { assetDomain } = this;
    const crl = this.#crlAt(listIdOfRoot(this.root));
    return this.#makeCa(merchantKeyContext, (spki) =>
      issueMerchantCa(this.#rootIssuer(), { assetDomain, spki, issuedAt: new Date(), ...crl }),
    );
  }

  #makeCa(
    context: (certificateId: string) => string,
    certify: (spki: Uint8Array) => Certificate,
  ): NewHostedCa {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const certificateId = newId("certificate");
    const certificate = certify(publicKey.export({ type: "spki", format: "der" }));
    const key = privateKey.export({ type: "pkcs8", format: "der" });
    const sealedKey = this.#sealer.seal(key, context(certificateId));
    key.fill(0);
    return { certificateId, certificate, sealedKey };
  }

  /** The certificate of a merchant's or a terminal's key. @throws IssueError */
  issueMerchant(ca: MerchantAuthority, subject: MerchantSubject): Certificate {
    return issueMerchantCertificate(this.#merchantIssuer(ca), {
      ...subject,
      assetDomain: this.assetDomain,
      issuedAt: new Date(),
      ...this.#crlAt(ca.certificateId),
    });
  }

  /** A CRL of a CA for merchants. @throws IssueError */
  issueMerchantCrl(ca: MerchantAuthority, request: CrlRequest): Crl {
    return issueCrl(this.#merchantIssuer(ca), request);
  }

  /** A device certificate under a CA that is kept here. @throws IssueError NAME_NOT_ALLOWED for a serial number it cannot carry */
  issueDevice(ca: HostedCertificate, device: DeviceSubject): Certificate {
    return issueDeviceCertificate(this.#hostedIssuer(ca), {
      publisherId: ca.publisherId,
      assetDomain: this.assetDomain,
      assetId: device.assetId,
      chip: device.serialNumber,
      spki: device.spki,
      issuedAt: new Date(),
      ...this.#crlAt(ca.certificateId),
    });
  }

  /** The certificate of a key that signs digital identities, under a CA that is kept here. @param spki DER @throws IssueError */
  issueIdentityIssuer(ca: HostedCertificate, spki: Uint8Array): Certificate {
    const { publisherId } = ca;
    const request = { publisherId, assetDomain: this.assetDomain, spki, issuedAt: new Date() };
    return issueIdentityIssuerCertificate(this.#hostedIssuer(ca), request);
  }

  /** Whether the CRL of this root can be signed here: it is the one that issues, and its key is at hand. */
  signsFor(root: Certificate): boolean {
    return this.issues && root.fingerprint === this.root.fingerprint;
  }

  /** A CRL of the root that issues. @throws Failure STATE_CONFLICT when its key is offline; IssueError */
  issueRootCrl(request: CrlRequest): Crl {
    return issueCrl(this.#rootIssuer(), request);
  }

  /** A CRL of a CA that is kept here, in force or not. @throws IssueError */
  issueHostedCrl(ca: HostedCertificate, request: CrlRequest): Crl {
    return issueCrl(this.#hostedIssuer(ca), request);
  }

  #crlAt(revocationListId: string): { crl?: string } {
    if (this.#publicUrl === undefined) return {};
    return { crl: new URL(`${this.#publicUrl}/api/v1/verification/crls/${revocationListId}`).href };
  }

  #rootIssuer(): Issuer {
    if (!this.#key)
      throw new Failure("STATE_CONFLICT", {
        reason: "TRUST_ROOT_OFFLINE",
        message:
          "The key of the trust root is kept offline here: no CA can be certified; the operator does that out of band.",
      });
    return { certificate: this.root, key: this.#key };
  }

  #hostedIssuer(ca: HostedCertificate): Issuer {
    return this.#keptIssuer(ca, keyContext(ca.publisherId, ca.certificateId));
  }

  #merchantIssuer(ca: MerchantAuthority): Issuer {
    return this.#keptIssuer(ca, merchantKeyContext(ca.certificateId));
  }

  #keptIssuer(ca: Pick<HostedCertificate, "certificate" | "sealedKey">, context: string): Issuer {
    const der = this.#sealer.open(ca.sealedKey, context);
    try {
      const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
      return { certificate: parseCertificate(ca.certificate), key };
    } finally {
      der.fill(0);
    }
  }
}

/**
 * The trust authority of an installation. Without the key of the root it verifies and issues devices, but no
 * publisher CAs.
 *
 * @param dir the folder of the trust root, `<pki dir>/trust`
 * @throws PkiError when the files are missing, not readable, not a trust root, or do not belong together
 */
export function loadTrustAuthority(options: {
  dir: string;
  assetDomain: string;
  sealer: Sealer;
  publicUrl?: string;
}): TrustAuthority {
  const { dir, ...rest } = options;
  return new TrustAuthority({ ...loadTrustRoot(dir), ...rest });
}

/** Identifier of the CRL of a root. @throws Error for a root without a key identifier, which none of ours is */
export function listIdOfRoot({ extensions }: Certificate): string {
  if (!extensions.subjectKeyIdentifier) throw new Error("a trust root has no key identifier");
  return rootListId(extensions.subjectKeyIdentifier);
}

const keyContext = (publisherId: string, certificateId: string): string =>
  `publisher-ca-key|${publisherId}|${certificateId}`;

const merchantKeyContext = (certificateId: string): string => `merchant-ca-key|${certificateId}`;
