/** Members of a log line that the readable form prints elsewhere or not at all. */
const SHOWN = new Set(["level", "time", "tier", "msg", "pid", "hostname"]);

function member([name, value]: [string, unknown]): string {
  const error =
    name === "err" && value !== null && typeof value === "object"
      ? (value as { message?: string }).message
      : undefined;
  return `${name}=${error ?? (typeof value === "string" ? value : JSON.stringify(value))}`;
}

const word = (value: unknown) => (typeof value === "string" ? value : "");

/** Returns the readable form of a tier's log line: `01:02:03 core           info   message name=value`. Other lines stay unchanged. */
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

/** Returns the JSON form of a line: a tier's JSON line unchanged, any other line wrapped in a JSON object. */
export function machine(tier: string, line: string): string {
  return line.startsWith("{")
    ? line
    : JSON.stringify({ level: "info", time: new Date().toISOString(), tier, msg: line });
}
