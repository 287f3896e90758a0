import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

/** A departure of the present contract from the baseline that would break a client, in one line. */
export type Finding = string;

const departures = z.array(
  z.strictObject({ finding: z.string().min(1), reason: z.string().min(1), version: z.string().min(1) }),
);

type Departure = z.infer<typeof departures>[number];

/** Reads the departures that are meant. @throws ZodError for a file of another form */
export function readDepartures(file: string): Departure[] {
  return departures.parse(parse(readFileSync(file, "utf8")));
}

function covers({ finding }: Departure, found: Finding): boolean {
  const pattern = finding.split("*").map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${pattern.join(".*")}$`, "s").test(found);
}

/** Returns the findings that no departure explains, and the departures that explain none. */
export function judge(
  findings: readonly Finding[],
  meant: readonly Departure[],
): { unexplained: Finding[]; needless: string[] } {
  return {
    unexplained: findings.filter((found) => !meant.some((departure) => covers(departure, found))),
    needless: meant
      .filter((departure) => !findings.some((found) => covers(departure, found)))
      .map(({ finding }) => finding),
  };
}
