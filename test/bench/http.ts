import { Agent, request } from "undici";

/** One call over TLS as the load will make it, to see that it is right before it is repeated. */
export interface SingleCall {
  readonly port: number;
  readonly ca: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Makes the call. @returns the JSON that it answers @throws Error for an answer that is not 2xx */
export async function callOnce(call: SingleCall): Promise<Record<string, unknown>> {
  const agent = new Agent({ connect: { ca: call.ca, minVersion: "TLSv1.3" } });
  try {
    const { statusCode, body } = await request(`https://localhost:${call.port}${call.path}`, {
      dispatcher: agent,
      method: call.method,
      headers: {
        ...call.headers,
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(call.body === undefined ? {} : { body: call.body }),
    });
    const text = await body.text();
    if (statusCode > 299) throw new Error(`${call.method} ${call.path} answered ${statusCode}: ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  } finally {
    await agent.close();
  }
}
