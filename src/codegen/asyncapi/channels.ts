// The ways on which events leave the service. Each is one entry of `entries`.
import type { DescMethod } from "@bufbuild/protobuf";
import { summarise } from "../openapi/comments.ts";
import { streamText } from "../openapi/event-stream.ts";
import { compact, type Json } from "../openapi/json.ts";
import { apiKeyScheme } from "../openapi/operations.ts";
import type { Options } from "../options.ts";
import { deliveryHeaders } from "./delivery-headers.ts";
import {
  challengeAnswer,
  eventMessages,
  type Messages,
  type Parts,
  thinMessage,
  verificationMessage,
} from "./messages.ts";

/** What a way needs to describe itself. */
export interface Context extends Parts {
  readonly options: Options;
  /** WatchEvents. */
  readonly watch: DescMethod;
}

/** What a way adds to the document. */
interface Way {
  readonly servers: Json;
  readonly channels: Json;
  readonly operations: Json;
  readonly messages: Messages;
  readonly securitySchemes: Json;
}

const to = (...path: string[]): Json => ({
  $ref: `#/${path.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`,
});

/** Returns a channel whose messages stand in the components. */
function channel(server: string, messages: Messages, members: Json): Json {
  return {
    ...members,
    servers: [to("servers", server)],
    messages: Object.fromEntries(
      Object.keys(messages).map((name) => [name, to("components", "messages", name)]),
    ),
  };
}

/** Returns the references of an operation to messages of its channel. */
const carriedBy = (name: string, messages: Messages): Json[] =>
  Object.keys(messages).map((message) => to("channels", name, "messages", message));

const signatureScheme = "standardWebhooks";

/** Deliveries to the endpoints of merchants and publishers, and the verification of an endpoint. */
function webhooks(context: Context): Way {
  const headers = context.schemas.add("DeliveryHeaders", deliveryHeaders);
  const carried = { suffix: "Delivery", headers };
  const events = { ...eventMessages(context, carried), ...thinMessage(context, headers) };
  const verification = verificationMessage(context, carried);
  const answer = challengeAnswer(context);
  const messages = { ...events, ...verification };
  const post = { http: { method: "POST", bindingVersion: "0.3.0" } };
  return {
    servers: {
      receiver: {
        host: "{receiver}",
        protocol: "https",
        description:
          "The receiver of a merchant or a publisher. Its address is the `url` of a webhook endpoint, which CreateWebhook registers. A sandbox also sends to its own machine, and by `http`.",
        variables: { receiver: { default: "shop.example", description: "Host and port of the endpoint." } },
        security: [to("components", "securitySchemes", signatureScheme)],
      },
    },
    channels: {
      webhookEndpoint: channel("receiver", messages, {
        title: "Webhook endpoint",
        summary: "The URL that a webhook endpoint names.",
        description:
          "The service sends each event with POST, at least once and under one identifier. A status from 200 to 299 within 15 seconds is a success. Any other answer is repeated: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and then every 24 h. An event that fails for five days is then sent only by request, unless the endpoint is `ordered`. The status 410 and five days without a success disable the endpoint. Events can come in another order than they happened, unless the endpoint is `ordered`.\n\nA test event has `test`: nothing has happened, and its resource does not exist. [What a receiver does](/docs/guides/events.md).",
        "x-decision": ["D-116", "D-117", "D-121"],
      }),
      webhookAnswer: channel("receiver", answer, {
        title: "Answer of a receiver",
        summary: "The body of the answer to a verification.",
        description: "The service reads the first 4 KiB. The body can also be the challenge alone, as text.",
        "x-decision": ["D-116"],
      }),
    },
    operations: {
      deliverEvent: {
        action: "send",
        channel: to("channels", "webhookEndpoint"),
        title: "Deliver an event",
        summary: "Sends an event, or a test event, to a verified webhook endpoint that gets its type.",
        messages: carriedBy("webhookEndpoint", events),
        bindings: post,
      },
      verifyEndpoint: {
        action: "send",
        channel: to("channels", "webhookEndpoint"),
        title: "Verify an endpoint",
        summary: "Sends a challenge to a new webhook endpoint, and after a change of its URL.",
        description:
          "The endpoint gets events once its receiver has answered the challenge. Without a good answer, the service asks up to five times within three hours, or at once after VerifyWebhook.",
        messages: carriedBy("webhookEndpoint", verification),
        reply: { channel: to("channels", "webhookAnswer"), messages: carriedBy("webhookAnswer", answer) },
        bindings: post,
      },
    },
    messages: { ...messages, ...answer },
    securitySchemes: {
      [signatureScheme]: {
        type: "httpApiKey",
        in: "header",
        name: "webhook-signature",
        description:
          "Each delivery is signed (Standard Webhooks 1.0): with the secret that CreateWebhook returned and, for an endpoint with `publicKeySignature`, with a key of `/.well-known/webhook-keys.json`. Check the signature and `webhook-timestamp` before you read the body. An endpoint with `authentication` also gets `Authorization: Bearer …`, which does not replace the check.",
        "x-decision": ["D-116", "D-121"],
      },
    },
  };
}

/** Server-Sent Events. */
function stream(context: Context): Way {
  const { watch, options, schemas } = context;
  const messages = eventMessages(context, { suffix: "" });
  const { summary, rest } = summarise(watch);
  const { scope, decisions } = options.effective(watch);
  const query = schemas.inPlace(watch.input, "input");
  return {
    servers: {
      api: {
        host: "localhost:8443",
        protocol: "https",
        description:
          "Address of the service. Its other operations are in the OpenAPI document, `/openapi.yaml`.",
        security: [to("components", "securitySchemes", apiKeyScheme)],
      },
    },
    channels: {
      eventStream: channel("api", messages, {
        address: options.http(watch)?.template,
        title: "Event stream",
        summary: "The events of the caller's tenant as Server-Sent Events.",
        description: streamText,
        "x-decision": decisions,
      }),
    },
    operations: {
      streamEvents: compact({
        action: "send",
        channel: to("channels", "eventStream"),
        title: watch.name,
        summary: `${summary}.`,
        description: rest,
        messages: carriedBy("eventStream", messages),
        bindings: { http: { method: "GET", query, bindingVersion: "0.3.0" } },
        "x-scope": scope,
      }),
    },
    messages,
    securitySchemes: {
      [apiKeyScheme]: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "API key",
        description:
          "API key with the scope of the operation (`x-scope`), or another credential: [authentication](/docs/reference/authentication.md).",
        "x-decision": ["D-016"],
      },
    },
  };
}

const entries: readonly ((context: Context) => Way)[] = [webhooks, stream];

/** Returns what all ways add, by the section of the document. */
export function allWays(context: Context): Way {
  const ways = entries.map((entry) => entry(context));
  const all = <Section extends keyof Way>(section: Section): Way[Section] =>
    Object.assign({}, ...ways.map((way) => way[section])) as Way[Section];
  return {
    servers: all("servers"),
    channels: all("channels"),
    operations: all("operations"),
    messages: all("messages"),
    securitySchemes: all("securitySchemes"),
  };
}
