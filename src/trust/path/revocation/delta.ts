import type { Crl } from "../../crl.ts";
import { sameName } from "../../certificate/name.ts";
import { CRL_EXTENSION, EXTENSION } from "../../oids.ts";

/**
 * Tells whether a delta CRL adds to this complete CRL (RFC 5280 §5.2.4 and §6.3.3 c).
 * Both must have the same issuer, scope and key. The delta must be newer, and its base must be this CRL or an earlier one.
 */
export function addsTo(delta: Crl, complete: Crl): boolean {
  const { baseNumber, number } = delta.extensions;
  const completeNumber = complete.extensions.number;
  if (baseNumber === undefined || number === undefined || completeNumber === undefined) return false;
  return (
    baseNumber <= completeNumber &&
    completeNumber < number &&
    sameName(delta.issuer, complete.issuer) &&
    sameExtension(delta, complete, CRL_EXTENSION.issuingDistributionPoint) &&
    sameExtension(delta, complete, EXTENSION.authorityKeyIdentifier)
  );
}

function sameExtension(a: Crl, b: Crl, oid: string): boolean {
  const [left, right] = [a.extensions.all.get(oid), b.extensions.all.get(oid)];
  if (left === undefined || right === undefined) return left === right;
  return Buffer.compare(left.value, right.value) === 0;
}
