import type { Certificate } from "../certificate.ts";

export function yearsAfter(from: Date, years: number): Date {
  const date = new Date(from);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date;
}

export function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * 86_400_000);
}

/** The usual end, or the issuer's where that is sooner. */
export function atMost(issuer: Certificate, end: Date): Date {
  return end.getTime() <= issuer.notAfter.getTime() ? end : issuer.notAfter;
}
