import { z } from "zod";
import type { OutgoingRequest } from "./sender.ts";

const answerBytesMax = 16_384;
/** Life of a token whose server does not say how long it is good for. */
const lifeSeconds = 60;

/** The authorisation server gave no token. */
export class NoToken extends Error {
  override readonly name = "NoToken";
}

/** An access token with the time for which it is good. */
export interface AccessToken {
  readonly token: string;
  readonly lifeMs: number;
}

/** A client at its authorisation server. */
interface Client {
  readonly url: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | undefined;
  readonly userAgent: string;
}

/** Makes the request of a client for a token (RFC 6749 section 4.4.2). The client authenticates by HTTP Basic (section 2.3.1). */
export function tokenRequest({ url, clientId, clientSecret, scope, userAgent }: Client): OutgoingRequest {
  const basic = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString("base64");
  return {
    url,
    headers: {
      authorization: `Basic ${basic}`,
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": userAgent,
    },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      ...(scope === undefined ? {} : { scope }),
    }).toString(),
    answerBytesMax,
    bodyDecides: true,
  };
}

const formEncoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

const answer = z.object({
  access_token: z
    .string()
    .max(8_192)
    .regex(/^[A-Za-z0-9._~+/-]+=*$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().max(31_536_000).optional(),
});

/** Reads the answer to a request for a token (RFC 6749 section 5.1). @throws NoToken */
export function tokenOf(body: Buffer): AccessToken {
  try {
    const { access_token: token, expires_in: seconds = lifeSeconds } = answer.parse(
      JSON.parse(body.toString()),
    );
    return { token, lifeMs: seconds * 1000 };
  } catch {
    // The reason would show what the answer contains.
    throw new NoToken("the answer has no bearer token");
  }
}
