import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { RecordServiceService } from "../../../gen/ts/pda/verification/v1/record_service.ts";
import { newId } from "../../domain/identifier/identifier.ts";
import type { AccessAuthority, CertificateHolder } from "../../domain/access/certificate.ts";
import type { HostedCertificate } from "../../domain/publisher/certificate.ts";
import type { Publisher } from "../../domain/publisher/publisher.ts";
import { rootListId } from "../../domain/status/revocation-list.ts";
import { Failure } from "../../rpc/failure.ts";
import { restPath } from "../../rpc/rest-path.ts";
import type { Sealer } from "../../rpc/seal.ts";
import { attributeValues } from "../../trust/certificate/name.ts";
import { type Certificate, parseCertificate } from "../../trust/certificate.ts";
import { type CrlRequest, issueCrl } from "../../trust/crl/issue.ts";
import type { Crl } from "../../trust/crl.ts";
import { signAccessCertificate } from "../../trust/issue/access.ts";
import { issueAccessCa } from "../../trust/issue/access-ca.ts";
import type { Issuer } from "../../trust/issue/certificate.ts";
import { issueDeviceCertificate } from "../../trust/issue/device.ts";
import { issueIdentityIssuerCertificate } from "../../trust/issue/identity-issuer.ts";

import { issuePublisherCa } from "../../trust/issue/publisher-ca.ts";
import { ATTRIBUTE } from "../../trust/oids.ts";
import { publisherHost } from "../../trust/profile.ts";
import { loadTrustRoot, type TrustRoot } from "./trust-root.ts";

/** The parts of a trust authority. */
export interface TrustAuthorityOptions extends TrustRoot {
  /** Parent domain of the publishers' host names. */
  readonly assetDomain: string;
  /** Encrypts the private keys of hosted CAs. */
  readonly sealer: Sealer;
  /** Base address of the service. Certificates name their CRL below it; without it they name no CRL. */
  readonly publicUrl?: string;
}

/** A new CA whose key the service keeps. */
export interface NewHostedCa {
  readonly certificateId: string;
  readonly certificate: Certificate;
  readonly sealedKey: Buffer;
}

/** The subject of a device certificate. */
export interface DeviceSubject {
  readonly assetId: string;
  /** Serial number of the chip. */
  readonly serialNumber: string;
  /** SubjectPublicKeyInfo of the chip's P-256 key, DER. */
  readonly spki: Uint8Array;
}

/** The subject of an access certificate. */
export interface AccessSubject {
  readonly holder: CertificateHolder;
  /** SubjectPublicKeyInfo of the P-256 key, DER. */
  readonly spki: Uint8Array;
}

/**
 * Issues the certificates of the trust hierarchy. Publisher CAs and the CAs for TLS clients stand under the root; devices and the clients of
 * merchants and publishers stand under these CAs. Certificates use the machine's clock, never the sandbox's.
 */
export class TrustAuthority {
  /** The trust anchors: every certification path must end at one of them. */
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

  /** False when the key of the trust root is offline. Then no CA can be issued; everything else works. */
  get issues(): boolean {
    return this.#key !== undefined;
  }

  /** The root that issues certificates. */
  get root(): Certificate {
    return this.anchors[0];
  }

  /** Returns the host name in the device URIs of a publisher. */
  hostOf(publisherId: string): string {
    return publisherHost(publisherId, this.assetDomain);
  }

  /** Returns the certificate followed by its issuers, up to the root. */
  chainOf(certificate: Certificate): [Certificate, ...Certificate[]] {
    const issuer = certificate.extensions.authorityKeyIdentifier?.keyIdentifier ?? new Uint8Array();
    const above = this.anchors.filter(
      ({ extensions }) => Buffer.compare(extensions.subjectKeyIdentifier ?? Buffer.from([0]), issuer) === 0,
    );
    return [certificate, ...above];
  }

