import { summarise } from "../openapi/comments.ts";
import { type ReferenceOperation, scopesFor, scopesIn } from "./operation.ts";

const HEAD = `# Scopes

A scope is a right to call some operations. A credential has the scopes that it was made with, or those of its
[role](authentication.md#roles); [authentication.md](authentication.md) says who may have which. Give each program a key of its own, with
the scopes that it needs and no more. An operation that stands under two scopes needs one of them.

Public operations need no credential; a deployment may close some of them ([D-018](../decisions.md#d-018)). Operations marked *sandbox*
exist in a sandbox only.`;

/** Returns the page on scopes: each scope with its operations. */
export function renderScopes(operations: readonly ReferenceOperation[]): string {
  const groups: [string, ReferenceOperation[]][] = [
    ...scopesIn(operations).map((scope): [string, ReferenceOperation[]] => [
      `\`${scope}\``,
      operations.filter(({ option }) => scopesFor(option).includes(scope)),
    ]),
    ["Any credential", operations.filter(({ option }) => option.credential)],
    ["Public", operations.filter(({ option }) => option.public)],
  ];
  return `${[HEAD, ...groups.map(([title, members]) => `## ${title}\n\n${table(members)}`)].join("\n\n")}\n`;
}

function table(operations: readonly ReferenceOperation[]): string {
  const rows = operations.map(({ method, http, option }) => {
    const path = http.template.replace(/\{(\w+)\}/g, (_all, name: string) => `{${jsonName(name)}}`);
    const sandbox = option.sandbox ? " *(sandbox)*" : "";
    return `| \`${http.verb} ${path}\` | ${method.name} | ${summarise(method).summary}${sandbox} |`;
  });
  return ["| REST | RPC | |", "|---|---|---|", ...rows].join("\n");
}

const jsonName = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
