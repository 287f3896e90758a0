import type { KeyObject } from "node:crypto";
import { contextPrimitive, TAG } from "../../../../src/trust/der/tags.ts";
import {
  context,
  integer,
  namedBits,
  objectIdentifier,
  octetString,
  sequence,
  time,
  tlv,
} from "../../../../src/trust/der/writer.ts";
import { CRL_EXTENSION, EXTENSION } from "../../../../src/trust/oids.ts";
import { authorityKeyId, ECDSA_SHA256, extension, signed, YEAR_AGO, YEAR_AHEAD } from "./forge.ts";

/** A CRL of any content, well signed. */
export interface CrlForgery {
  readonly issuer: Uint8Array;
  readonly signingKey: KeyObject;
  readonly entries?: readonly Uint8Array[];
  /** Beside the authority key identifier and the number. */
  readonly extensions?: readonly Uint8Array[];
  /** Instead of all extensions. */
  readonly allExtensions?: readonly Uint8Array[];
  readonly number?: number;
  readonly version?: number | undefined;
  readonly thisUpdate?: Uint8Array;
  readonly nextUpdate?: Uint8Array | undefined;
  readonly innerAlgorithm?: Uint8Array;
}

export function forgeCrl(content: CrlForgery): Uint8Array {
  const version = "version" in content ? content.version : 1;
  const nextUpdate = "nextUpdate" in content ? content.nextUpdate : time(YEAR_AHEAD);
  const extensions = content.allExtensions ?? [
    authorityKeyId(content.signingKey),
    crlNumber(content.number ?? 5),
    ...(content.extensions ?? []),
  ];
  const tbs = sequence(
    ...(version === undefined ? [] : [integer(version)]),
    content.innerAlgorithm ?? ECDSA_SHA256,
    content.issuer,
    content.thisUpdate ?? time(YEAR_AGO),
    ...(nextUpdate === undefined ? [] : [nextUpdate]),
    ...(content.entries === undefined ? [] : [sequence(...content.entries)]),
    ...(extensions.length === 0 ? [] : [context(0, sequence(...extensions))]),
  );
  return signed(tbs, content.signingKey);
}

export function crlEntry(serial: bigint, ...extensions: readonly Uint8Array[]): Uint8Array {
  return sequence(
    integer(serial),
    time(YEAR_AGO),
    ...(extensions.length === 0 ? [] : [sequence(...extensions)]),
  );
}

export function crlReason(code: number, critical = false): Uint8Array {
  return extension(CRL_EXTENSION.reasonCode, critical, tlv(TAG.enumerated, Uint8Array.of(code)));
}

/** `names` are GeneralNames. */
export function certificateIssuer(...names: readonly Uint8Array[]): Uint8Array {
  return extension(CRL_EXTENSION.certificateIssuer, true, sequence(...names));
}

export function crlNumber(number: number, critical = false): Uint8Array {
  return extension(CRL_EXTENSION.crlNumber, critical, integer(number));
}

export function deltaIndicator(base: number): Uint8Array {
  return extension(CRL_EXTENSION.deltaCrlIndicator, true, integer(base));
}

export interface PointContent {
  /** GeneralNames of the full name. */
  readonly names?: readonly Uint8Array[];
  /** Bits of ReasonFlags. */
  readonly reasons?: readonly number[];
}

export function issuingPoint({
  names,
  reasons,
  flags = [],
}: PointContent & {
  /** Numbers of the flags: 1 user, 2 CA, 4 indirect, 5 attribute. */
  readonly flags?: readonly number[];
}): Uint8Array {
  const flag = (number: number): Uint8Array[] =>
    flags.includes(number) ? [tlv(contextPrimitive(number), Uint8Array.of(0xff))] : [];
  return extension(
    CRL_EXTENSION.issuingDistributionPoint,
    true,
    sequence(...pointName(names), ...flag(1), ...flag(2), ...reasonBits(3, reasons), ...flag(4), ...flag(5)),
  );
}

/** `crlIssuer` are GeneralNames. */
export interface CertificatePoint extends PointContent {
  readonly crlIssuer?: readonly Uint8Array[];
}

/** One cRLDistributionPoints extension. */
export function distributionPoints(...points: readonly CertificatePoint[]): Uint8Array {
  const list = points.map(({ names, reasons, crlIssuer }) =>
    sequence(
      ...pointName(names),
      ...reasonBits(1, reasons),
      ...(crlIssuer === undefined ? [] : [context(2, ...crlIssuer)]),
    ),
  );
  return extension(EXTENSION.crlDistributionPoints, false, sequence(...list));
}

/** Where delta CRLs are. */
export function freshestCrl({ names }: PointContent): Uint8Array {
  return extension(EXTENSION.freshestCrl, false, sequence(sequence(...pointName(names))));
}

/** A non-critical extension without meaning. */
export function unknownExtension(critical: boolean): Uint8Array {
  return sequence(
    objectIdentifier("1.2.3.4"),
    ...(critical ? [tlv(TAG.boolean, Uint8Array.of(0xff))] : []),
    octetString(Uint8Array.of(5, 0)),
  );
}

function pointName(names: readonly Uint8Array[] | undefined): Uint8Array[] {
  return names === undefined ? [] : [context(0, context(0, ...names))];
}

function reasonBits(number: number, reasons: readonly number[] | undefined): Uint8Array[] {
  return reasons === undefined
    ? []
    : [tlv(contextPrimitive(number), ...[namedBits(reasons)].map((bits) => bits.subarray(2)))];
}
