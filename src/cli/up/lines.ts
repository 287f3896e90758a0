/** Members of a log line that the readable form shows elsewhere or not at all. */
const SHOWN = new Set(["level", "time", "tier", "msg", "pid", "hostname"]);

function member([name, value]: [string, unknown]): string {
  const error =
    name === "err" && value !== null && typeof value === "object"
      ? (value as { message?: string }).message
      : undefined;
  return `${name}=${error ?? (typeof value === "string" ? value : JSON.stringify(value))}`;
}

const word = (value: unknown) => (typeof value === "string" ? value : "");

/** A tier's log line for people: `01:02:03 core           info   message name=value`; a line that is no JSON log stays as it is. */
export function readable(tier: string, line: string): string {
  const head = tier.padEnd(14);
  let log: Record<string, unknown>;
  try {
    log = JSON.parse(line);
  } catch {
    return `${new Date().toISOString().slice(11, 19)} ${head} ${line}`;
  }
  if (log === null || typeof log !== "object" || typeof log.msg !== "string") return `${head} ${line}`;
  const rest = Object.entries(log)
    .filter(([name]) => !SHOWN.has(name))
    .map(member);
  const time = word(log.time).slice(11, 19);
  return [time, head, word(log.level).padEnd(5), log.msg, ...rest].join(" ");
}

/** A line for machines: JSON as the tier wrote it; anything else becomes a JSON line too. */
export function machine(tier: string, line: string): string {
  return line.startsWith("{")
    ? line
    : JSON.stringify({ level: "info", time: new Date().toISOString(), tier, msg: line });
}
