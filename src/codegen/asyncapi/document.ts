// Builds the AsyncAPI 3.0 document of the events of a major version.
import type { DescFile, DescMessage } from "@bufbuild/protobuf";
import { release } from "../../config/release.ts";
import { type Decision, marksOf } from "../decisions.ts";
import { describe } from "../openapi/comments.ts";
import type { Json } from "../openapi/json.ts";
import { Schemas } from "../openapi/schemas.ts";
import { Options } from "../options.ts";
import { allWays } from "./channels.ts";
import { asDraft07 } from "./draft-07.ts";
import type { Delivery } from "./examples.ts";
import { eventMediaType } from "./messages.ts";

const infoOf = (event: DescMessage): Json => ({
  title: "Events of the Physical Digital Asset service",
  version: release.version,
  description: [
    describe(event),
    "All channels carry the events of one log: the same event has the same `id` on each. `type` says what happened, and which member `data` has. Pass over types and members that you do not know: a later version may add some.",
    "The operator of a deployment chooses the types that are shown. `payment.created` and those about settlement accounts are not shown by default.",
    "`x-member` names the member of `data`. `x-decision` names the decisions on points that the published interface leaves open; `x-decisions` has the title and the page of each.",
  ].join("\n\n"),
  license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
  externalDocs: {
    description: "How a program receives events",
    url: "https://localhost:8443/docs/guides/events.md",
  },
  "x-decision": ["D-020", "D-120"],
});

/** Builds the document of the events of a package, e.g. `pda.event.v1`. @returns undefined when the package has no events */
export function buildEventsDocument(
  files: readonly DescFile[],
  packageName: string,
  deliveries: readonly Delivery[],
  decisions: readonly Pick<Decision, "id" | "title">[],
): Json | undefined {
  const own = files.filter(({ proto }) => proto.package === packageName);
  const event = own.flatMap(({ messages }) => messages).find(({ name }) => name === "Event");
  const watch = own
    .flatMap(({ services }) => services)
    .flatMap(({ methods }) => methods)
    .find(({ name }) => name === "WatchEvents");
  if (!event || !watch) return undefined;
  const options = new Options(files);
  const schemas = new Schemas(options, [event]);
  const { servers, channels, operations, messages, securitySchemes } = allWays({
    options,
    schemas,
    event,
    watch,
    deliveries,
  });
  const content = asDraft07({
    channels,
    operations,
    components: { messages, schemas: schemas.components() },
  });
  const { components, ...rest } = content as { components: Json };
  const document = {
    asyncapi: "3.0.0",
    info: infoOf(event),
    defaultContentType: eventMediaType,
    servers,
    ...rest,
    components: { ...components, securitySchemes },
  };
  const marked = marksOf(document);
  return {
    ...document,
    "x-decisions": Object.fromEntries(
      decisions
        .filter(({ id }) => marked.has(id))
        .map(({ id, title }) => [id, { title, url: `/docs/decisions.md#${id.toLowerCase()}` }]),
    ),
  };
}
