import { z } from "zod";
import { settingsOf } from "../../config/names.ts";
import { configSchema } from "../../config/schema.ts";

/** What the JSON schema says of a setting, or of a group of settings. */
interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Node>>;
}

/** A setting as a person reads of it. */
export interface DescribedSetting {
  /** Such as `gateway.port`. */
  readonly name: string;
  /** Name in the environment. */
  readonly env: string;
  /** The preset; empty when there is none. */
  readonly preset: string;
  /** What it can be set to. */
  readonly values: string;
  readonly description: string;
}

const schema = z.toJSONSchema(configSchema, { io: "input" }) as Node;

/** Returns every setting in the order of the schema. @throws Error when a setting has no description */
export function describedSettings(): DescribedSetting[] {
  return settingsOf(configSchema).map(({ path, env }) => {
    const name = path.join(".");
    const node = path.reduce<Node | undefined>((above, key) => above?.properties?.[key], schema);
    if (node?.description === undefined) throw new Error(`the setting ${name} has no description`);
    return {
      name,
      env,
      preset: presetOf(name, node),
      values: valuesOf(name, node),
      description: node.description,
    };
  });
}

/** A number as people write it, anything else as text. */
export const number = (value: unknown): string =>
  typeof value === "number" ? value.toLocaleString("en") : String(value);

/** Names of numbers that nobody counts with. */
const isName = (setting: string): boolean => /(?:port|chainId)$/i.test(setting);

function presetOf(name: string, { default: preset }: Node): string {
  if (preset === undefined) return "";
  if (typeof preset === "number" && !isName(name)) return number(preset);
  const each = Array.isArray(preset) ? preset : [preset];
  return each.map((one) => (typeof one === "number" ? String(one) : `\`${String(one)}\``)).join(", ");
}

function valuesOf(name: string, { type, enum: words, minimum, maximum, maxLength, maxItems }: Node): string {
  if (words) return words.map((word) => `\`${word}\``).join(", ");
  if (type === "boolean") return "`true`, `false`";
  if (type === "array") return `list of up to ${number(maxItems)}`;
  if (type === "string") return `text of up to ${number(maxLength)} characters`;
  return isName(name) ? `${minimum} to ${maximum}` : `${number(minimum)} to ${number(maximum)}`;
}

const HEAD = `# Settings

Every setting of the product, with its limits. [Operations](../operations.md#settings) says how settings are given, and
[going live](../guides/going-live.md#for-an-operator) which ones a production service needs.

The second line of a name is the setting in the environment. Lists stand there with commas between their items. In \`pda.config.yaml\` the parts of a
name are below each other:

\`\`\`yaml
mode: production
publicUrl: https://pay.example.com
gateway:
  host: 0.0.0.0
  tls:
    certFile: /etc/pda/tls/fullchain.pem
    keyFile: /etc/pda/tls/key.pem
webhooks:
  ports: ["443", "8443"]
\`\`\`

Paths begin at the folder of this file, or at the current folder without a file. A port of 0 is any free port.`;

const row = ({ name, env, preset, values, description }: DescribedSetting): string =>
  `| \`${name}\`<br>\`${env}\` | ${preset} | ${values} | ${description} |`;

/** Returns the page on settings: a table for each group of settings. */
export function renderSettings(): string {
  const all = describedSettings();
  const groupOf = ({ name }: DescribedSetting): string =>
    name.includes(".") ? (name.split(".")[0] as string) : "";
  const table = (group: string): string =>
    [
      "| setting | preset | can be set to | what it is |",
      "|---|---|---|---|",
      ...all.filter((one) => groupOf(one) === group).map(row),
    ].join("\n");
  const groups = [...new Set(all.map(groupOf))].filter((group) => group !== "").sort();
  return `${[HEAD, "## Of the whole service", table(""), ...groups.flatMap((group) => [`## ${group}`, table(group)])].join("\n\n")}\n`;
}