  /**
   * Issues a CA certificate for the publisher's own key, constrained to the publisher's names.
   *
   * @param spki SubjectPublicKeyInfo, DER
   * @param former the first certificate of the same key. The new certificate has the same subject, because everything that the key has
   * signed names this subject as its issuer, and the publisher may have a new name since.
   * @throws Failure OPERATOR_REQUIRED when the key of the root is offline; IssueError
   */
  issuePublisherCa(publisher: Publisher, spki: Uint8Array, former?: Certificate): Certificate {
    const [organization = publisher.name] = former
      ? attributeValues(former.subject, ATTRIBUTE.organizationName)
      : [];
    return issuePublisherCa(this.#rootIssuer(), {
      publisherId: publisher.publisherId,
      organization,
      assetDomain: this.assetDomain,
      spki,
      issuedAt: new Date(),
      ...this.#crlAt(listIdOfRoot(this.root)),
    });
  }

  /**
   * Creates a CA whose key the service keeps for the publisher. The key leaves this function only sealed, bound to the publisher and to
   * this certificate.
   *
   * @throws Failure OPERATOR_REQUIRED when the key of the root is offline; IssueError
   */
  makeHostedCa(publisher: Publisher): NewHostedCa {
    return this.#makeCa(
      (certificateId) => hostedKeyContext(publisher.publisherId, certificateId),
      (spki) => this.issuePublisherCa(publisher, spki),
    );
  }

  /**
   * Creates a CA for the TLS clients of merchants or of publishers, with a new key. The key leaves this function only sealed, bound to this certificate.
   *
   * @throws Failure OPERATOR_REQUIRED when the key of the root is offline; IssueError
   */
  makeAccessCa(holder: AccessAuthority["holder"]): NewHostedCa {
    const { assetDomain } = this;
    const crl = this.#crlAt(listIdOfRoot(this.root));
    return this.#makeCa(
      (certificateId) => accessKeyContext({ holder, certificateId }),
      (spki) =>
        issueAccessCa(this.#rootIssuer(), { holder, assetDomain, spki, issuedAt: new Date(), ...crl }),
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

  /** Issues the certificate of a TLS client's key. @throws IssueError */
  issueAccess(ca: AccessAuthority, subject: AccessSubject): Certificate {
    return signAccessCertificate(this.#accessIssuer(ca), {
      ...subject,
      assetDomain: this.assetDomain,
      issuedAt: new Date(),
      ...this.#crlAt(ca.certificateId),
    });
  }

  /** Issues a CRL of a CA for TLS clients. @throws IssueError */
  issueAccessCrl(ca: AccessAuthority, request: CrlRequest): Crl {
    return issueCrl(this.#accessIssuer(ca), request);
  }

  /**
   * Issues a device certificate under a hosted CA.
   * @throws IssueError NAME_NOT_ALLOWED for a serial number that a certificate cannot carry
   */
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

  /** Issues the certificate of a key that signs digital identities, under a hosted CA. @param spki DER @throws IssueError */
  issueIdentityIssuer(ca: HostedCertificate, spki: Uint8Array): Certificate {
    const { publisherId } = ca;
    const crl = this.#crlAt(ca.certificateId);
    const request = { publisherId, assetDomain: this.assetDomain, spki, issuedAt: new Date(), ...crl };
    return issueIdentityIssuerCertificate(this.#hostedIssuer(ca), request);
  }

  /** Tells whether this authority can sign the CRL of a root: the root is the issuing root, and its key is online. */
  signsFor(root: Certificate): boolean {
    return this.issues && root.fingerprint === this.root.fingerprint;
  }

  /** Issues a CRL of the issuing root. @throws Failure OPERATOR_REQUIRED when its key is offline; IssueError */
  issueRootCrl(request: CrlRequest): Crl {
    return issueCrl(this.#rootIssuer(), request);
  }

  /** Issues a CRL of a hosted CA, also of a revoked one. @throws IssueError */
  issueHostedCrl(ca: HostedCertificate, request: CrlRequest): Crl {
    return issueCrl(this.#hostedIssuer(ca), request);
  }

  #crlAt(revocationListId: string): { crl?: string } {
    if (this.#publicUrl === undefined) return {};
    const path = restPath(RecordServiceService.getRevocationList.path, revocationListId);
    return { crl: new URL(`${this.#publicUrl}${path}`).href };
  }

  #rootIssuer(): Issuer {
    if (!this.#key)
      throw new Failure("TRUST_ROOT_OFFLINE", {
        message:
          "The key of the trust root is offline on this server, so it cannot certify a CA. The operator has to do this out of band.",
      });
    return { certificate: this.root, key: this.#key };
  }

  #hostedIssuer(ca: HostedCertificate): Issuer {
    return this.#keptIssuer(ca, hostedKeyContext(ca.publisherId, ca.certificateId));
  }

  #accessIssuer(ca: AccessAuthority): Issuer {
    return this.#keptIssuer(ca, accessKeyContext(ca));
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
 * Loads the trust authority of an installation. Without the root's key it verifies and issues device certificates, but issues no CAs.
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

/** Returns the identifier of a root's CRL. @throws Error for a root without a key identifier; the product issues no such root */
export function listIdOfRoot({ extensions }: Certificate): string {
  if (!extensions.subjectKeyIdentifier) throw new Error("a trust root has no key identifier");
  return rootListId(extensions.subjectKeyIdentifier);
}

/** Returns the context that binds the key of a hosted CA to its certificate. */
export const hostedKeyContext = (publisherId: string, certificateId: string): string =>
  `publisher-ca-key|${publisherId}|${certificateId}`;

/** Returns the context that binds the key of an access CA to its certificate. A publisher also has CAs for devices, with another context. */
export function accessKeyContext({
  holder,
  certificateId,
}: Pick<AccessAuthority, "holder" | "certificateId">): string {
  return `${holder === "merchant" ? "merchant-ca-key" : "publisher-access-ca-key"}|${certificateId}`;
}
