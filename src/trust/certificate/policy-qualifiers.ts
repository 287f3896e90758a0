import type { DerReader } from "../der/reader.ts";
import { decodeString } from "../der/strings.ts";
import { TAG } from "../der/tags.ts";
import { assertDer, decodeInteger, readOid } from "../der/values.ts";
import { CertificateError } from "./error.ts";

const CPS_POINTER = "1.3.6.1.5.5.7.2.1";
const USER_NOTICE = "1.3.6.1.5.5.7.2.2";
const DISPLAY_TEXT: readonly number[] = [TAG.utf8String, TAG.ia5String, TAG.visibleString, TAG.bmpString];

/**
 * Checks `policyQualifiers` (RFC 5280 §4.2.1.4). Qualifiers are for people and have no effect.
 * Malformed qualifiers still make the certificate malformed.
 */
export function checkPolicyQualifiers(reader: DerReader): void {
  const count = reader.enter().list(checkQualifier).length;
  if (count === 0) throw malformed("no policy qualifiers");
}

function checkQualifier(reader: DerReader): void {
  const body = reader.enter();
  const oid = readOid(body);
  if (oid === CPS_POINTER) decodeString(body.read(TAG.ia5String));
  else if (oid === USER_NOTICE) checkUserNotice(body.enter());
  else assertDer(body.readAny());
  body.end();
}

function checkUserNotice(body: DerReader): void {
  const reference = body.enterOptional(TAG.sequence);
  if (reference !== undefined) {
    checkDisplayText(reference);
    reference.enter().list((numbers) => decodeInteger(numbers.read(TAG.integer).contents));
    reference.end();
  }
  if (!body.atEnd) checkDisplayText(body);
  body.end();
}

function checkDisplayText(reader: DerReader): void {
  const element = reader.readAny();
  if (!DISPLAY_TEXT.includes(element.tag)) throw malformed("a notice that is not a DisplayText");
  decodeString(element);
}

function malformed(detail: string): CertificateError {
  return new CertificateError("CERTIFICATE_EXTENSION_MALFORMED", detail);
}
