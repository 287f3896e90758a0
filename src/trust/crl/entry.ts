import { readExtensionList, readWhole } from "../certificate/extensions.ts";
import { type GeneralName, readGeneralName } from "../certificate/general-name.ts";
import { isInterpreted, type Name } from "../certificate/name.ts";
import type { DerReader } from "../der/reader.ts";
import { TAG } from "../der/tags.ts";
import { decodeTime } from "../der/time.ts";
import { decodeInteger, decodeSmallInteger } from "../der/values.ts";
import { CRL_EXTENSION } from "../oids.ts";
import { CrlError } from "./error.ts";

/** CRLReason by number (RFC 5280 §5.3.1); 7 is not used. */
export const CRL_REASONS = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  removeFromCRL: 8,
  privilegeWithdrawn: 9,
  aACompromise: 10,
} as const;
type CrlEntryReason = keyof typeof CRL_REASONS;

const REASONS: ReadonlyMap<number, CrlEntryReason> = new Map(
  (Object.keys(CRL_REASONS) as CrlEntryReason[]).map((word) => [CRL_REASONS[word], word]),
);
const SERIAL_BYTES_MAX = 20;

/** One revoked certificate (RFC 5280 §5.3). */
export interface CrlEntry {
  readonly serial: bigint;
  readonly revokedAt: Date;
  readonly reason: CrlEntryReason;
}

export interface ReadEntry extends CrlEntry {
  /** Present when the issuer changes (§5.3.3). The issuer also applies to the following entries. */
  readonly certificateIssuer: readonly Name[] | undefined;
  readonly hasUnknownCritical: boolean;
}

/** Reads one element of revokedCertificates. */
export function readEntry(reader: DerReader): ReadEntry {
  const body = reader.enter();
  const { contents } = body.read(TAG.integer);
  if (contents.length > SERIAL_BYTES_MAX) throw new CrlError("CRL_ENTRY_MALFORMED", "serial over 20 octets");
  const revokedAt = decodeTime(body.readAny());
  const extensions = body.atEnd ? undefined : readExtensionList(body);
  body.end();
  const reason = extensions?.get(CRL_EXTENSION.reasonCode);
  const issuer = extensions?.get(CRL_EXTENSION.certificateIssuer);
  const invalidity = extensions?.get(CRL_EXTENSION.invalidityDate);
  if (invalidity !== undefined) readWhole(invalidity.value, (inside) => decodeTime(inside.readAny()));
  return {
    serial: decodeInteger(contents),
    revokedAt,
    reason: reason === undefined ? "unspecified" : readWhole(reason.value, readReason),
    certificateIssuer: issuer && readWhole(issuer.value, readIssuer),
    // §5.3: of the extensions that are read, only certificateIssuer may be critical.
    hasUnknownCritical: [...(extensions?.values() ?? [])].some(
      ({ oid, critical }) => critical && oid !== CRL_EXTENSION.certificateIssuer,
    ),
  };
}

function readReason(reader: DerReader): CrlEntryReason {
  const reason = REASONS.get(decodeSmallInteger(reader.read(TAG.enumerated).contents));
  if (reason === undefined) throw new CrlError("CRL_ENTRY_MALFORMED", "an unknown reason");
  return reason;
}

/** Returns the distinguished names of the issuer. Names of other forms cannot be matched with a certificate. */
function readIssuer(reader: DerReader): readonly Name[] {
  const names: GeneralName[] = reader.enter().list(readGeneralName);
  const directories = names.flatMap((name) => (name.form === "directory" ? [name.name] : []));
  if (directories.length === 0 || !directories.every(isInterpreted)) {
    throw new CrlError("CRL_ENTRY_MALFORMED", "an issuer without a name that can be compared");
  }
  return directories;
}
