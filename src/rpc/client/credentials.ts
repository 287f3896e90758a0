import { X509Certificate } from "node:crypto";
import { createSecureContext, type PeerCertificate } from "node:tls";
import { ChannelCredentials } from "@grpc/grpc-js";
import { uriNames } from "../../pki/check.ts";
import { tierId } from "../../pki/names.ts";
import type { TlsMaterial } from "../mutual-tls.ts";

/**
 * Makes credentials for mutual TLS 1.3. The peer is the core if its only URI name is `spiffe://<trustDomain>/core`, on any host (SPIFFE
 * X.509-SVID section 5.2).
 */
export function coreCredentials({ cert, key, ca }: TlsMaterial, trustDomain: string): ChannelCredentials {
  const expected = tierId(trustDomain, "core");
  const context = createSecureContext({ cert, key, ca, minVersion: "TLSv1.3" });
  return ChannelCredentials.createFromSecureContext(context, {
    checkServerIdentity(_host: string, peer: PeerCertificate): Error | undefined {
      const names = uriNames(new X509Certificate(peer.raw));
      if (names.length === 1 && names[0] === expected) return undefined;
      return new Error(`the peer is ${names.join(", ") || "unknown"}, not ${expected}`);
    },
  });
}
