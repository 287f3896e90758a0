// The operations as a collection for Postman, in its format 2.1, which other programs read, too.
import { release } from "../../../config/release.ts";
import { groups, type Operation } from "./contract.ts";
import { sampleRequest } from "./request.ts";

/** Where the service serves the collection. */
export const COLLECTION = "pda.postman_collection.json";

/** Returns the collection. Its variables are the address of the service and the API key. */
export function collection(): string {
  const whole = {
    info: {
      name: `pda ${release.version}`,
      description:
        "Every operation of the interface with the values of recorded examples. Set the variables baseUrl and apiKey first.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: "https://localhost:8443", type: "string" },
      { key: "apiKey", value: "", type: "string" },
    ],
    item: groups.map(({ name, tags }) => ({
      name,
      item: tags.map((tag) => ({
        name: tag.name,
        description: tag.description,
        item: tag.operations.map(itemOf),
      })),
    })),
  };
  return `${JSON.stringify(whole, null, 1)}\n`;
}

function itemOf(operation: Operation): object {
  const { path, query, hasKey, body } = sampleRequest(operation);
  const pairs = Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
  const text = pairs.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join("&");
  const template = operation.path.replaceAll(/\{(\w+)\}/g, ":$1");
  return {
    name: operation.name,
    request: {
      ...(operation.isPublic ? { auth: { type: "noauth" } } : {}),
      method: operation.verb,
      header: [
        ...(body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
        // Postman makes a new identifier for each request.
        ...(hasKey ? [{ key: "Idempotency-Key", value: "{{$guid}}" }] : []),
      ],
      url: {
        raw: `{{baseUrl}}${template}${text === "" ? "" : `?${text}`}`,
        host: ["{{baseUrl}}"],
        path: template.slice(1).split("/"),
        query: pairs,
        variable: Object.entries(path).map(([key, value]) => ({ key, value })),
      },
      ...(body === undefined
        ? {}
        : {
            body: {
              mode: "raw",
              raw: JSON.stringify(body, null, 2),
              options: { raw: { language: "json" } },
            },
          }),
      description: `${operation.summary}.\n\n${operation.description}`,
    },
    response: [],
  };
}
