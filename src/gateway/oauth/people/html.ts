import { readFileSync } from "node:fs";
import type { Timestamp } from "../../../../gen/ts/google/protobuf/timestamp.ts";
import { SIGN_IN_PATH } from "../../../config/sign-in.ts";
import { escaped } from "../../html.ts";

/** Where a person signs in by a passkey. */
export const SIGN_IN_PAGE = SIGN_IN_PATH.slice(0, -1);
/** Where a person sees own sessions and programs, and signs out. */
export const ACCOUNT_PATH = "/oauth/account";
const CONSOLE_PATH = "/console/";

const css = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8").trim();

/** What stands in each page's `style`, and what the policy of the pages allows by its digest: the look of all pages, and what these add. */
export const STYLE = `${css("../../page.css")}\n${css("page.css")}`;

/** A page. `body` is markup. */
export const page = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>
<style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body}
</main></body>
</html>
`;

export const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;
export const link = (path: string, label: string): string =>
  `<p><a href="${escaped(path)}">${escaped(label)}</a></p>`;

/** How much a button matters: `main` is what the reader most likely wants, `danger` ends something. */
type ButtonKind = "main" | "plain" | "danger";

/** A button with room around it, so that a finger hits no other (WCAG 2.2, 2.5.8). */
export const button = (action: string, label: string, kind: ButtonKind = "plain"): string =>
  `<form method="post" action="${escaped(action)}"><p><button type="submit" class="${kind}">${escaped(label)}</button></p></form>`;

/** Names with their values, which are markup. */
export const facts = (rows: readonly (readonly [name: string, value: string])[]): string =>
  `<dl>${rows.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${value}</dd></div>`).join("")}</dl>`;

export const code = (text: string): string => `<code>${escaped(text)}</code>`;

/** Returns a time to the second, in UTC. */
export const timeText = (time: Timestamp | undefined): string =>
  `${new Date(Number(time?.seconds ?? 0) * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** The page of a problem: what happened, and what to do next. */
export const errorPage = (title: string, ...texts: readonly string[]): string =>
  page(title, texts.map(paragraph).join("\n"));

/**
 * The page of a sign-in link. Only its button uses the link, because programs that look at links press no buttons. It names the key, so that
 * nobody is led into the session of somebody else.
 */
export function linkPage(action: string, { credentialName, credentialId }: LinkCredential): string {
  // A core of an earlier version does not tell it.
  const named = credentialId === "" ? "" : ` as the key "${credentialName}" (${credentialId})`;
  return page(
    "Sign in",
    [
      paragraph(`This link signs you in${named}, once, in this browser.`),
      ...(named === "" ? [] : [paragraph("If this is not your key, close this page.")]),
      button(action, "Sign in", "main"),
    ].join("\n"),
  );
}

/** The page of a link that signs nobody in: why, and how to go on. It has no button. */
export const deadLinkPage = (why: string, hasConsole: boolean): string =>
  page(
    "This link does not sign you in",
    [
      paragraph(why),
      newLinkHelp(),
      link(SIGN_IN_PAGE, "Sign in with a passkey"),
      ...(hasConsole ? [paragraph("If this browser is signed in already, go on."), openConsole()] : []),
    ].join("\n"),
  );

/** How a person gets a link. */
export const newLinkHelp = (): string =>
  `<p>Ask the operator for a new link. The operator makes it with <code>pda sign-in link</code>. In a sandbox, <code>pda up</code> prints a new link each time it starts.</p>`;

/** The console as it was. */
export const backToConsole = (): string => link(CONSOLE_PATH, "Back to the console");

/** The console signs in again: it may have kept the session of another key. */
const openConsole = (): string => link(`${CONSOLE_PATH}sign-in`, "Open the console");

/** Each page of somebody who is signed in leads to signing out. */
export const toAccount = (): string => link(ACCOUNT_PATH, "Your sessions and programs, and signing out");

/** The page after signing in. */
export const signedInPage = (hasConsole: boolean): string =>
  page(
    "You are signed in",
    [
      ...(hasConsole ? [openConsole()] : []),
      paragraph(`${hasConsole ? "Or go" : "Go"} back to your program, and let it ask for access.`),
      toAccount(),
    ].join("\n"),
  );

type LinkCredential = Pick<ConsentQuestion, "credentialName" | "credentialId">;

/** What a person is asked. */
export interface ConsentQuestion {
  readonly clientName: string;
  readonly redirectUri: string;
  readonly credentialName: string;
  readonly credentialId: string;
  /** Those that are asked for and that the credential has. */
  readonly scopes: readonly string[];
}

/** The page that asks a person to allow a program to act. */
export function consentPage(
  path: string,
  { clientName, redirectUri, credentialName, credentialId, scopes }: ConsentQuestion,
): string {
  const items = scopes.map((scope) => `<li>${code(scope)}</li>`).join("");
  const asked =
    scopes.length === 0
      ? [paragraph("The program asks for nothing that your key may do, so you cannot allow it.")]
      : [
          paragraph("It could then use these scopes:"),
          `<ul>${items}</ul>`,
          button(`${path}/allow`, "Allow", "main"),
        ];
  return page(
    "Allow a program to act for you?",
    [
      paragraph(
        `The program "${clientName}" wants to act as your key "${credentialName}" (${credentialId}).`,
      ),
      ...asked,
      button(`${path}/refuse`, "Refuse"),
      paragraph(`The answer goes to ${redirectUri}`),
      toAccount(),
    ].join("\n"),
  );
}
