// Compares the types of events: the words of `selected_by`, which neither buf nor oasdiff reads, and the member that each selects.
import type { FileRegistry } from "@bufbuild/protobuf";
import { Options } from "../options.ts";
import type { Finding } from "./findings.ts";

/** Reports types that are gone, and types whose data is in another member. */
export function eventTypeFindings(baseline: FileRegistry, present: FileRegistry): Finding[] {
  const [before, now] = [membersOf(baseline), membersOf(present)];
  return [...before].flatMap(([type, member]) => {
    const is = now.get(type);
    if (is === undefined) return [`event type: ${type} was removed`];
    return is === member ? [] : [`event type: ${type}: its data moved from ${member} to ${is}`];
  });
}

/** Returns the member that each type of a package selects, e.g. `payment` for `payment.created` of `pda.event.v1`. */
function membersOf(registry: FileRegistry): Map<string, string> {
  const files = [...registry.files].filter(({ proto }) => proto.package.startsWith("pda."));
  const options = new Options(registry.files);
  return new Map(
    files.flatMap(({ proto, messages }) =>
      messages.flatMap(({ fields }) =>
        fields.flatMap((field) =>
          (options.field(field).selectedBy ?? []).map(
            (type) => [`${type} of ${proto.package}`, field.name] as const,
          ),
        ),
      ),
    ),
  );
}
